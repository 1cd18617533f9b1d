#include "proto/client/follow.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "proto/client/member.h"

static enum follow_reply watched(struct follow *follow, const json_t *reply);
static enum follow_reply refuse(struct follow *follow, const char *why);
static void settle_move(struct follow *follow);

void follow_init(struct follow *follow, const char *game)
{
    *follow = (struct follow){.stage = FOLLOW_UNASKED};
    snprintf(follow->game, sizeof follow->game, "%s", game);
    game_state_init(&follow->state);
}

void follow_deinit(struct follow *follow)
{
    game_state_deinit(&follow->state);
}

json_t *follow_request(const struct follow *follow)
{
    if (follow->stage == FOLLOW_UNASKED) {
        json_t *watch = json_pack("{s:s, s:s}", "op", "watch", "game", follow->game);
        if (follow->known)
            json_object_set_new(watch, "from", json_integer(follow->state.v));
        return watch;
    }
    if (follow->stage != FOLLOW_LIVE || !follow_moving(follow) || follow->move_request != 0)
        return NULL;
    json_t *move = json_pack("{s:s, s:s, s:s, s:I}", "op", "move", "game", follow->game, "move",
                             follow->move, "ply", (json_int_t)follow->move_ply);
    if (follow->move_v > 0)
        json_object_set_new(move, "v", json_integer(follow->move_v));
    return move;
}

void follow_sent(struct follow *follow, int64_t request)
{
    if (follow->stage == FOLLOW_UNASKED) {
        follow->stage = FOLLOW_ASKED;
        follow->watch_request = request;
    } else {
        follow->move_request = request;
    }
}

void follow_lost(struct follow *follow)
{
    if (follow->stage != FOLLOW_REFUSED)
        follow->stage = FOLLOW_UNASKED;
    follow->watch_request = follow->move_request = 0;
}

enum follow_reply follow_reply(struct follow *follow, int64_t request, const json_t *reply)
{
    if (follow->watch_request != 0 && request == follow->watch_request) {
        follow->watch_request = 0;
        return watched(follow, reply);
    }
    if (follow->move_request != 0 && request == follow->move_request) {
        follow->move_request = 0;
        follow->move[0] = '\0';
        return FOLLOW_ANSWERED;
    }
    return FOLLOW_NOT_MINE;
}

bool follow_event(struct follow *follow, const json_t *event)
{
    /* Before the snapshot there is nothing to carry on; it will hold what this event tells. */
    if (!follow->known || follow->stage == FOLLOW_REFUSED)
        return false;
    switch (game_state_event(&follow->state, event)) {
    case GAME_STEP_NEW:
        settle_move(follow);
        return true;
    case GAME_STEP_OLD:
        return false;
    case GAME_STEP_GAP:
        if (follow->stage == FOLLOW_LIVE)
            follow->stage = FOLLOW_UNASKED;
        return false;
    case GAME_STEP_WRONG:
        refuse(follow, follow->state.why);
        return false;
    }
    return false;
}

void follow_play(struct follow *follow, const struct turn *turn)
{
    assert(follow->known && !follow_moving(follow));
    turn_format(turn, follow->state.size, follow->move);
    follow->move_ply = follow->state.ply;
    follow->move_v = follow->state.turn_v;
    follow->move_request = 0;
}

static enum follow_reply watched(struct follow *follow, const json_t *reply)
{
    const json_t *ok = json_object_get(reply, "ok");
    if (ok == NULL) {
        const json_t *error = json_object_get(reply, "error");
        char why[160];
        member_copy(error, "message", why, sizeof why);
        if (strcmp(member_text(error, "code", ""), "not_found") == 0)
            snprintf(why, sizeof why, "there is no game %s", follow->game);
        return refuse(follow, why);
    }
    const json_t *snapshot = json_object_get(ok, "game");
    if (snapshot == NULL) {
        /* Where there is more, the next `watch` goes on from the last of these. */
        bool more = member_flag(ok, "more", false);
        follow->stage = more ? FOLLOW_UNASKED : FOLLOW_LIVE;
        return FOLLOW_EVENTS;
    }
    if (!game_state_snapshot(&follow->state, snapshot))
        return refuse(follow, follow->state.why);
    follow->known = true;
    follow->stage = FOLLOW_LIVE;
    settle_move(follow);
    return FOLLOW_SNAPSHOT;
}

static enum follow_reply refuse(struct follow *follow, const char *why)
{
    snprintf(follow->why, sizeof follow->why, "%s", why);
    follow->stage = FOLLOW_REFUSED;
    return FOLLOW_FAILED;
}

/* A turn whose reply was lost needs no answer once the stream shows it played, or shows that it
 * never can be: another turn stands at its ply, or the game is over. */
static void settle_move(struct follow *follow)
{
    if (!follow_moving(follow) || follow->move_request != 0)
        return;
    if (follow->state.ply > follow->move_ply || game_state_over(&follow->state))
        follow->move[0] = '\0';
}
