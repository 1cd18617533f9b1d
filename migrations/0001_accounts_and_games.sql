-- Accounts with their tokens and ratings, seeks, and games with their logs.
--
-- Times are Unix milliseconds. Ids are 12 random letters and digits. A pool is a board size and a
-- speed ('3-blitz'), NULL for games without a clock. A time control is initial_ms and increment_ms,
-- or per_move_ms, or nothing: no clock.

-- Names are unique whatever their case, for ever: a closed account keeps its row.
CREATE TABLE accounts (
    id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 12),
    name TEXT NOT NULL COLLATE NOCASE UNIQUE CHECK (length(name) BETWEEN 2 AND 20),
    kind TEXT NOT NULL CHECK (kind IN ('human', 'bot', 'guest')),
    password TEXT NOT NULL CHECK ((password = '') = (kind = 'guest')),  -- argon2id, with its salt
    created_at INTEGER NOT NULL,
    closed_at INTEGER                                                  -- guests only
        CHECK (closed_at IS NULL OR kind = 'guest')
) STRICT, WITHOUT ROWID;

CREATE INDEX accounts_open_guests ON accounts (id) WHERE kind = 'guest' AND closed_at IS NULL;
CREATE INDEX accounts_by_creation ON accounts (created_at);
CREATE INDEX accounts_by_closing ON accounts (closed_at) WHERE closed_at IS NOT NULL;

-- Only a hash of each token is kept.
CREATE TABLE tokens (
    hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    account TEXT NOT NULL REFERENCES accounts (id),
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX tokens_by_account ON tokens (account, expires_at);
CREATE INDEX tokens_by_expiry ON tokens (expires_at);

-- Glicko-2, as core/rating.h has it. `version` counts the changes.
CREATE TABLE ratings (
    account TEXT NOT NULL REFERENCES accounts (id),
    pool TEXT NOT NULL CHECK (pool GLOB '[34]-*'),
    rating REAL NOT NULL,
    deviation REAL NOT NULL CHECK (deviation > 0),
    volatility REAL NOT NULL CHECK (volatility > 0),
    at INTEGER NOT NULL,
    games INTEGER NOT NULL CHECK (games > 0),
    version INTEGER NOT NULL CHECK (version > 0),
    PRIMARY KEY (account, pool)
) STRICT, WITHOUT ROWID;

CREATE INDEX ratings_by_rating ON ratings (pool, rating DESC, deviation);

CREATE TABLE seeks (
    id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 12),
    account TEXT NOT NULL REFERENCES accounts (id),
    size INTEGER NOT NULL CHECK (size IN (3, 4)),
    initial_ms INTEGER,
    increment_ms INTEGER,
    per_move_ms INTEGER,
    rated INTEGER NOT NULL CHECK (rated IN (0, 1)),
    color TEXT NOT NULL CHECK (color IN ('random', 'blue', 'red')),  -- what the asker wants
    rating_min INTEGER NOT NULL,
    rating_max INTEGER NOT NULL,
    at INTEGER NOT NULL,
    CHECK ((initial_ms IS NULL) = (increment_ms IS NULL)),
    CHECK (initial_ms IS NULL OR per_move_ms IS NULL)
) STRICT, WITHOUT ROWID;

CREATE INDEX seeks_by_account ON seeks (account);
CREATE INDEX seeks_by_age ON seeks (at);

