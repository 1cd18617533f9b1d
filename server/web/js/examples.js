// The worked examples of the rules page: positions, and turns that the referee plays from them.
// Each step plays its turns anew from the example's position, so that a chain can be shown growing.
// What is said about the steps is in lang/rules/.

// After these 38 turns of the rules' own example Blue has no legal turn.
const LONG_GAME =
  "C1 D3 C4 A1 B4 B1 E5 B1xC1 A2 E4 A2xA1 E3 D2 E3xD2 B1 D4 C4xD3 C1xA1 A3 C1xB1 D5 D2xD3 C3 C5 " +
  "B4xC5 E4 E3 D3xE3 D4 C2 E5xE4 B3 B2 B1xE4 E5xC2 B1xC5 C3xB3 B1xC2";

const EMPTY = ".../..../...../..../... b";
const ISLANDS = ".../.b1b1./.b2.../..b2r1/.b1. r";

// A step plays `turns` and lights the cells of `mark`, or else of the last turn.
export const EXAMPLES = {
  place: {
    position: EMPTY,
    steps: [{ turns: "" }, { turns: "C3" }, { turns: "C3 D5" }],
  },
  groups: {
    position: ISLANDS,
    steps: [
      { turns: "", mark: ["B2", "B3", "C2"] },
      { turns: "", mark: ["B2", "B3"] },
      { turns: "", mark: ["D4", "E4"] },
    ],
  },
  lower: {
    position: ".../..../..r3../.b1b1./b2b1. r",
    steps: [
      { turns: "", mark: ["C3", "D3"] },
      { turns: "", mark: ["D4", "E4"] },
      { turns: "C3xD3" },
    ],
  },
  chain: {
    position: ".../.b2r1./...r2./..r2r1/.r3r3 b",
    steps: [
      { turns: "", mark: ["B2", "B3"] },
      { turns: "B2xC4" },
      { turns: "B2xC4xE5" },
    ],
  },
  shortest: {
    position: EMPTY,
    steps: [{ turns: "C3" }, { turns: "C3 C4" }, { turns: "C3 C4 C3xC4" }],
  },
  chain_wins: {
    position: EMPTY,
    steps: [
      { turns: "C5 D5 D4" },
      { turns: "C5 D5 D4 D5xC5" },
      { turns: "C5 D5 D4 D5xC5 D4xD5" },
      { turns: "C5 D5 D4 D5xC5 D4xD5xC5" },
    ],
  },
  skip: {
    position: EMPTY,
    steps: [
      { turns: LONG_GAME.slice(0, LONG_GAME.lastIndexOf(" ")) },
      { turns: LONG_GAME, mark: ["B1", "C2"] },
      { turns: `${LONG_GAME} skip` },
    ],
  },
};
