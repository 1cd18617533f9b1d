#include "tests/simulation/run.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tests/simulation/audit.h"
#include "tests/simulation/saying.h"

/* ---- What is seen ------------------------------------------------------------------------- */

static void on_shown(void *context, int connection, const struct message *message)
{
    struct run *run = context;
    judge_shown(&run->judge, connection, message);
    crowd_shown(&run->crowd, connection, message);
}

static void on_said(void *context, int connection, const char *bytes, size_t length)
{
    struct run *run = context;
    judge_said(&run->judge, connection, bytes, length);
}

static void on_written(void *context, const struct store_request *request,
                       const struct store_result *result)
{
    struct run *run = context;
    judge_written(&run->judge, request, result);
    ledger_written(&run->ledger, request, result);
}

void run_complain(struct run *run, const char *format, ...)
{
    if (run->complaint[0] != '\0')
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(run->complaint, sizeof run->complaint, format, arguments);
    va_end(arguments);
}

static bool all_well(struct run *run)
{
    if (run->judge.complaint[0] != '\0')
        run_complain(run, "%s", run->judge.complaint);
    if (run->ledger.complaint[0] != '\0')
        run_complain(run, "%s", run->ledger.complaint);
    return run->complaint[0] == '\0';
}

/* ---- Beginning and end -------------------------------------------------------------------- */

static bool chance(struct run *run, uint32_t in)
{
    return random_below(&run->random, in) == 0;
}

void run_init(struct run *run, uint64_t seed, FILE *trace)
{
    *run = (struct run){.seed = seed, .random = {.state = seed}};
    judge_init(&run->judge);
    ledger_init(&run->ledger);
    crowd_init(&run->crowd);
    struct machine_config config;
    machine_config_init(&config);
    /* Every run has other limits, so that each is met in some of them. */
    config.open_limits = !chance(run, 4);
    config.max_connections = CROWD_CLIENTS - 4 + random_below(&run->random, 8);
    config.max_games = chance(run, 4) ? 12 : 400;
    config.max_outstanding = chance(run, 3) ? 6 : 16384;
    config.turn_limit = chance(run, 4) ? 30 : 10000;
    run->prompt = chance(run, 5);
    struct world_watcher watcher = {
        .shown = on_shown, .said = on_said, .written = on_written, .context = run};
    run->world = world_create(&config, random_next(&run->random), &watcher);
    run->world->trace = trace;
    run_hold(run, true);
}

void run_deinit(struct run *run)
{
    world_destroy(run->world);
    judge_deinit(&run->judge);
    ledger_deinit(&run->ledger);
    crowd_deinit(&run->crowd);
}

void run_hold(struct run *run, bool hold)
{
    bool held = hold && !run->prompt;
    run->world->hold_commits = run->world->hold_reads = run->world->hold_hashes = held;
    world_settle(run->world);
}

/* ---- What can happen ---------------------------------------------------------------------- */

static void drain(struct run *run, const struct client *client)
{
    struct message *message;
    while ((message = world_hear(run->world, client->connection)) != NULL)
        message_release(message);
}

/* Any client that is (or is not) connected; NULL where there is none. */
static struct client *any_client(struct run *run, bool connected)
{
    uint32_t first = random_below(&run->random, CROWD_CLIENTS);
    for (uint32_t i = 0; i < CROWD_CLIENTS; i++) {
        struct client *client = &run->crowd.clients[(first + i) % CROWD_CLIENTS];
        if ((client->connection >= 0) == connected)
            return client;
    }
    return NULL;
}

/* False where it has nothing to say. */
static bool speak(struct run *run, struct client *client)
{
    char line[SAYING_MAX];
    drain(run, client);
    /* Mostly one waits for a reply; some send on. */
    if (judge_owed(&run->judge, client->connection) > 0 && !chance(run, 150))
        return false;
    size_t length = saying_any(&run->crowd, client, &run->random, line);
    if (length > 0)
        world_say(run->world, client->connection, line, length);
    return length > 0;
}

