/* The page about the history API in English; the markup is that of the rules page. */
export default {
  lead:
    "Everything that has been played here can be read by programs: games, players, ratings, " +
    "openings. No key and no account are needed.",
  general: [
    "All requests are `GET`, and answers are JSON in UTF-8 unless it says otherwise. They are " +
      "the same, filters and all, as those of the operations of the Clamber protocol; its page " +
      "has every member.",
    "Times are in milliseconds since 1970, UTC. Members that end in `_at` are points in time, " +
      "those in `_ms` lengths of time.",
    "Lists come page by page, the newest first. Where `cursor` in an answer is not `null`, ask " +
      "again with the same parameters and `cursor` set to it. Every game comes exactly once, " +
      "whatever ends meanwhile.",
    "Unknown parameters are refused, so that a misspelt filter is not taken for none.",
    "The record of a finished game never changes and may be kept for good; its proof can be " +
      "checked without the server.",
  ],
  statuses: {
    400: "A parameter is unknown, missing, or has a value that cannot be; `field` says which one.",
    404: "There is no such game, player or address.",
    429: "That was too often. `Retry-After` says when to try again.",
    503: "The server is busy, restarting, or cannot read its database just now; try again later.",
  },
  routes: {
    games: "Finished games, the last to end first.",
    game: "One game with all there is to know: its turns and their times, and the proof.",
    text: "The same game as a text to read or print.",
    picture: "The position of a game as a picture.",
    live: "The games being played, the highest rated first.",
    export:
      "All games that fit, one record a line, however many there are. They are sent as fast as " +
      "you read. If something breaks, the answer ends early and visibly: without its last chunk.",
    user: "A player: ratings in every pool, and how many games were won and lost.",
    ratings: "How a player’s rating in one pool changed: a point after each rated game.",
    leaderboard:
      "The players of a pool, the highest rating first; provisional ratings are left out.",
    openings:
      "How finished rated games went on from a line of turns. Boards that are mirrored or turned " +
      "count as one.",
  },
  parameters: {
    user: "Games of this player.",
    versus: "Games against this player.",
    size: "The board: `3` with 19 cells or `4` with 37.",
    pool:
      "Board and speed: `3-bullet`, `3-blitz`, `3-rapid`, `3-classical`, `3-correspondence`, and " +
      "the same with `4`.",
    rated: "`true` or `false`.",
    result: "How it ended for `user`: `win`, `loss` or `none`.",
    reason: "`capture`, `resign`, `time`, `abandoned`, `aborted` or `turn_limit`.",
    since: "From this time on.",
    until: "Before this time.",
    at: "As things stood at this time.",
    bots: "`true` to have bots too.",
    moves: "Turns joined by blanks, skips among them; empty for the start.",
    limit: "At most so many at once, 1 to 100; 20 where it is left out.",
    cursor: "From the answer before.",
  },
};
