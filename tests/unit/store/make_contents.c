/* Makes the database that tests/data/store keeps for every schema, in the folder named.
 * Not a test: run once when a migration is added (tests/data/store/README.md). */
#include "tests/unit/store/fixture.h"

#include <stdio.h>
#include <stdlib.h>

int main(int count, char **arguments)
{
    if (count != 2) {
        fprintf(stderr, "usage: %s FOLDER\n", arguments[0]);
        return EXIT_FAILURE;
    }
    struct fixture fixture = {.now = INT64_C(1700000000000)};
    char notice[STORE_ERROR_SIZE], error[STORE_ERROR_SIZE];
    fixture.store = store_open(arguments[1], notice, error);
    if (fixture.store == NULL) {
        fprintf(stderr, "%s\n", error);
        return EXIT_FAILURE;
    }
    struct store_request end = game_end(&fixture, 1, 3, COLOR_BLUE, REASON_CAPTURE);
    add_rating(&end, 1, 1, 0, 1662.25, 290.5);
    add_rating(&end, 2, 1, 0, 1337.75, 290.5);
    struct store_request start = game_start(&fixture, 1, 1, 2);
    start.as.game_start.game.rated = true;
    struct store_request accepted = game_start(&fixture, 2, 2, 1);
    add_accept(&accepted, 's', 2, 1);
    struct opening opening = {.count = 2, .turns = {{1, {9}}, {1, {10}}}};
    struct chat_line line;
    end.as.game_log.opening = &opening;
    struct store_request guest = account_add(&fixture, 3, "guest-gone", ACCOUNT_GUEST);
    guest.as.account_add.expires_at = fixture.now;
    const struct store_request requests[] = {
        account_add(&fixture, 1, "Alice", ACCOUNT_HUMAN),
        account_add(&fixture, 2, "robot", ACCOUNT_BOT),
        guest,
        sweep(&fixture),
        seek_add(&fixture, 1, 1),
        start,
        game_move(&fixture, 1, 2),
        end,
        accepted,
        game_move(&fixture, 2, 2),
        game_move(&fixture, 2, 3),
        challenge_add(&fixture, 1, 2, 1),
        ignore_set(&fixture, 1, 2, true),
        chat_add(&fixture, 1, CHAT_PLAYERS, 1, 2, "good game", &line),
    };
    for (size_t i = 0; i < sizeof(requests) / sizeof(requests[0]); i++)
        commit(&fixture, &requests[i]);
    store_close(fixture.store);
    return EXIT_SUCCESS;
}
