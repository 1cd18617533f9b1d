/* ignore: no chat and no challenges from somebody, until it is taken back. */
#include "server/machine/account.h"
#include "server/machine/connection.h"
#include "server/machine/operations.h"
#include "server/machine/user.h"

#include <string.h>

/* Puts it into the list, or takes it out; true where that changed anything. */
static bool change(struct account *account, const char *other, bool on)
{
    int at = 0;
    while (at < account->ignored_count && strcmp(account->ignored[at], other) != 0)
        at++;
    bool listed = at < account->ignored_count;
    if (listed == on)
        return false;
    if (on)
        account_ignore(account, other);
    else
        memcpy(account->ignored[at], account->ignored[--account->ignored_count], ID_SIZE);
    return true;
}

static void ignore_answered(struct machine *machine, struct connection *connection,
                            struct request *request, const struct read_answer *answer)
{
    struct account *account = connection->account;
    if (answer->status == READ_NOT_FOUND) {
        reply_error(machine, connection, request, ERROR_NOT_FOUND, "there is no such user");
        return;
    }
    if (strcmp(answer->account->id, account->row.id) == 0) {
        reply_error(machine, connection, request, ERROR_NOT_ALLOWED_NOW, "that is yourself");
        return;
    }
    if (request->ignore && account->ignored_count >= IGNORED_MAX) {
        reply_error(machine, connection, request, ERROR_NOT_ALLOWED_NOW,
                    "you ignore 200 users already");
        return;
    }
    if (change(account, answer->account->id, request->ignore)) {
        struct store_request *store = store_request_new(machine, STORE_IGNORE_SET);
        strcpy(store->as.ignore_set.account, account->row.id);
        strcpy(store->as.ignore_set.other, answer->account->id);
        store->as.ignore_set.on = request->ignore;
        store_issue(machine, store);
    }
    reply_empty(machine, connection, request);
}

void op_ignore(struct machine *machine, struct connection *connection, struct request *request)
{
    if (store_busy(machine))
        reply_retry(machine, connection, request, ERROR_BUSY, "the server is busy", 1000);
    else
        user_read(machine, connection, request, request->user, INT64_MAX, ignore_answered);
}
