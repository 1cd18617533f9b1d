// The history API as the page /api shows it: routes, their parameters, an example of each. A test
// asks a real server these examples, for a game of ann and bob, and compares the shape of the
// answers. What is said about them is in lang/api/.

export const GAME = "sZE8MUOI5XUF";

const FILTERS = ["user", "versus", "size", "pool", "rated", "result", "reason", "since", "until"];
const PAGING = ["limit", "cursor"];

const SUMMARY = {
  id: GAME,
  size: 3,
  rated: true,
  pool: "3-blitz",
  time: { initial_ms: 300000, increment_ms: 3000 },
  status: "finished",
  blue: { name: "ann", kind: "human", rating: 1500 },
  red: { name: "bob", kind: "human", rating: 1500 },
  ply: 3,
  result: { winner: "blue", reason: "capture" },
  started_at: 1795985040044,
  ended_at: 1795985040052,
};

// Of a record, what is most asked for; the rest is in the protocol's own page.
const RECORD = {
  ...SUMMARY,
  moves: "C3 C4 C3xC4",
  turns: [
    { v: 2, ply: 1, by: "blue", move: "C3", at: 1795985040047, spent_ms: 0, lag_ms: 0, held_ms: 2,
      blue_ms: 300000, red_ms: 300000 },
  ],
  proof: { chain: "a8c4…", key: "NAuf…", signature: "3xuF…" },
};

// id: of the texts; path: with what stands for a value in capitals; type: of the answer, JSON where
// it is left out; answer: an object, whose members are all in the real answer too.
export const ROUTES = [
  {
    id: "games",
    path: "/api/games",
    parameters: [...FILTERS, ...PAGING],
    example: "/api/games?user=ann&result=win&limit=1",
    answer: { games: [SUMMARY], cursor: null },
  },
  {
    id: "game",
    path: "/api/games/ID",
    parameters: [],
    example: `/api/games/${GAME}`,
    answer: { record: RECORD },
  },
  {
    id: "text",
    path: "/api/games/ID.txt",
    parameters: [],
    example: `/api/games/${GAME}.txt`,
    type: "text/plain",
  },
  {
    id: "picture",
    path: "/api/games/ID.svg",
    parameters: [],
    example: `/api/games/${GAME}.svg`,
    type: "image/svg+xml",
  },
  {
    id: "live",
    path: "/api/games/live",
    parameters: ["size", "pool", "user", "limit"],
    example: "/api/games/live?size=3",
    answer: { games: [] },
  },
  {
    id: "export",
    path: "/api/games/export",
    parameters: FILTERS,
    example: "/api/games/export?user=ann",
    type: "application/x-ndjson",
  },
  {
    id: "user",
    path: "/api/users/NAME",
    parameters: ["at"],
    example: "/api/users/ann",
    answer: {
      user: {
        name: "ann",
        kind: "human",
        ratings: { "3-blitz": { rating: 1662, rd: 290, games: 1, provisional: true } },
      },
      won: 1,
      lost: 0,
      none: 0,
      since_at: 1795985040032,
    },
  },
  {
    id: "ratings",
    path: "/api/users/NAME/ratings",
    parameters: ["pool", "since", "until", ...PAGING],
    example: "/api/users/ann/ratings?pool=3-blitz",
    answer: { points: [{ at: 1795985040052, rating: 1662, rd: 290, game: GAME }], cursor: null },
  },
  {
    id: "leaderboard",
    path: "/api/leaderboard",
    parameters: ["pool", "bots", "at", ...PAGING],
    example: "/api/leaderboard?pool=3-blitz&limit=10",
    answer: { players: [], cursor: null },
  },
  {
    id: "openings",
    path: "/api/openings",
    parameters: ["size", "moves"],
    example: "/api/openings?size=3&moves=C3%20C4",
    answer: { games: 1, blue: 1, red: 0, next: [{ move: "C3xC4", games: 1, blue: 1, red: 0 }] },
  },
];

// By name: an example of a value. Which are required goes by the route, as in the protocol.
export const PARAMETERS = {
  user: "ann",
  versus: "bob",
  size: "3",
  pool: "3-blitz",
  rated: "true",
  result: "win",
  reason: "capture",
  since: "1795985040000",
  until: "1798577040000",
  at: "1795985040052",
  bots: "true",
  moves: "C3%20C4",
  limit: "20",
  cursor: "…",
};

export const REQUIRED = {
  ratings: ["pool"],
  leaderboard: ["pool"],
  openings: ["size", "moves"],
};

// What may go wrong, by status.
export const STATUSES = [400, 404, 429, 503];
