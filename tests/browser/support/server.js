// clamberd as a child process, with a web side, on a data folder of its own.

import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const CLAMBERD = process.env.CLAMBERD ?? join(ROOT, "build/server/clamberd");
const CLAMBER = process.env.CLAMBER ?? join(ROOT, "build/proto/client/clamber");

export class Server {
  #process;
  #house = null;
  #folder;
  ready; // what it printed when it was

  // Starts a server; `web` is fixed where a server is to come back at the same address.
  static async start({ folder = null, web = "127.0.0.1:0" } = {}) {
    const server = new Server();
    server.#folder = folder ?? (await mkdtemp(join(tmpdir(), "clamber-browser-")));
    server.#process = spawn(
      CLAMBERD,
      ["--data", server.#folder, "--listen", "127.0.0.1:0", "--web", web, "--open-limits"],
      { stdio: ["ignore", "pipe", "ignore"] },
    );
    server.ready = JSON.parse(await firstLine(server.#process));
    if (!server.ready.web) throw new Error("this server has no web side");
    return server;
  }

  get origin() {
    return `http://${this.ready.web}`;
  }

  get lines() {
    const [host, port] = this.ready.lines.split(":");
    return { host, port: Number(port) };
  }

  // Starts the house bot of a level; resolves when it is there to be played.
  async startHouse(level = 1) {
    this.#house = spawn(CLAMBER, ["bot", "--json", "--level", String(level)], {
      stdio: ["ignore", "pipe", "ignore"],
      env: { ...process.env, CLAMBER_SERVER: this.ready.lines, CLAMBER_PASSWORD: "not a secret",
        XDG_STATE_HOME: join(this.#folder, "house") },
    });
    await firstLine(this.#house);
  }

  // Ends it as an operator does, and starts it again at the same address.
  async restart() {
    const web = this.ready.web;
    await stop(this.#process);
    return Server.start({ folder: this.#folder, web });
  }

  async stop() {
    await stop(this.#house);
    await stop(this.#process);
    await rm(this.#folder, { recursive: true, force: true });
  }
}

function firstLine(child) {
  return new Promise((resolve, reject) => {
    const lines = createInterface({ input: child.stdout });
    lines.once("line", resolve);
    lines.once("close", () => reject(new Error("the process ended before it was ready")));
  });
}

async function stop(child) {
  if (child === null || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await ended;
}