-- A game, one row for ever. What is NULL while it is played is set once, when it ends.
-- `sequence` counts the games that have ended, in the order in which they did; ended_at never goes
-- back along it. `log` comes last, so that nobody who reads the rest has to read past it.
CREATE TABLE games (
    id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 12),
    size INTEGER NOT NULL CHECK (size IN (3, 4)),
    initial_ms INTEGER,
    increment_ms INTEGER,
    per_move_ms INTEGER,
    pool TEXT CHECK (pool GLOB '[34]-*'),
    rated INTEGER NOT NULL CHECK (rated IN (0, 1)),
    blue TEXT NOT NULL REFERENCES accounts (id),
    red TEXT NOT NULL REFERENCES accounts (id),
    blue_rating INTEGER,  -- at the start, rounded; NULL for guests and without a pool
    red_rating INTEGER,
    started_at INTEGER NOT NULL,
    status TEXT NOT NULL DEFAULT 'playing' CHECK (status IN ('playing', 'finished', 'aborted')),
    sequence INTEGER CHECK (sequence > 0),
    winner TEXT CHECK (winner IN ('blue', 'red')),
    reason TEXT CHECK (reason IN
        ('capture', 'resign', 'time', 'abandoned', 'aborted', 'turn_limit')),
    ended_at INTEGER,
    ply INTEGER,
    v INTEGER,            -- entries that the log had
    log BLOB,             -- the data of all its entries, one behind the other
    CHECK (blue <> red),
    CHECK ((initial_ms IS NULL) = (increment_ms IS NULL)),
    CHECK (initial_ms IS NULL OR per_move_ms IS NULL),
    CHECK ((pool IS NULL) = (initial_ms IS NULL AND per_move_ms IS NULL)),
    CHECK (pool IS NOT NULL OR rated = 0),
    CHECK ((winner IS NOT NULL) = (status = 'finished')),
    CHECK ((sequence IS NULL) = (status = 'playing')),
    CHECK ((sequence IS NULL) = (reason IS NULL)),
    CHECK ((sequence IS NULL) = (ended_at IS NULL)),
    CHECK ((sequence IS NULL) = (ply IS NULL)),
    CHECK ((sequence IS NULL) = (v IS NULL)),
    CHECK ((sequence IS NULL) = (log IS NULL))
) STRICT;

CREATE INDEX games_playing ON games (id) WHERE sequence IS NULL;
CREATE INDEX games_playing_blue ON games (blue) WHERE sequence IS NULL;
CREATE INDEX games_playing_red ON games (red) WHERE sequence IS NULL;

-- For history without a user. The columns behind `sequence` let a second filter be judged without
-- reading the row.
CREATE UNIQUE INDEX games_by_sequence ON games (sequence);
CREATE INDEX games_by_end ON games (ended_at, sequence) WHERE ended_at IS NOT NULL;
CREATE INDEX games_by_pool ON games (pool, sequence, size, rated, reason)
    WHERE sequence IS NOT NULL;
CREATE INDEX games_by_reason ON games (reason, sequence, size, rated)
    WHERE sequence IS NOT NULL;
CREATE INDEX games_by_size ON games (size, sequence, rated) WHERE sequence IS NOT NULL;
CREATE INDEX games_by_rated ON games (rated, sequence) WHERE sequence IS NOT NULL;

-- The log of each game that is being played: what happened, entry by entry. Folded into the game's
-- row and deleted when it ends. `ply` is that of the game once the request that wrote the entry was
-- carried out.
CREATE TABLE log (
    game TEXT NOT NULL REFERENCES games (id),
    v INTEGER NOT NULL CHECK (v > 0),
    at INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN
        ('start', 'move', 'skip', 'takeback', 'offer', 'offer_closed', 'end')),
    ply INTEGER NOT NULL CHECK (ply >= 0),
    data BLOB NOT NULL,
    PRIMARY KEY (game, v)
) STRICT, WITHOUT ROWID;

-- Each game that has ended, once for each of its players, as that player sees it: the history of a
-- user, with an index for every filter it offers. That `sequence` is a game's is not declared:
-- SQLite would look through all of the table whenever a game is given its own.
CREATE TABLE results (
    account TEXT NOT NULL REFERENCES accounts (id),
    sequence INTEGER NOT NULL,
    opponent TEXT NOT NULL REFERENCES accounts (id),
    size INTEGER NOT NULL,
    pool TEXT,
    rated INTEGER NOT NULL,
    result TEXT NOT NULL CHECK (result IN ('win', 'loss', 'none')),
    reason TEXT NOT NULL,
    PRIMARY KEY (account, sequence)
) STRICT, WITHOUT ROWID;

CREATE INDEX results_by_opponent ON results (account, opponent, sequence);
CREATE INDEX results_by_pool ON results (account, pool, sequence);
CREATE INDEX results_by_reason ON results (account, reason, sequence);
CREATE INDEX results_by_result ON results (account, result, sequence);
CREATE INDEX results_by_size ON results (account, size, sequence);
CREATE INDEX results_by_rated ON results (account, rated, sequence);

-- A rating as each rated game left it; the game, and when it ended, are found by `sequence`.
CREATE TABLE rating_points (
    account TEXT NOT NULL REFERENCES accounts (id),
    pool TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    PRIMARY KEY (account, pool, sequence)
) STRICT, WITHOUT ROWID;
