/* The SQL that is run over and over, by name. Each connection prepares what it uses once.
 * The history's statements depend on the filters and are put together in history_sql.c. */
#pragma once

/* What row_account, row_seek and row_game read, in their order. */
#define ACCOUNT_COLUMNS                                                                            \
    "accounts.id, accounts.name, accounts.kind, accounts.password, accounts.created_at"
#define SEEK_COLUMNS                                                                               \
    "id, account, size, initial_ms, increment_ms, per_move_ms, rated, color, rating_min, "         \
    "rating_max, at"
#define CHALLENGE_COLUMNS                                                                          \
    "id, challenger, challenged, size, initial_ms, increment_ms, per_move_ms, rated, color, at"
#define ACCEPTED_COLUMNS "id, account, game"
#define GAME_COLUMNS                                                                               \
    "games.id, games.size, games.initial_ms, games.increment_ms, games.per_move_ms, "              \
    "games.rated, games.status, games.winner, games.reason, games.ply, games.started_at, "         \
    "games.ended_at, games.sequence, games.v, "                                                    \
    "blue.id, blue.name, blue.kind, games.blue_rating, "                                           \
    "red.id, red.name, red.kind, games.red_rating"
/* What row_chat_seqs reads: of each room of a game the last line. */
#define CHAT_SEQ_COLUMNS                                                                           \
    "(SELECT max(seq) FROM chat WHERE chat.game = games.id AND room = 'players'), "                \
    "(SELECT max(seq) FROM chat WHERE chat.game = games.id AND room = 'spectators')"
#define GAME_PLAYERS                                                                               \
    " CROSS JOIN accounts AS blue ON blue.id = games.blue"                                         \
    " CROSS JOIN accounts AS red ON red.id = games.red "

/* Of guests: nobody can come back to be it, and nothing goes on that it takes part in. */
#define GUEST_HAS_LEFT                                                                             \
    "kind = 'guest' AND closed_at IS NULL "                                                        \
    "AND NOT EXISTS (SELECT 1 FROM tokens WHERE account = accounts.id) "                           \
    "AND NOT EXISTS (SELECT 1 FROM games WHERE blue = accounts.id AND sequence IS NULL) "          \
    "AND NOT EXISTS (SELECT 1 FROM games WHERE red = accounts.id AND sequence IS NULL) "           \
    "AND NOT EXISTS (SELECT 1 FROM challenges WHERE challenger = accounts.id) "                    \
    "AND NOT EXISTS (SELECT 1 FROM challenges WHERE challenged = accounts.id)"
/* Guests closed at that time. */
#define CLOSED_GUESTS "(SELECT id FROM accounts WHERE closed_at = ?1)"

#define RATING_COLUMNS                                                                             \
    "ratings.pool, ratings.rating, ratings.deviation, ratings.volatility, ratings.at, "            \
    "ratings.games, ratings.version"

/* One side of an ended game for `results`. */
#define RESULT_OF(side, other)                                                                     \
    "SELECT " side ", sequence, " other ", size, pool, rated, "                                    \
    "CASE winner WHEN '" side "' THEN 'win' WHEN '" other "' THEN 'loss' ELSE 'none' END, "        \
    "reason FROM games WHERE id = ?1"

