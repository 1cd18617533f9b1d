/* What tests of the store share: a store in a fresh folder, requests with sensible contents, and
 * asking. Anything that fails here ends the test. */
#pragma once

#include "server/store/reader.h"
#include "tests/support/cmocka_test.h"

struct fixture {
    char folder[64];
    struct store *store;
    struct reader *reader;
    uint64_t number; /* of the last request */
    int64_t now;     /* wall time of the next request; the test moves it */
};

/* A new folder with nothing in it. */
void fixture_folder(char folder[64]);
void fixture_remove_folder(const char *folder);

void fixture_init(struct fixture *fixture);
/* Closes and removes all. */
void fixture_deinit(struct fixture *fixture);
void fixture_close(struct fixture *fixture);
void fixture_reopen(struct fixture *fixture);

/* 12 characters that begin with `letter` and end with the number. */
void make_id(char id[ID_SIZE], char letter, int number);
struct token_hash make_token(int number);

/* Requests, numbered and dated; ids are made of the numbers. */
struct store_request account_add(struct fixture *fixture, int account, const char *name,
                                 enum account_kind kind);
struct store_request token_add(struct fixture *fixture, int account, int token, int64_t expires_at);
struct store_request seek_add(struct fixture *fixture, int seek, int account);
/* From one account to another, size 4, a day a move, rated, the challenger to be Blue. */
struct store_request challenge_add(struct fixture *fixture, int challenge, int from, int to);
/* `line` is filled in with the text, and borrowed. */
struct store_request chat_add(struct fixture *fixture, int game, enum chat_room room, int64_t seq,
                              int account, const char *text, struct chat_line *line);
struct store_request ignore_set(struct fixture *fixture, int account, int other, bool on);
struct store_request sweep(struct fixture *fixture);
struct store_request guest_close(struct fixture *fixture, int account);
/* Between accounts `blue` and `red`, size 3, 5 minutes + 3 seconds, casual. */
struct store_request game_start(struct fixture *fixture, int game, int blue, int red);
/* Makes a start that comes of a seek ('s') or a challenge ('c'), which that account accepted. */
void add_accept(struct store_request *request, char kind, int accepted, int accepter);
/* One move as entry v. */
struct store_request game_move(struct fixture *fixture, int game, int64_t v);
/* The end as entry v: `winner` as enum color, or -1. */
struct store_request game_end(struct fixture *fixture, int game, int64_t v, int winner,
                              enum reason reason);
/* Makes an end that changes a rating. */
void add_rating(struct store_request *request, int account, int pool, uint32_t version,
                double rating, double deviation);

/* Commits; the first must succeed and be done, the second must fail with `words` in its line. */
struct store_result commit(struct fixture *fixture, const struct store_request *request);
void commit_fails(struct fixture *fixture, const struct store_request *request, const char *words);

/* Answers are freed with read_answer_destroy. They must not have failed. */
struct read_answer *ask(struct fixture *fixture, const struct read_request *request);
struct read_answer *ask_account(struct fixture *fixture, const char *name);
struct read_answer *ask_token(struct fixture *fixture, int token);
struct read_answer *ask_game(struct fixture *fixture, int game);
struct read_answer *ask_history(struct fixture *fixture, const struct history_filter *filter,
                                int limit, int64_t before);
/* Whether there is one; for those of which no more is to be known. */
bool account_found(struct fixture *fixture, const char *name);
bool token_found(struct fixture *fixture, int token);

/* A filter that lets everything through. */
struct history_filter any_game(void);

/* The database that tests/data/store keeps of a schema, into a folder that has none. */
void make_database_of(const char *folder, int schema);

/* Runs SQL on the database of the folder, behind the store's back. */
void run_sql(const char *folder, const char *sql);
int64_t ask_sql(const char *folder, const char *sql);
/* Also checks the whole file. */
void ask_sql_text(const char *folder, const char *sql, char *text, size_t size);
