/* Connections: coming, going, identity, waiting, and saying something to them. */
#pragma once

#include "server/machine/state.h"

/* Events. */
void connection_open(struct machine *machine, const struct event *event);
/* lag_ms: what the driver says of the connection's round trip. */
void connection_line(struct machine *machine, struct conn_id id, const char *bytes, size_t length,
                     int64_t lag_ms);
void connection_too_long(struct machine *machine, struct conn_id id);
void connection_closed(struct machine *machine, struct conn_id id);

/* Gives it an identity: it had none. */
void connection_sign_in(struct machine *machine, struct connection *connection,
                        struct account *account, const struct token_hash *token,
                        int64_t expires_at);
/* Takes its identity and says so with `signed_out`. */
void connection_sign_out(struct machine *machine, struct connection *connection);

/* No more seek_added and seek_removed; also where it is not in the lobby. */
void connection_leave_lobby(struct machine *machine, struct connection *connection);

/* ---- Saying something: one message each, gated by all store requests so far ---------------- */

/* Begins `{"re":…,"ok":`; write one value to the writer, then reply_ok_end. */
struct writer *reply_ok(struct machine *machine, const struct request *request);
void reply_ok_end(struct machine *machine, struct connection *connection);
/* `"ok":{}` */
void reply_empty(struct machine *machine, struct connection *connection,
                 const struct request *request);

/* `"ok":{"v":…}` */
void reply_v(struct machine *machine, struct connection *connection, const struct request *request,
             int64_t v);
/* `"ok":{"game":ID}` */
void reply_game(struct machine *machine, struct connection *connection,
                const struct request *request, const char *id);

/* An error without further members. */
void reply_error(struct machine *machine, struct connection *connection,
                 const struct request *request, enum error_code code, const char *message);
/* ERROR_BAD_REQUEST with `field`. */
void reply_bad_field(struct machine *machine, struct connection *connection,
                     const struct request *request, const char *field, const char *message);
/* ERROR_RATE_LIMITED or ERROR_BUSY with `retry_after_ms`. */
void reply_retry(struct machine *machine, struct connection *connection,
                 const struct request *request, enum error_code code, const char *message,
                 int64_t retry_after_ms);
/* An error with members of its own between the two calls. */
struct writer *reply_error_begin(struct machine *machine, const struct request *request,
                                 enum error_code code, const char *message);
void reply_error_end(struct machine *machine, struct connection *connection);

/* Begins an event `{"ev":NAME,`; write members, then send it with one of the two below. */
struct writer *event_begin(struct machine *machine, const char *name);
void event_send(struct machine *machine, struct connection *connection);
/* To all connections of an account, or two accounts (b may be NULL). */
void event_send_accounts(struct machine *machine, const struct account *a, const struct account *b);

/* The writer's text as one message, with its LF; the writer is cleared. */
struct message *message_take(struct machine *machine);
void message_send(struct machine *machine, struct message *message, const struct conn_id *conns,
                  size_t count);
/* Room for `count` recipients in machine->recipients. */
struct conn_id *recipients_reserve(struct machine *machine, size_t count);

/* ---- Waiting. The request is moved into the connection, which is paused. ---- */

/* The stop waits no longer: where it waits for a password, it is answered shutting_down. That has
 * changed nothing yet. */
void connection_overdue(struct machine *machine, struct connection *connection);

void wait_for_read(struct machine *machine, struct connection *connection, struct request *request,
                   struct read_request *read,
                   void (*answered)(struct machine *, struct connection *, struct request *,
                                    const struct read_answer *));
/* Once the stop is overdue it is answered shutting_down instead. */
void wait_for_hash(struct machine *machine, struct connection *connection, struct request *request,
                   struct hash_request *hash,
                   void (*hashed)(struct machine *, struct connection *, struct request *, bool,
                                  const char *));
/* Issues `store` and waits for its result. */
void wait_for_store(struct machine *machine, struct connection *connection, struct request *request,
                    struct store_request *store,
                    void (*stored)(struct machine *, struct connection *, struct request *,
                                   const struct store_result *));

/* Zeroed, of that kind, dated now. */
struct store_request *store_request_new(struct machine *machine, enum store_kind kind);
struct read_request *read_request_new(struct machine *machine, enum read_kind kind);

/* Issues a store request; gives its entry among the outstanding ones, for what is to follow. */
struct outstanding *store_issue(struct machine *machine, struct store_request *request);
/* Whether so much is outstanding that `busy` is to be said before anything more is begun. */
bool store_busy(const struct machine *machine);

/* Completions. */
void connection_answered(struct machine *machine, const struct read_answer *answer);
void connection_hashed(struct machine *machine, uint64_t ticket, bool ok, const char *hash);
void connection_stored(struct machine *machine, const struct outstanding *outstanding,
                       const struct store_result *result);
