// The server's wall time, as well as it can be known here. This machine's clock may be wrong by
// hours, and may be set, or sleep, while the page is open: only what the server says counts.

const JUMP_MS = 1000; // more than two clocks of one machine part by themselves
const NAP_MS = 5000; // between two looks that should be a second apart

export class ServerTime {
  #wall;
  #steady; // goes on evenly; may stand still while the machine sleeps
  #ahead = null; // our wall clock minus the server's
  #apart; // our wall clock minus the steady one, when last looked at
  #looked; // when that was, by the steady one

  constructor(wall = () => Date.now(), steady = () => performance.now()) {
    this.#wall = wall;
    this.#steady = steady;
    this.jumped();
  }

  now() {
    return this.#wall() - (this.#ahead ?? 0);
  }

  // By our own clock: what `answered` wants to be told of the moment of asking.
  here() {
    return this.#wall();
  }

  // Something that the server wrote at `at` has come. It was under way for a while, nobody knows
  // how long: the smallest difference has the least of that in it.
  heard(at) {
    const ahead = this.#wall() - at;
    if (this.#ahead === null || ahead < this.#ahead) this.#ahead = ahead;
  }

  // The server read its clock, and it was `at`, at some time since `asked`. A difference that
  // cannot be is that of a clock which has been set since.
  answered(at, asked) {
    this.heard(at);
    if (this.#ahead < asked - at) this.#ahead = this.#wall() - at;
  }

  // Whether the clocks have been set, or the machine or the page has slept, since the last call.
  jumped() {
    const steady = this.#steady();
    const apart = this.#wall() - steady;
    const jumped = Math.abs(apart - this.#apart) > JUMP_MS || steady - this.#looked > NAP_MS;
    this.#apart = apart;
    this.#looked = steady;
    return jumped;
  }
}
