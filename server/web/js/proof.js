// Judging a finished game's record in the browser: nothing of what it says is taken on trust, save
// that the key is the server's. The counterpart of proto/verify, over the same rules: the referee
// is core/ itself, and the chain is that of proto/proof.h.

const SIGNED = "clamber-record-1\n";
const HEADER = ["id", "size", "rated", "time", "blue", "red", "started_at"];

// Judges a record. Gives [{check, ok, detail}] with check one of "stream", "turns", "result",
// "chain", "signature", "key"; ok is true, false, or null where this browser cannot tell. `key` is
// what the server says its public key is.
export async function verifyRecord(record, referee, key) {
  const chain = chainOf(record, referee);
  const proof = record.proof ?? { chain: "", key: "", signature: "" };
  return [
    { check: "stream", ok: streamWhole(record) },
    { check: "turns", ...turnsLegal(record, referee) },
    { check: "result", ok: resultAgrees(record) },
    { check: "chain", ok: hex(chain) === proof.chain },
    { check: "signature", ok: await signatureHolds(chain, proof) },
    { check: "key", ok: proof.key === key },
  ];
}

// Events are hashed byte for byte as they were sent. Parsed and written again they are the same
// bytes: members keep their order, numbers are integers, and the server writes as JSON.stringify
// does.
function chainOf(record, referee) {
  const header = Object.fromEntries(HEADER.map((name) => [name, record[name]]));
  referee.chainBegin(JSON.stringify(header));
  for (const event of record.stream) referee.chainAdd(JSON.stringify(event));
  return referee.chainHash();
}

// Numbered without a gap, all of this game, from its start to its one end.
function streamWhole({ id, stream }) {
  return (
    stream.length >= 2 &&
    stream.every((event, index) => event.v === index + 1 && event.game === id) &&
    stream.every((event, index) => (event.ev === "start") === (index === 0)) &&
    stream.every((event, index) => (event.ev === "end") === (index === stream.length - 1))
  );
}

// Plays the stream through, takebacks and all. `detail` is the number of the first event that is
// against the rules.
function turnsLegal({ size, moves, stream }, referee) {
  const line = { turns: [], positions: [referee.start(size)], outcome: "goes_on" };
  for (const event of stream)
    if (!followEvent(line, event, referee)) return { ok: false, detail: event.v };
  return { ok: line.turns.join(" ") === moves };
}

function followEvent(line, event, referee) {
  if (event.position === undefined) return event.ev !== "end" || endAllowed(line, event);
  if (event.ev === "takeback") takeBack(line, event.ply);
  else if (event.ev !== "start" && !playOn(line, event, referee)) return false;
  return event.position === line.positions.at(-1) && event.ply === line.turns.length;
}

function takeBack(line, ply) {
  if (ply >= line.turns.length) return;
  line.turns.length = ply;
  line.positions.length = ply + 1;
  line.outcome = "goes_on";
}

function playOn(line, event, referee) {
  const here = line.positions.at(-1);
  const mover = here.endsWith("b") ? "blue" : "red";
  const skip = event.ev === "skip";
  if (event.by !== mover || line.outcome === "won" || skip !== (line.outcome === "skip"))
    return false;
  const step = skip
    ? { refusal: 0, position: referee.skip(here), outcome: "goes_on" }
    : referee.apply(here, event.move);
  if (step.refusal !== 0) return false;
  line.turns.push(skip ? "skip" : event.move);
  line.positions.push(step.position);
  line.outcome = step.outcome;
  return true;
}

// A win by capture is just that; no other end may follow the capture that won.
function endAllowed(line, { result }) {
  const last = line.turns.length % 2 === 1 ? "blue" : "red";
  if (line.outcome === "won") return result.reason === "capture" && result.winner === last;
  return result.reason !== "capture";
}

// The record's own result is the one of its stream.
function resultAgrees(record) {
  const end = record.stream.at(-1);
  return (
    end?.ev === "end" &&
    JSON.stringify(end.result) === JSON.stringify(record.result) &&
    record.status === (record.result.winner === null ? "aborted" : "finished")
  );
}

// null where the browser has no Ed25519.
async function signatureHolds(chain, { key, signature }) {
  const signed = new Uint8Array(SIGNED.length + chain.length);
  signed.set(new TextEncoder().encode(SIGNED));
  signed.set(chain, SIGNED.length);
  let publicKey;
  try {
    publicKey = await crypto.subtle.importKey("raw", bytes(key), "Ed25519", false, ["verify"]);
  } catch (error) {
    return error.name === "NotSupportedError" || crypto.subtle === undefined ? null : false;
  }
  return crypto.subtle.verify("Ed25519", publicKey, bytes(signature), signed);
}

function bytes(base64) {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

function hex(hash) {
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
