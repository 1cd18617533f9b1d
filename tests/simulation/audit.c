#include "tests/simulation/audit.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tests/simulation/audit_accepts.h"
#include "tests/simulation/audit_game.h"
#include "tests/simulation/audit_history.h"

/* Longer than absences and finished games are remembered, and than any clock has left. */
#define LONG_ENOUGH_MS 3600000

void audit_games(struct run *run, size_t most)
{
    struct auditor auditor;
    const struct judge_game *game;
    size_t at = 0;
    auditor_open(&auditor, run);
    while (most > 0 && (game = table_next(&run->judge.games, &at)) != NULL &&
           run->complaint[0] == '\0') {
        audit_game(&auditor, game);
        most--;
    }
    auditor_close(&auditor);
}

/* Whoever follows the lobby has seen come and go what leads to the lobby as it is. */
static void audit_lobby(struct auditor *auditor)
{
    static struct lobby_view now;
    struct run *run = auditor->run;
    char code[32];
    json_t *ok = auditor_ask(auditor, code, "\"op\":\"lobby\"");
    lobby_view_set(&now, json_object_get(ok, "seeks"));
    json_decref(ok);
    for (int i = 0; i < CROWD_CLIENTS; i++) {
        int connection = run->crowd.clients[i].connection;
        if (connection < 0 || connection >= run->judge.connection_count)
            continue;
        const struct lobby_view *told = run->judge.connections[connection].lobby;
        if (told != NULL && told->follows && !lobby_view_equal(told, &now))
            run_complain(run, "connection %d has been told of another lobby", connection);
    }
}

static void everybody_leaves(struct run *run)
{
    for (int i = 0; i < CROWD_CLIENTS; i++) {
        struct client *client = &run->crowd.clients[i];
        if (client->connection < 0)
            continue;
        judge_cut(&run->judge, client->connection);
        world_disconnect(run->world, client->connection);
        client->connection = -1;
    }
    run_hold(run, false);
    world_advance(run->world, LONG_ENOUGH_MS);
}

/* Nobody has moved for so long that every clock has run out. */
static void audit_clocks(struct run *run)
{
    const struct ledger_game *game;
    for (size_t at = 0; (game = table_next(&run->ledger.games, &at)) != NULL;) {
        if (!game->ended && game->time.kind != TIME_NONE)
            run_complain(run, "game %s: time has run out, and nobody noticed", game->id);
    }
}

/* When nobody is there, the machine has exactly what another one would load. */
static void audit_memory(struct run *run)
{
    struct machine_counts before, after;
    everybody_leaves(run);
    audit_clocks(run);
    machine_counts(run->world->machine, &before);
    if (before.connections != 0 || before.signed_in != 0 || before.hashing != 0 ||
        before.reading != 0 || before.stored != before.issued)
        run_complain(run,
                     "nobody is there, and yet there are %" PRIu32 " connections, %" PRIu32
                     " signed in, %" PRIu32 " hashes, %" PRIu32 " reads",
                     before.connections, before.signed_in, before.hashing, before.reading);
    world_crash(run->world, 0);
    machine_counts(run->world->machine, &after);
    if (before.games != after.games || before.seeks != after.seeks ||
        before.accounts != after.accounts)
        run_complain(run,
                     "a restart changes what there is: games %" PRIu32 " to %" PRIu32
                     ", seeks %" PRIu32 " to %" PRIu32 ", accounts %" PRIu32 " to %" PRIu32,
                     before.games, after.games, before.seeks, after.seeks, before.accounts,
                     after.accounts);
}

void audit_all(struct run *run)
{
    struct auditor auditor;
    audit_games(run, SIZE_MAX);
    auditor_open(&auditor, run);
    audit_lobby(&auditor);
    audit_history(&auditor);
    auditor_close(&auditor);
    audit_memory(run);
    auditor_open(&auditor, run);
    audit_accepts(&auditor); /* by a process that comes after those that began the games */
    auditor_close(&auditor);
    audit_games(run, SIZE_MAX);
}
