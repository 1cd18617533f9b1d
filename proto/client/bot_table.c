#include "proto/client/bot_table.h"

#include <stdlib.h>
#include <string.h>

#include "proto/client/member.h"

/* A rematch can be asked for this long. */
#define REMATCH_MS 300000
/* Before a refused turn is tried again where the server does not say when. */
#define HOLD_MS 1000
/* Between two claims of the same win: by the server's clock, which stands still while the server
 * does, the first may have come early. */
#define CLAIM_AGAIN_MS 2000
/* With less than this on its clock a game goes before others. */
#define SHORT_MS 5000
/* From so many games on, those whose opponents have gone without a clock are not waited for. */
#define CROWDED 25

static void join(struct bot_table *table, struct session *session, const char *id, bool new_game);
static struct bot_game *find(struct bot_table *table, const struct follow *follow);
static void leave(struct bot_table *table, struct session *session, struct bot_game *game);
static void leave_refused(struct bot_table *table, struct session *session);
static void take_game(struct bot_table *table, struct session *session, struct bot_game *game,
                      const json_t *message, int64_t now_ms);
static void take_end(struct bot_table *table, struct bot_game *game, int64_t now_ms);
static void take_offer(struct bot_table *table, struct session *session,
                       const struct bot_game *game, const json_t *offer);
static void take_refusal(struct bot_table *table, struct bot_game *game, const json_t *error,
                         int64_t now_ms);
static void claim(const struct bot_table *table, struct session *session, struct bot_game *game,
                  int64_t now_ms);
static void say(struct session *session, const char *game, const char *text);
static int own_color(const struct bot_game *game, const struct session *session);
static bool is_due(const struct bot_game *game, const struct session *session);

void bot_table_init(struct bot_table *table, int level, const struct bot_log *log)
{
    *table = (struct bot_table){.log = log, .level = level};
}

void bot_table_deinit(struct bot_table *table)
{
    while (table->games != NULL) {
        struct bot_game *game = table->games;
        table->games = game->next;
        free(game);
    }
}

void bot_table_enter(struct bot_table *table, struct session *session)
{
    const json_t *id;
    size_t index;
    json_array_foreach(session->playing, index, id)
        join(table, session, json_string_value(id), false);
}

void bot_table_take(struct bot_table *table, struct session *session,
                    const struct happening *happening, int64_t now_ms)
{
    const json_t *message = happening->message;
    struct bot_game *game = find(table, happening->follow);
    switch (happening->kind) {
    case HAPPENING_GAME:
        if (game != NULL)
            take_game(table, session, game, message, now_ms);
        break;
    case HAPPENING_MOVE:
        if (game != NULL && json_object_get(message, "error") != NULL)
            take_refusal(table, game, json_object_get(message, "error"), now_ms);
        break;
    case HAPPENING_EVENT:
        if (strcmp(member_text(message, "ev", ""), "game_started") == 0)
            join(table, session, member_text(json_object_get(message, "game"), "id", ""), true);
        break;
    case HAPPENING_FAILED:
        leave_refused(table, session);
        break;
    case HAPPENING_OPEN:
    case HAPPENING_READY:
    case HAPPENING_LOST:
    case HAPPENING_REPLY:
        break;
    }
}

void bot_table_tick(struct bot_table *table, struct session *session, int64_t now_ms)
{
    struct bot_game *next;
    for (struct bot_game *game = table->games; game != NULL; game = next) {
        next = game->next;
        if (game->ended && now_ms >= game->leave_at_ms)
            leave(table, session, game);
        else if (!game->ended && game->claim_at_ms != 0 && now_ms >= game->claim_at_ms)
            claim(table, session, game, now_ms);
    }
}

struct bot_game *bot_table_next(struct bot_table *table, const struct session *session,
                                int64_t now_ms, int *waiting)
{
    struct bot_game *first = NULL;
    bool first_short = false;
    *waiting = 0;
    for (struct bot_game *game = table->games; game != NULL; game = game->next) {
        if (!is_due(game, session)) {
            game->due_since_ms = 0;
            continue;
        }
        if (game->due_since_ms == 0)
            game->due_since_ms = now_ms;
        if (now_ms < game->held_until_ms)
            continue;
        bool running = game->follow->state.running >= 0;
        bool is_short = running && bot_table_left_ms(game, session, now_ms) < SHORT_MS;
        *waiting += running;
        if (first == NULL || (is_short && !first_short) ||
            (is_short == first_short && game->due_since_ms < first->due_since_ms)) {
            first = game;
            first_short = is_short;
        }
    }
    return first;
}

int64_t bot_table_left_ms(const struct bot_game *game, const struct session *session,
                          int64_t now_ms)
{
    const struct game_state *state = &game->follow->state;
    return game_state_left_ms(state, game_state_to_move(state),
                              connection_server_time(&session->connection, now_ms));
}

static void join(struct bot_table *table, struct session *session, const char *id, bool new_game)
{
    struct follow *follow = session_follow(session, id);
    if (find(table, follow) != NULL)
        return;
    struct bot_game *game = calloc(1, sizeof *game);
    if (game == NULL)
        abort();
    game->follow = follow;
    game->next = table->games;
    table->games = game;
    table->count++;
    bot_log(table->log, new_game ? "game" : "game_again", json_pack("{s:s}", "game", id));
    if (new_game) {
        char text[160];
        snprintf(text, sizeof text,
                 "I am a program, level %d of 5. In casual games you may take back turns; ask me "
                 "for a rematch if you like.",
                 table->level);
        say(session, id, text);
    }
}

