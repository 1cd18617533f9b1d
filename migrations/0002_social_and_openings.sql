-- Challenges, chat and who ignores whom; the statistics of openings; ratings as of a time past; and
-- what the server has of its own.

CREATE TABLE challenges (
    id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 12),
    challenger TEXT NOT NULL REFERENCES accounts (id),
    challenged TEXT NOT NULL REFERENCES accounts (id),
    size INTEGER NOT NULL CHECK (size IN (3, 4)),
    initial_ms INTEGER,
    increment_ms INTEGER,
    per_move_ms INTEGER,
    rated INTEGER NOT NULL CHECK (rated IN (0, 1)),
    color TEXT NOT NULL CHECK (color IN ('random', 'blue', 'red')),  -- what the challenger wants
    at INTEGER NOT NULL,
    CHECK (challenger <> challenged),
    CHECK ((initial_ms IS NULL) = (increment_ms IS NULL)),
    CHECK (initial_ms IS NULL OR per_move_ms IS NULL),
    CHECK (initial_ms IS NOT NULL OR per_move_ms IS NOT NULL OR rated = 0)
) STRICT, WITHOUT ROWID;

CREATE INDEX challenges_by_challenger ON challenges (challenger);
CREATE INDEX challenges_by_challenged ON challenges (challenged);
CREATE INDEX challenges_by_age ON challenges (at);

-- Kept for ever, for moderators too. `seq` counts the lines of a game's room.
CREATE TABLE chat (
    game TEXT NOT NULL REFERENCES games (id),
    room TEXT NOT NULL CHECK (room IN ('players', 'spectators')),
    seq INTEGER NOT NULL CHECK (seq > 0),
    at INTEGER NOT NULL,
    account TEXT NOT NULL REFERENCES accounts (id),
    text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 400),
    PRIMARY KEY (game, room, seq)
) STRICT, WITHOUT ROWID;

CREATE INDEX chat_by_age ON chat (at);

-- Where `ignored` is a guest that has been closed, the row stays: its lines stay hidden.
CREATE TABLE ignores (
    account TEXT NOT NULL REFERENCES accounts (id),
    ignored TEXT NOT NULL REFERENCES accounts (id),
    PRIMARY KEY (account, ignored),
    CHECK (account <> ignored)
) STRICT, WITHOUT ROWID;

-- How finished rated games began: every prefix of the first 20 turns of each, the empty one too.
-- `line` is the prefix as server/store/opening.h writes it: the smallest of its images under the 12
-- symmetries of the board. What a line goes on with begins with its bytes and lies right behind.
CREATE TABLE openings (
    size INTEGER NOT NULL CHECK (size IN (3, 4)),
    line BLOB NOT NULL,
    blue INTEGER NOT NULL CHECK (blue >= 0),  -- games that Blue won
    red INTEGER NOT NULL CHECK (red >= 0),
    PRIMARY KEY (size, line)
) STRICT, WITHOUT ROWID;

-- Points get what else a rating is made of, so that it can be told as of any time. For those that
-- are there already the games are counted; their volatility was not kept, so they take the latest:
-- it moves by a few thousandths of itself in a game.
CREATE TABLE complete_rating_points (
    account TEXT NOT NULL REFERENCES accounts (id),
    pool TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL CHECK (volatility > 0),
    games INTEGER NOT NULL CHECK (games > 0),
    PRIMARY KEY (account, pool, sequence)
) STRICT, WITHOUT ROWID;

INSERT INTO complete_rating_points
    SELECT account, pool, sequence, rating_points.rating, rating_points.deviation,
        ratings.volatility,
        row_number() OVER (PARTITION BY account, pool ORDER BY sequence)
    FROM rating_points JOIN ratings USING (account, pool);

DROP TABLE rating_points;
ALTER TABLE complete_rating_points RENAME TO rating_points;

-- One row. `signing_seed` is made by the program when it first opens a database that has none. The
-- endings before `complete_from` were stored by a schema that kept less: they are in no opening,
-- and the volatility of their rating points is a guess.
CREATE TABLE server (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    signing_seed BLOB CHECK (length(signing_seed) = 32),  -- Ed25519
    complete_from INTEGER NOT NULL
) STRICT;

INSERT INTO server (id, complete_from)
    SELECT 1, 1 + coalesce(max(sequence), 0) FROM games;
