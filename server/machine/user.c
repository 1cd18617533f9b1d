#include "server/machine/user.h"

#include <string.h>

void user_not_found(struct machine *machine, struct connection *connection,
                    const struct request *request)
{
    reply_error(machine, connection, request, ERROR_NOT_FOUND, "there is no such user");
}

void user_read(struct machine *machine, struct connection *connection, struct request *request,
               const char *name, int64_t at,
               void (*answered)(struct machine *, struct connection *, struct request *,
                                const struct read_answer *))
{
    if (name[0] == '\0' || strlen(name) > NAME_LENGTH) {
        user_not_found(machine, connection, request);
        return;
    }
    struct read_request *read = read_request_new(machine, READ_ACCOUNT);
    strcpy(read->as.account.name, name);
    read->as.account.at = at;
    wait_for_read(machine, connection, request, read, answered);
}