static void client_says(struct run *run)
{
    uint32_t first = random_below(&run->random, CROWD_CLIENTS);
    bool spoken = false;
    for (uint32_t i = 0; i < CROWD_CLIENTS && !spoken; i++) {
        struct client *client = &run->crowd.clients[(first + i) % CROWD_CLIENTS];
        spoken = client->connection >= 0 && speak(run, client);
    }
}

static void client_connects(struct run *run)
{
    struct client *client = any_client(run, false);
    if (client == NULL)
        return;
    client->name[0] = '\0';
    client->asked = ASKED_NOTHING;
    client->connection = world_connect(run->world, (uint8_t)random_below(&run->random, 3));
    if (client->connection >= 0 && random_below(&run->random, 2) == 0)
        world_lag(run->world, client->connection, random_below(&run->random, 2000));
}

static void client_leaves(struct run *run)
{
    struct client *client = any_client(run, true);
    if (client == NULL)
        return;
    drain(run, client);
    judge_cut(&run->judge, client->connection);
    world_disconnect(run->world, client->connection);
    client->connection = -1;
    client->name[0] = '\0';
}

static void time_passes(struct run *run)
{
    uint32_t most_ms = 400;
    if (chance(run, 300))
        most_ms = 20000000;
    else if (chance(run, 200))
        most_ms = 90000;
    else if (chance(run, 25))
        most_ms = 9000;
    int64_t ms = random_below(&run->random, most_ms);
    if (chance(run, 4))
        world_stall(run->world, ms);
    else
        world_advance(run->world, ms);
}

static void crash(struct run *run)
{
    run->crashes++;
    for (int i = 0; i < CROWD_CLIENTS; i++) {
        struct client *client = &run->crowd.clients[i];
        if (client->connection < 0)
            continue;
        drain(run, client);
        judge_cut(&run->judge, client->connection);
        client->connection = -1;
        client->name[0] = '\0';
    }
    world_crash(run->world, random_below(&run->random, chance(run, 4) ? 90000000 : 3000));
    /* Whatever the crowd believes of games may not have happened: it learns anew. */
    run->crowd.game_count = 0;
    audit_games(run, 40);
}

static void disk_works(struct run *run)
{
    size_t most = chance(run, 4) ? STORE_BATCH_MAX : 1 + random_below(&run->random, 6);
    world_write(run->world, most);
    if (!chance(run, 3))
        world_tell(run->world);
}

/* Each of these often does several things at once, as a thread does that was busy for a while. */
static void storage_works(struct run *run)
{
    uint32_t times = 1 + random_below(&run->random, 4);
    switch (random_below(&run->random, 6)) {
    case 0:
    case 1:
        disk_works(run);
        break;
    case 2:
        world_tell(run->world);
        break;
    case 3:
        while (times-- > 0)
            world_fetch(run->world);
        break;
    case 4:
        while (times-- > 0)
            world_answer(run->world);
        break;
    default:
        while (times-- > 0)
            world_hash(run->world);
        break;
    }
}

static void step(struct run *run)
{
    uint32_t choice = random_below(&run->random, 2000);
    if (choice < 900)
        client_says(run);
    else if (choice < 1860)
        storage_works(run);
    else if (choice < 1940)
        time_passes(run);
    else if (choice < 1980)
        client_connects(run);
    else if (choice < 1995)
        client_leaves(run);
    else if (choice < 1999)
        run->world->wall_ms += (int64_t)random_below(&run->random, 7200000) - 3600000;
    else
        crash(run);
}

/* Everything that was begun comes to an end: every reply is there. */
static void finish(struct run *run)
{
    run_hold(run, false);
    for (int i = 0; i < CROWD_CLIENTS; i++) {
        const struct client *client = &run->crowd.clients[i];
        if (client->connection < 0)
            continue;
        drain(run, client);
        if (judge_owed(&run->judge, client->connection) > 0)
            run_complain(run, "a request is never answered");
    }
    if (all_well(run))
        audit_all(run);
}

int run_steps(struct run *run, int steps)
{
    int done = 0;
    while (done < steps && all_well(run)) {
        step(run);
        done++;
    }
    if (all_well(run))
        finish(run);
    all_well(run);
    return done;
}
