/* A machine whose every event is made by hand: what the store and the hasher say is the test's to
 * invent, and nothing happens by itself. For races that a whole server shows once in a year.
 * Effects gather until by_hand_forget. */
#pragma once

#include "server/machine/machine.h"

#include "tests/support/cmocka_test.h"

struct by_hand {
    struct machine *machine;
    struct effects effects;
    int64_t now_ms, wall_ms;
    uint64_t stored; /* the last store request told as stored */
};

/* Limits are open. Starts with what is restored, or with nothing (NULL). */
void by_hand_init(struct by_hand *by_hand, const struct restored *restored);
/* With fewer requests outstanding before `busy`. */
void by_hand_init_narrow(struct by_hand *by_hand, const struct restored *restored,
                         uint32_t max_outstanding);
void by_hand_deinit(struct by_hand *by_hand);
void by_hand_forget(struct by_hand *by_hand);

struct conn_id by_hand_connect(struct by_hand *by_hand, uint32_t slot);
void by_hand_disconnect(struct by_hand *by_hand, struct conn_id conn);
void by_hand_line(struct by_hand *by_hand, struct conn_id conn, const char *line);
/* Time passes by so much, and then the machine is woken once. */
void by_hand_wait(struct by_hand *by_hand, int64_t ms);

/* The next `most` store requests are on disk, all done as asked. */
void by_hand_store(struct by_hand *by_hand, uint64_t most);
void by_hand_store_all(struct by_hand *by_hand);
/* The next one is, with this result; its number is filled in. */
void by_hand_store_as(struct by_hand *by_hand, struct store_result result);

/* The answer to a read: this account, or none. */
void by_hand_answer(struct by_hand *by_hand, uint64_t ticket, const struct account_row *row);
/* `hash` is what was made, or "". */
void by_hand_hashed(struct by_hand *by_hand, uint64_t ticket, bool ok, const char *hash);

/* The newest effect of a kind, which must be there. */
const struct store_request *by_hand_stored_last(const struct by_hand *by_hand);
const struct read_request *by_hand_read_last(const struct by_hand *by_hand);
const struct hash_request *by_hand_hash_last(const struct by_hand *by_hand);
/* How many effects of a kind there are. */
int by_hand_count(const struct by_hand *by_hand, enum effect_kind kind);
/* Whether the newest message to a connection contains a text; on no, it is printed. */
bool by_hand_heard(const struct by_hand *by_hand, struct conn_id conn, const char *text);
/* Whether any message to it does. */
bool by_hand_heard_ever(const struct by_hand *by_hand, struct conn_id conn, const char *text);

/* Signs in by `resume`, the store's answer being this account; all that is stored is on disk
 * afterwards. */
void by_hand_sign_in(struct by_hand *by_hand, struct conn_id conn, const char *token,
                     const struct account_row *row);

struct machine_counts by_hand_counts(const struct by_hand *by_hand);

/* A human account without games, its id made of the name. */
struct account_row by_hand_account(const char *name);