static struct bot_game *find(struct bot_table *table, const struct follow *follow)
{
    for (struct bot_game *game = table->games; game != NULL; game = game->next)
        if (game->follow == follow)
            return game;
    return NULL;
}

static void leave(struct bot_table *table, struct session *session, struct bot_game *game)
{
    for (struct bot_game **at = &table->games; *at != NULL; at = &(*at)->next)
        if (*at == game) {
            *at = game->next;
            break;
        }
    table->count -= !game->ended;
    session_unfollow(session, game->follow);
    free(game);
}

/* A game that the server does not let us follow, or that contradicts the rules, is left alone: the
 * others go on. */
static void leave_refused(struct bot_table *table, struct session *session)
{
    struct bot_game *next;
    for (struct bot_game *game = table->games; game != NULL; game = next) {
        next = game->next;
        if (game->follow->stage != FOLLOW_REFUSED)
            continue;
        bot_log(table->log, "game_left",
                json_pack("{s:s, s:s}", "game", game->follow->game, "why", game->follow->why));
        leave(table, session, game);
    }
}

static void take_game(struct bot_table *table, struct session *session, struct bot_game *game,
                      const json_t *message, int64_t now_ms)
{
    const char *event = member_text(message, "ev", "");
    const json_t *offer;
    size_t index;
    json_array_foreach(json_object_get(json_object_get(message, "game"), "offers"), index, offer)
        take_offer(table, session, game, offer);
    if (strcmp(event, "offer") == 0) {
        take_offer(table, session, game, message);
    } else if (strcmp(event, "away") == 0) {
        game->claim_at_ms = now_ms + member_integer(message, "claim_in_ms", 0);
    } else if (strcmp(event, "presence") == 0) {
        const struct game_player *players = game->follow->state.players;
        if (players[COLOR_BLUE].connected && players[COLOR_RED].connected)
            game->claim_at_ms = 0;
    } else if (strcmp(event, "rematch") == 0 &&
               strcmp(member_text(message, "how", ""), "offered") == 0) {
        session_request(session,
                        json_pack("{s:s, s:s}", "op", "rematch", "game", game->follow->game));
    }
    if (game_state_over(&game->follow->state) && !game->ended)
        take_end(table, game, now_ms);
}

static void take_end(struct bot_table *table, struct bot_game *game, int64_t now_ms)
{
    const struct game_state *state = &game->follow->state;
    game->ended = true;
    game->leave_at_ms = now_ms + REMATCH_MS;
    table->count--;
    const char *winner = state->winner < 0 ? "" : state->players[state->winner].name;
    bot_log(table->log, "end",
            json_pack("{s:s, s:s, s:s, s:I}", "game", state->id, "winner", winner, "reason",
                      state->reason, "ply", (json_int_t)state->ply));
}

/* In casual games everything offered is accepted, in rated ones nothing is. */
static void take_offer(struct bot_table *table, struct session *session,
                       const struct bot_game *game, const json_t *offer)
{
    const char *id = game->follow->game;
    const char *kind = member_text(offer, "kind", "");
    int color = own_color(game, session);
    bool accept = !game->follow->state.rated;
    if (color < 0 || strcmp(member_text(offer, "by", ""), color_name((enum color)color)) == 0)
        return;
    session_request(session, json_pack("{s:s, s:s, s:s, s:b}", "op", "answer", "game", id, "kind",
                                       kind, "accept", accept));
    if (!accept)
        say(session, id, "In rated games I take no offers.");
    bot_log(table->log, accept ? "offer_accepted" : "offer_declined",
            json_pack("{s:s, s:s}", "game", id, "kind", kind));
}

/* The game has moved on, or is over, and the stream tells; anything else is tried again later. */
static void take_refusal(struct bot_table *table, struct bot_game *game, const json_t *error,
                         int64_t now_ms)
{
    const char *code = member_text(error, "code", "");
    if (strcmp(code, "stale_ply") == 0 || strcmp(code, "game_over") == 0)
        return;
    game->held_until_ms = now_ms + member_integer(error, "retry_after_ms", HOLD_MS);
    bot_log(table->log, "turn_refused",
            json_pack("{s:s, s:s}", "game", game->follow->game, "code", code));
}

/* A game without a clock can wait until tomorrow, unless there are too many. */
static void claim(const struct bot_table *table, struct session *session, struct bot_game *game,
                  int64_t now_ms)
{
    if (game->follow->state.time.kind == TIME_NONE && table->count < CROWDED)
        return;
    game->claim_at_ms = now_ms + CLAIM_AGAIN_MS;
    session_request(session, json_pack("{s:s, s:s}", "op", "claim", "game", game->follow->game));
    bot_log(table->log, "claimed", json_pack("{s:s}", "game", game->follow->game));
}

static void say(struct session *session, const char *game, const char *text)
{
    session_request(session, json_pack("{s:s, s:s, s:s, s:s}", "op", "say", "game", game, "room",
                                       "players", "text", text));
}

static int own_color(const struct bot_game *game, const struct session *session)
{
    return game_state_color_of(&game->follow->state, session->name);
}

/* Whether a turn of this user is wanted now, with all that went before known. */
static bool is_due(const struct bot_game *game, const struct session *session)
{
    const struct follow *follow = game->follow;
    const struct game_state *state = &follow->state;
    return follow->known && follow->stage == FOLLOW_LIVE && !follow_moving(follow) &&
           !game_state_over(state) && state->outcome == OUTCOME_GOES_ON &&
           (int)game_state_to_move(state) == own_color(game, session);
}