/* X(name, SQL) */
#define STATEMENTS(X)                                                                              \
    X(BEGIN, "BEGIN IMMEDIATE")                                                                    \
    X(BEGIN_READ, "BEGIN DEFERRED")                                                                \
    X(COMMIT, "COMMIT")                                                                            \
    X(SAVEPOINT, "SAVEPOINT request")                                                              \
    X(RELEASE, "RELEASE request")                                                                  \
    X(UNDO, "ROLLBACK TO request")                                                                 \
    X(SIGNING_SEED, "SELECT signing_seed FROM server WHERE id = 1")                                \
    X(SIGNING_SEED_SET,                                                                            \
      "UPDATE server SET signing_seed = ?1 WHERE id = 1 AND signing_seed IS NULL")                 \
                                                                                                   \
    X(ACCOUNT_INSERT, "INSERT INTO accounts (id, name, kind, password, created_at) "               \
                      "VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (name) DO NOTHING")                 \
    X(ACCOUNT_PASSWORD, "UPDATE accounts SET password = ?2 WHERE id = ?1 AND kind <> 'guest'")     \
    X(TOKEN_INSERT, "INSERT INTO tokens (hash, account, expires_at) VALUES (?1, ?2, ?3)")          \
    X(TOKEN_TOUCH, "UPDATE tokens SET expires_at = ?3 WHERE hash = ?1 AND account = ?2")           \
    X(TOKEN_DELETE, "DELETE FROM tokens WHERE hash = ?1 AND account = ?2")                         \
    X(TOKENS_DELETE_EXPIRED, "DELETE FROM tokens WHERE account = ?1 AND expires_at <= ?2")         \
    X(TOKENS_DELETE_OTHERS, "DELETE FROM tokens WHERE account = ?1 AND hash IS NOT ?2")            \
    X(TOKEN_DELETE_BEYOND,                                                                         \
      "DELETE FROM tokens WHERE hash = (SELECT hash FROM tokens WHERE account = ?1 "               \
      "ORDER BY expires_at DESC, hash DESC LIMIT 1 OFFSET ?2) RETURNING hash")                     \
                                                                                                   \
    X(SEEK_INSERT, "INSERT INTO seeks (" SEEK_COLUMNS ") "                                         \
                   "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)")                        \
    X(SEEK_DELETE, "DELETE FROM seeks WHERE id = ?1")                                              \
    X(CHALLENGE_INSERT, "INSERT INTO challenges (" CHALLENGE_COLUMNS ") "                          \
                        "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)")                        \
    X(CHALLENGE_DELETE, "DELETE FROM challenges WHERE id = ?1")                                    \
    X(ACCEPTED_INSERT, "INSERT INTO accepted (" ACCEPTED_COLUMNS ") VALUES (?1, ?2, ?3)")          \
    X(ACCEPTED_DELETE_BEYOND,                                                                      \
      "DELETE FROM accepted WHERE number <= (SELECT max(number) FROM accepted) - ?1")              \
    X(CHAT_INSERT, "INSERT INTO chat (game, room, seq, at, account, text) "                        \
                   "SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE ?3 = 1 + coalesce("                        \
                   "(SELECT max(seq) FROM chat WHERE game = ?1 AND room = ?2), 0)")                \
    X(IGNORE_INSERT, "INSERT INTO ignores (account, ignored) VALUES (?1, ?2) "                     \
                     "ON CONFLICT (account, ignored) DO NOTHING")                                  \
    X(IGNORE_DELETE, "DELETE FROM ignores WHERE account = ?1 AND ignored = ?2")                    \
                                                                                                   \
    X(GAME_INSERT, "INSERT INTO games (id, size, initial_ms, increment_ms, per_move_ms, pool, "    \
                   "rated, blue, red, blue_rating, red_rating, started_at) "                       \
                   "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)")                   \
    X(LOG_INSERT, "INSERT INTO log (game, v, at, kind, ply, data) "                                \
                  "SELECT ?1, ?2, ?3, ?4, ?5, ?6 "                                                 \
                  "WHERE ?2 = 1 + coalesce((SELECT max(v) FROM log WHERE game = ?1), 0)")          \
    X(LOG_DATA, "SELECT data FROM log WHERE game = ?1 ORDER BY v")                                 \
    X(LOG_DELETE, "DELETE FROM log WHERE game = ?1")                                               \
    X(LAST_END, "SELECT sequence, ended_at FROM games WHERE sequence IS NOT NULL "                 \
                "ORDER BY sequence DESC LIMIT 1")                                                  \
    X(GAME_END, "UPDATE games SET status = ?2, sequence = ?3, winner = ?4, reason = ?5, "          \
                "ended_at = ?6, ply = ?7, v = ?8, log = ?9 WHERE id = ?1 AND sequence IS NULL")    \
    X(RESULTS_INSERT,                                                                              \
      "INSERT INTO results (account, sequence, opponent, size, pool, rated, result, "              \
      "reason) " RESULT_OF("blue", "red") " UNION ALL " RESULT_OF("red", "blue"))                  \
    X(GAME_SIZE, "SELECT size FROM games WHERE id = ?1")                                           \
    X(OPENING_COUNT, "INSERT INTO openings (size, line, blue, red) VALUES (?1, ?2, ?3, ?4) "       \
                     "ON CONFLICT (size, line) DO UPDATE "                                         \
                     "SET blue = blue + excluded.blue, red = red + excluded.red")                  \
    X(RATING_INSERT, "INSERT INTO ratings (account, pool, rating, deviation, volatility, at, "     \
                     "games, version) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 1) "                     \
                     "ON CONFLICT (account, pool) DO NOTHING")                                     \
    X(RATING_UPDATE, "UPDATE ratings SET rating = ?3, deviation = ?4, volatility = ?5, at = ?6, "  \
                     "games = ?7, version = ?8 + 1 "                                               \
                     "WHERE account = ?1 AND pool = ?2 AND version = ?8")                          \
    X(RATING_POINT_INSERT, "INSERT INTO rating_points (account, pool, sequence, rating, "          \
                           "deviation, volatility, games) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")    \
                                                                                                   \
    X(SWEEP_TOKENS, "DELETE FROM tokens WHERE expires_at <= ?1")                                   \
    X(SWEEP_SEEKS, "DELETE FROM seeks WHERE at <= ?1")                                             \
    X(SWEEP_CHALLENGES, "DELETE FROM challenges WHERE at <= ?1")                                   \
    X(SWEEP_GUEST_IGNORES, "DELETE FROM ignores WHERE account IN " CLOSED_GUESTS)                  \
    X(SWEEP_GUEST_ACCEPTED, "DELETE FROM accepted WHERE account IN " CLOSED_GUESTS)                \
    X(SWEEP_GUESTS, "UPDATE accounts SET closed_at = ?1 WHERE " GUEST_HAS_LEFT)                    \
    X(GUEST_CLOSE, "UPDATE accounts SET closed_at = ?1 WHERE id = ?2 AND " GUEST_HAS_LEFT)         \
                                                                                                   \
    X(ACCOUNT_BY_NAME,                                                                             \
      "SELECT " ACCOUNT_COLUMNS " FROM accounts WHERE name = ?1 AND closed_at IS NULL")            \
    X(ACCOUNT_BY_TOKEN,                                                                            \
      "SELECT " ACCOUNT_COLUMNS                                                                    \
      " FROM tokens CROSS JOIN accounts ON accounts.id = tokens.account "                          \
      "WHERE tokens.hash = ?1 AND tokens.expires_at > ?2 AND accounts.closed_at IS NULL")          \
    X(ACCOUNT_HAS_TOKEN, "SELECT 1 FROM tokens WHERE account = ?1 AND expires_at > ?2 LIMIT 1")    \
    X(ACCOUNT_RATINGS, "SELECT " RATING_COLUMNS " FROM ratings WHERE account = ?1")                \
    X(ACCOUNT_IGNORED,                                                                             \
      "SELECT accounts.id FROM ignores CROSS JOIN accounts ON accounts.id = ignores.ignored "      \
      "WHERE ignores.account = ?1 AND accounts.closed_at IS NULL "                                 \
      "ORDER BY ignores.ignored LIMIT ?2")                                                         \
    X(ACCOUNT_TOTALS, "SELECT result, count(*) FROM results WHERE account = ?1 AND sequence < ?2 " \
                      "GROUP BY result")                                                           \
    X(RATING_POINT, "SELECT rating, deviation, volatility, 0, games FROM rating_points "           \
                    "WHERE account = ?1 AND pool = ?2 AND sequence = ?3")                          \
    X(RATING_THEN,                                                                                 \
      "SELECT points.pool, points.rating, points.deviation, points.volatility, games.ended_at, "   \
      "points.games, points.games FROM rating_points AS points "                                   \
      "CROSS JOIN games ON games.sequence = points.sequence "                                      \
      "WHERE points.account = ?1 AND points.pool = ?2 AND points.sequence < ?3 "                   \
      "ORDER BY points.sequence DESC LIMIT 1")                                                     \
    X(GAME_BY_ID, "SELECT " GAME_COLUMNS ", games.log, " CHAT_SEQ_COLUMNS                          \
                  " FROM games" GAME_PLAYERS "WHERE games.id = ?1")                                \
    X(GAME_LOG, "SELECT log FROM games WHERE sequence = ?1")                                       \
    X(GAME_EXISTS, "SELECT 1 FROM games WHERE id = ?1")                                            \
    X(CHAT_LINES, "SELECT chat.seq, chat.at, accounts.id, accounts.name, chat.text "               \
                  "FROM chat CROSS JOIN accounts ON accounts.id = chat.account "                   \
                  "WHERE chat.game = ?1 AND chat.room = ?2 AND chat.seq > ?3 AND NOT EXISTS "      \
                  "(SELECT 1 FROM ignores WHERE ignores.account = ?4 AND ignored = chat.account) " \
                  "ORDER BY chat.seq LIMIT ?5")                                                    \
    X(LOG_ENTRIES, "SELECT v, at, kind, ply, data FROM log WHERE game = ?1 ORDER BY v")            \
    X(LOG_LAST, "SELECT v, ply FROM log WHERE game = ?1 ORDER BY v DESC LIMIT 1")                  \
    X(OPENING_GAMES, "SELECT blue, red FROM openings WHERE size = ?1 AND line = ?2")               \
    X(OPENING_NEXT, "SELECT line, blue, red FROM openings WHERE size = ?1 AND line > ?2 "          \
                    "ORDER BY line LIMIT 1")                                                       \
    X(SEQUENCE_AT, "SELECT sequence FROM games WHERE ended_at >= ?1 "                              \
                   "ORDER BY ended_at, sequence LIMIT 1")                                          \
    X(RATING_POINTS,                                                                               \
      "SELECT rating_points.sequence, games.ended_at, rating_points.rating, "                      \
      "rating_points.deviation, games.id "                                                         \
      "FROM rating_points CROSS JOIN games ON games.sequence = rating_points.sequence "            \
      "WHERE rating_points.account = ?1 AND rating_points.pool = ?2 "                              \
      "AND rating_points.sequence >= ?3 AND rating_points.sequence < ?4 "                          \
      "ORDER BY rating_points.sequence DESC LIMIT ?5")                                             \
    X(LEADERS,                                                                                     \
      "SELECT accounts.name, accounts.kind, ratings.rating, ratings.deviation, "                   \
      "ratings.volatility, ratings.at, ratings.games FROM ratings INDEXED BY ratings_by_rating "   \
      "CROSS JOIN accounts ON accounts.id = ratings.account "                                      \
      "WHERE ratings.pool = ?1 AND ratings.rating <= ?2 AND ratings.deviation <= ?3 "              \
      "AND (accounts.kind = 'human' OR (?4 AND accounts.kind = 'bot')) "                           \
      "AND (ratings.rating < ?2 OR accounts.name > ?5) "                                           \
      "ORDER BY ratings.rating DESC, accounts.name")                                               \
    /* Everybody who has a rating by now, with the point that was the last then. */                \
    X(LEADERS_THEN,                                                                                \
      "SELECT accounts.name, accounts.kind, points.rating, points.deviation, points.volatility, "  \
      "games.ended_at, points.games FROM ratings INDEXED BY ratings_by_rating "                    \
      "CROSS JOIN rating_points AS points ON points.account = ratings.account "                    \
      "AND points.pool = ratings.pool AND points.sequence = (SELECT max(sequence) "                \
      "FROM rating_points WHERE account = ratings.account AND pool = ratings.pool "                \
      "AND sequence < ?6) "                                                                        \
      "CROSS JOIN accounts ON accounts.id = ratings.account "                                      \
      "CROSS JOIN games ON games.sequence = points.sequence "                                      \
      "WHERE ratings.pool = ?1 AND points.rating <= ?2 AND points.deviation <= ?3 "                \
      "AND (accounts.kind = 'human' OR (?4 AND accounts.kind = 'bot')) "                           \
      "AND (points.rating < ?2 OR accounts.name > ?5) "                                            \
      "ORDER BY points.rating DESC, accounts.name")                                                \
                                                                                                   \
    /* Apart from what is in the logs, the latest time is found along indexes. */                  \
    X(LOAD_LAST_AT, "SELECT max(coalesce((SELECT max(created_at) FROM accounts), 0), "             \
                    "coalesce((SELECT closed_at FROM accounts WHERE closed_at IS NOT NULL "        \
                    "ORDER BY closed_at DESC LIMIT 1), 0), "                                       \
                    "coalesce((SELECT max(at) FROM seeks), 0), "                                   \
                    "coalesce((SELECT max(at) FROM challenges), 0), "                              \
                    "coalesce((SELECT max(at) FROM chat), 0), "                                    \
                    "coalesce((SELECT ended_at FROM games WHERE sequence IS NOT NULL "             \
                    "ORDER BY sequence DESC LIMIT 1), 0))")                                        \
    /* Games and logs come in the same order, so one pass over each is enough. */                  \
    X(LOAD_GAMES, "SELECT " GAME_COLUMNS ", " CHAT_SEQ_COLUMNS                                     \
                  " FROM games INDEXED BY games_playing" GAME_PLAYERS                              \
                  "WHERE games.sequence IS NULL ORDER BY games.id")                                \
    X(LOAD_LOGS, "SELECT game, v, at, ply, data FROM log ORDER BY game, v")                        \
    X(LOAD_SEEKS, "SELECT " SEEK_COLUMNS " FROM seeks WHERE at > ?1 ORDER BY at, id")              \
    X(LOAD_CHALLENGES,                                                                             \
      "SELECT " CHALLENGE_COLUMNS " FROM challenges WHERE at > ?1 ORDER BY at, id")                \
    X(LOAD_ACCEPTED, "SELECT " ACCEPTED_COLUMNS " FROM accepted ORDER BY number")                  \
    X(LOAD_ACCOUNTS,                                                                               \
      "SELECT " ACCOUNT_COLUMNS ", " RATING_COLUMNS " FROM ("                                      \
      "SELECT blue AS id FROM games INDEXED BY games_playing_blue WHERE sequence IS NULL "         \
      "UNION SELECT red FROM games INDEXED BY games_playing_red WHERE sequence IS NULL "           \
      "UNION SELECT account FROM seeks WHERE at > ?1 "                                             \
      "UNION SELECT challenger FROM challenges WHERE at > ?1 "                                     \
      "UNION SELECT challenged FROM challenges WHERE at > ?1) AS concerned "                       \
      "CROSS JOIN accounts ON accounts.id = concerned.id "                                         \
      "LEFT JOIN ratings ON ratings.account = accounts.id")

enum statement {
#define STATEMENT_ENUM(name, sql) STATEMENT_##name,
    STATEMENTS(STATEMENT_ENUM)
#undef STATEMENT_ENUM
        STATEMENT_COUNT
};

/* For messages and for tests that ask how it is carried out. */
const char *statement_sql(enum statement statement);
