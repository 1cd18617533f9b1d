/* How each kind of read is answered, within the transaction that reader_answer began: everything in
 * one answer is of the same moment.
 * Each sets answer->status and what goes with it, and gives false, with a line in database->error,
 * where the database could not be read. */
#pragma once

#include "server/store/database.h"

bool read_account(struct database *database, const struct read_request *request,
                  struct read_answer *answer);
bool read_token(struct database *database, const struct read_request *request,
                struct read_answer *answer);
bool read_leaderboard(struct database *database, const struct read_request *request,
                      struct read_answer *answer);

bool read_game(struct database *database, const struct read_request *request,
               struct read_answer *answer);
bool read_history(struct database *database, const struct read_request *request,
                  struct read_answer *answer);
bool read_chat(struct database *database, const struct read_request *request,
               struct read_answer *answer);
bool read_openings(struct database *database, const struct read_request *request,
                   struct read_answer *answer);
bool read_rating_history(struct database *database, const struct read_request *request,
                         struct read_answer *answer);

/* Shared by the above. */

/* The id of the account with this name. False where the database failed; *found tells whether there
 * is one. */
bool read_account_id(struct database *database, const char *name, char id[ID_SIZE], bool *found);

/* Endings by their sequence: first <= sequence < end. */
struct span {
    int64_t first, end;
};
/* The endings of since <= time < until (0: no limit) and, where `before` is not 0, before it. */
bool read_span(struct database *database, int64_t since, int64_t until, int64_t before,
               struct span *span);

/* Both give false, with the line. */
bool read_out_of_memory(struct database *database);
bool read_damaged(struct database *database, const char *what);
