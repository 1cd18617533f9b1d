#include "proto/client/bot.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proto/bot/budget.h"
#include "proto/bot/thinker.h"
#include "proto/client/bot_identity.h"
#include "proto/client/bot_pairing.h"
#include "proto/client/bot_table.h"
#include "proto/client/credentials.h"
#include "proto/client/moment.h"
#include "proto/client/signals.h"
#include "proto/request.h"

/* How often what only time brings is looked for. */
#define TICK_MS 500

struct bot {
    int level;
    uint64_t seed;
    struct bot_log log;
    struct session session;
    struct bot_identity identity;
    struct bot_pairing pairing;
    struct bot_table table;
    struct thinker *thinker;
    bool lost, failed;
};

static int play(struct bot *bot);
static void take_all(struct bot *bot);
static void take(struct bot *bot, const struct happening *happening, int64_t now_ms);
static void tick(struct bot *bot, int64_t now_ms);
static bool make_turn(struct bot *bot, int64_t now_ms);
static void log_turn(const struct bot *bot, const struct follow *follow,
                     const struct thinker_answer *answer, int64_t took_ms);
static void serve(struct bot *bot, int64_t wait_ms);
static int complain(const char *why);

int bot_run(const struct arguments *arguments)
{
    struct bot bot = {.level = arguments->level, .log = {.json = arguments->json}};
    struct terms terms = arguments->terms;
    char name[PLAYER_NAME_MAX];
    char token[TOKEN_TEXT_MAX];
    const char *password = getenv("CLAMBER_PASSWORD");
    snprintf(name, sizeof name, "house-%d", bot.level);
    if (arguments->name != NULL)
        snprintf(name, sizeof name, "%s", arguments->name);
    if (!request_name_valid(name))
        return complain("--name is no name to sign in with: " CREDENTIALS_NAME_RULE);
    if (password != NULL && !request_password_valid(password))
        return complain("the password is not of 8 to 128 bytes");

    void *memory = malloc(THINKER_MEMORY);
    if (memory == NULL)
        abort();
    bot.thinker = thinker_init(memory, THINKER_MEMORY);
    bot.seed = arguments->seed >= 0 ? (uint64_t)arguments->seed : moment_chance();
    /* Bots that seek the same colour are not paired with each other; people get the first turn. */
    if (strcmp(terms.color, "random") == 0)
        terms.color = "red";
    signals_catch_quit();
    bot_identity_init(&bot.identity, &arguments->server, name, password, &bot.log, token);
    bot_pairing_init(&bot.pairing, bot.level, arguments->terms_given ? &terms : NULL, &bot.log);
    bot_table_init(&bot.table, bot.level, &bot.log);
    session_init(&bot.session, &arguments->server, token, moment_chance());
    int status = play(&bot);
    bot_table_deinit(&bot.table);
    session_deinit(&bot.session);
    free(memory);
    return status;
}

/* Until a signal comes. Between two turns all that has happened is taken in, so that no game waits
 * for another for longer than it takes to find one turn. */
static int play(struct bot *bot)
{
    while (signals_quit() == 0) {
        take_all(bot);
        if (bot->failed)
            return complain(bot->identity.why);
        tick(bot, moment_now_ms());
        bool busy = make_turn(bot, moment_now_ms());
        take_all(bot); /* the turn goes out */
        serve(bot, busy ? 0 : TICK_MS);
    }
    bot_log(&bot->log, "stopped", NULL);
    return 0;
}

static void take_all(struct bot *bot)
{
    struct happening happening;
    int64_t now_ms = moment_now_ms();
    while (!bot->failed && session_next(&bot->session, now_ms, &happening))
        take(bot, &happening, now_ms);
}

static void take(struct bot *bot, const struct happening *happening, int64_t now_ms)
{
    if (happening->kind == HAPPENING_LOST && !bot->lost) {
        bot->lost = true;
        bot_log(&bot->log, "lost", json_pack("{s:s}", "why", happening->why));
    }
    switch (bot_identity_take(&bot->identity, &bot->session, happening, now_ms)) {
    case BOT_IDENTITY_FAILED:
        bot->failed = true;
        return;
    case BOT_IDENTITY_KNOWN:
        bot->lost = false;
        bot_log(&bot->log, "ready",
                json_pack("{s:s, s:i}", "name", bot->session.name, "level", bot->level));
        bot_table_enter(&bot->table, &bot->session);
        bot_pairing_enter(&bot->pairing, &bot->session);
        return;
    case BOT_IDENTITY_SAME:
        break;
    }
    bot_table_take(&bot->table, &bot->session, happening, now_ms);
    bot_pairing_take(&bot->pairing, &bot->session, happening, bot->table.count);
}

static void tick(struct bot *bot, int64_t now_ms)
{
    bot_identity_tick(&bot->identity, &bot->session, now_ms);
    bot_table_tick(&bot->table, &bot->session, now_ms);
    bot_pairing_tick(&bot->pairing, &bot->session, bot->table.count,
                     connection_server_time(&bot->session.connection, now_ms));
}

/* Asked to stop, a bot has no time left. */
static int64_t look_at_clock(void *context)
{
    (void)context;
    return signals_quit() == 0 ? moment_now_ms() : INT64_MAX;
}

/* Makes one turn where one is due. False where there is nothing to do. */
static bool make_turn(struct bot *bot, int64_t now_ms)
{
    int waiting = 0;
    struct bot_game *game = bot_table_next(&bot->table, &bot->session, now_ms, &waiting);
    if (game == NULL)
        return false;
    const struct game_state *state = &game->follow->state;
    int64_t left_ms = bot_table_left_ms(game, &bot->session, now_ms);
    struct thinker_question question = {
        .position = &state->position,
        .level = bot->level,
        .seed = bot->seed,
        .now_ms = look_at_clock,
        .until_ms = now_ms + budget_ms(&state->time, left_ms, waiting > 0 ? waiting : 1),
    };
    struct thinker_answer answer = thinker_choose(bot->thinker, &question);
    if (signals_quit() != 0)
        return false; /* it is not thought out */
    follow_play(game->follow, &answer.turn);
    log_turn(bot, game->follow, &answer, moment_now_ms() - now_ms);
    return true;
}

static void log_turn(const struct bot *bot, const struct follow *follow,
                     const struct thinker_answer *answer, int64_t took_ms)
{
    bot_log(&bot->log, "turn",
            json_pack("{s:s, s:I, s:s, s:i, s:i, s:I, s:I}", "game", follow->game, "ply",
                      (json_int_t)follow->move_ply, "move", follow->move, "value",
                      (int)answer->value, "depth", answer->depth, "nodes",
                      (json_int_t)answer->nodes, "took_ms", (json_int_t)took_ms));
}

static void serve(struct bot *bot, int64_t wait_ms)
{
    struct pollfd watched[2];
    int64_t most_ms = session_wait_ms(&bot->session, moment_now_ms());
    watched[0] = (struct pollfd){.fd = signals_descriptor(), .events = POLLIN};
    session_watch(&bot->session, &watched[1]);
    if (poll(watched, 2, (int)(wait_ms < most_ms ? wait_ms : most_ms)) > 0)
        session_serve(&bot->session, watched[1].revents);
}

static int complain(const char *why)
{
    fprintf(stderr, "clamber: %s\n", why);
    return 1;
}
