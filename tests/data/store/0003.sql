PRAGMA application_id = 1131179362;
PRAGMA user_version = 3;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE accounts (
    id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 12),
    name TEXT NOT NULL COLLATE NOCASE UNIQUE CHECK (length(name) BETWEEN 2 AND 20),
    kind TEXT NOT NULL CHECK (kind IN ('human', 'bot', 'guest')),
    password TEXT NOT NULL CHECK ((password = '') = (kind = 'guest')),  -- argon2id, with its salt
    created_at INTEGER NOT NULL,
    closed_at INTEGER                                                  -- guests only
        CHECK (closed_at IS NULL OR kind = 'guest')
) STRICT, WITHOUT ROWID;
INSERT INTO accounts VALUES('a00000000001','Alice','human','$argon2id$of-Alice',1700000000000,NULL);
INSERT INTO accounts VALUES('a00000000002','robot','bot','$argon2id$of-robot',1700000000000,NULL);
INSERT INTO accounts VALUES('a00000000003','guest-gone','guest','',1700000000000,1700000000000);
CREATE TABLE tokens (
    hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    account TEXT NOT NULL REFERENCES accounts (id),
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO tokens VALUES(X'0100000001000000010000000100000001000000010000000100000001000000','a00000000001',1700001000000);
INSERT INTO tokens VALUES(X'0200000002000000020000000200000002000000020000000200000002000000','a00000000002',1700001000000);
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
INSERT INTO ratings VALUES('a00000000001','3-blitz',1662.25,290.49999999999999999,0.059999999999999997779,1700000000000,1,1);
INSERT INTO ratings VALUES('a00000000002','3-blitz',1337.7499999999999999,290.49999999999999999,0.059999999999999997779,1700000000000,1,1);
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
INSERT INTO seeks VALUES('s00000000001','a00000000001',4,NULL,NULL,86400000,1,'red',1200,1800,1700000000000);
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
INSERT INTO games VALUES('g00000000001',3,300000,3000,NULL,'3-blitz',1,'a00000000001','a00000000002',NULL,1500,1700000000000,'finished',1,'blue','capture',1700000000000,1,3,X'3c312e313e3c312e323e3c312e333e');
INSERT INTO games VALUES('g00000000002',3,300000,3000,NULL,'3-blitz',0,'a00000000002','a00000000001',NULL,1500,1700000000000,'playing',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
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
INSERT INTO log VALUES('g00000000002',1,1700000000000,'start',0,X'3c322e313e');
INSERT INTO log VALUES('g00000000002',2,1700000000000,'move',1,X'3c322e323e');
INSERT INTO log VALUES('g00000000002',3,1700000000000,'move',2,X'3c322e333e');
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
INSERT INTO results VALUES('a00000000001',1,'a00000000002',3,'3-blitz',1,'win','capture');
INSERT INTO results VALUES('a00000000002',1,'a00000000001',3,'3-blitz',1,'loss','capture');
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
INSERT INTO challenges VALUES('c00000000001','a00000000002','a00000000001',4,NULL,NULL,86400000,1,'blue',1700000000000);
CREATE TABLE chat (
    game TEXT NOT NULL REFERENCES games (id),
    room TEXT NOT NULL CHECK (room IN ('players', 'spectators')),
    seq INTEGER NOT NULL CHECK (seq > 0),
    at INTEGER NOT NULL,
    account TEXT NOT NULL REFERENCES accounts (id),
    text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 400),
    PRIMARY KEY (game, room, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO chat VALUES('g00000000001','players',1,1700000000000,'a00000000002','good game');
CREATE TABLE ignores (
    account TEXT NOT NULL REFERENCES accounts (id),
    ignored TEXT NOT NULL REFERENCES accounts (id),
    PRIMARY KEY (account, ignored),
    CHECK (account <> ignored)
) STRICT, WITHOUT ROWID;
INSERT INTO ignores VALUES('a00000000001','a00000000002');
CREATE TABLE openings (
    size INTEGER NOT NULL CHECK (size IN (3, 4)),
    line BLOB NOT NULL,
    blue INTEGER NOT NULL CHECK (blue >= 0),  -- games that Blue won
    red INTEGER NOT NULL CHECK (red >= 0),
    PRIMARY KEY (size, line)
) STRICT, WITHOUT ROWID;
INSERT INTO openings VALUES(3,X'',1,0);
INSERT INTO openings VALUES(3,X'0a',1,0);
INSERT INTO openings VALUES(3,X'0a05',1,0);
CREATE TABLE IF NOT EXISTS "rating_points" (
    account TEXT NOT NULL REFERENCES accounts (id),
    pool TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL CHECK (volatility > 0),
    games INTEGER NOT NULL CHECK (games > 0),
    PRIMARY KEY (account, pool, sequence)
) STRICT, WITHOUT ROWID;
INSERT INTO rating_points VALUES('a00000000001','3-blitz',1,1662.25,290.49999999999999999,0.059999999999999997779,1);
INSERT INTO rating_points VALUES('a00000000002','3-blitz',1,1337.7499999999999999,290.49999999999999999,0.059999999999999997779,1);
CREATE TABLE server (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    signing_seed BLOB CHECK (length(signing_seed) = 32),  -- Ed25519
    complete_from INTEGER NOT NULL
) STRICT;
INSERT INTO server VALUES(1,X'80429a534d3755d2420932402cfff303857118b8d70d424b7b45289dd0650ff8',1);
CREATE TABLE accepted (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL CHECK (length(id) = 12),        -- of the seek or challenge
    account TEXT NOT NULL REFERENCES accounts (id),  -- who accepted it
    game TEXT NOT NULL REFERENCES games (id)         -- that came of it
) STRICT;
INSERT INTO accepted VALUES(1,'s00000000002','a00000000001','g00000000002');
CREATE INDEX accounts_open_guests ON accounts (id) WHERE kind = 'guest' AND closed_at IS NULL;
CREATE INDEX accounts_by_creation ON accounts (created_at);
CREATE INDEX accounts_by_closing ON accounts (closed_at) WHERE closed_at IS NOT NULL;
CREATE INDEX tokens_by_account ON tokens (account, expires_at);
CREATE INDEX tokens_by_expiry ON tokens (expires_at);
CREATE INDEX ratings_by_rating ON ratings (pool, rating DESC, deviation);
CREATE INDEX seeks_by_account ON seeks (account);
CREATE INDEX seeks_by_age ON seeks (at);
CREATE INDEX games_playing ON games (id) WHERE sequence IS NULL;
CREATE INDEX games_playing_blue ON games (blue) WHERE sequence IS NULL;
CREATE INDEX games_playing_red ON games (red) WHERE sequence IS NULL;
CREATE UNIQUE INDEX games_by_sequence ON games (sequence);
CREATE INDEX games_by_end ON games (ended_at, sequence) WHERE ended_at IS NOT NULL;
CREATE INDEX games_by_pool ON games (pool, sequence, size, rated, reason)
    WHERE sequence IS NOT NULL;
CREATE INDEX games_by_reason ON games (reason, sequence, size, rated)
    WHERE sequence IS NOT NULL;
CREATE INDEX games_by_size ON games (size, sequence, rated) WHERE sequence IS NOT NULL;
CREATE INDEX games_by_rated ON games (rated, sequence) WHERE sequence IS NOT NULL;
CREATE INDEX results_by_opponent ON results (account, opponent, sequence);
CREATE INDEX results_by_pool ON results (account, pool, sequence);
CREATE INDEX results_by_reason ON results (account, reason, sequence);
CREATE INDEX results_by_result ON results (account, result, sequence);
CREATE INDEX results_by_size ON results (account, size, sequence);
CREATE INDEX results_by_rated ON results (account, rated, sequence);
CREATE INDEX challenges_by_challenger ON challenges (challenger);
CREATE INDEX challenges_by_challenged ON challenges (challenged);
CREATE INDEX challenges_by_age ON challenges (at);
CREATE INDEX chat_by_age ON chat (at);
CREATE INDEX accepted_by_account ON accepted (account);
COMMIT;
