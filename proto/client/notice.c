#include "proto/client/notice.h"

#include <stdio.h>
#include <string.h>

#include "proto/client/member.h"

static void add(char out[NOTICE_MAX], const char *sentence);
static void tell_offer(const struct game_state *state, int viewer, enum color by, enum offer offer,
                       char out[NOTICE_MAX]);
static void tell_closed(const struct game_state *state, int viewer, enum color by,
                        const json_t *event, char out[NOTICE_MAX]);
static void tell_rematch(const struct game_state *state, int viewer, enum color by,
                         const json_t *event, char out[NOTICE_MAX]);
static void tell_wish(const struct game_state *state, int viewer, enum color by,
                      char out[NOTICE_MAX]);
static void tell_away(const struct game_state *state, int viewer, enum color color, int64_t left_ms,
                      char out[NOTICE_MAX]);

static enum color color_in(const json_t *event, const char *key)
{
    bool red = strcmp(member_text(event, key, ""), color_name(COLOR_RED)) == 0;
    return red ? COLOR_RED : COLOR_BLUE;
}

static enum offer offer_in(const json_t *event)
{
    bool abort = strcmp(member_text(event, "kind", ""), offer_text(OFFER_ABORT)) == 0;
    return abort ? OFFER_ABORT : OFFER_TAKEBACK;
}

void notice_event(const struct game_state *state, int viewer, const json_t *event,
                  char out[NOTICE_MAX])
{
    const char *kind = member_text(event, "ev", "");
    enum color by = color_in(event, "by");
    out[0] = '\0';
    if (strcmp(kind, "offer") == 0) {
        tell_offer(state, viewer, by, offer_in(event), out);
    } else if (strcmp(kind, "offer_closed") == 0) {
        tell_closed(state, viewer, by, event, out);
    } else if (strcmp(kind, "takeback") == 0) {
        snprintf(out, NOTICE_MAX, "Taken back: turn %d is to be made anew.", (int)state->ply + 1);
    } else if (strcmp(kind, "away") == 0) {
        tell_away(state, viewer, color_in(event, "color"), member_integer(event, "claim_in_ms", 0),
                  out);
    } else if (strcmp(kind, "rematch") == 0) {
        tell_rematch(state, viewer, by, event, out);
    } else if (strcmp(kind, "chat") == 0) {
        char who[PLAYER_NAME_MAX];
        char text[COMPANY_TEXT_MAX];
        member_copy(event, "by", who, sizeof who);
        member_copy(event, "text", text, sizeof text);
        snprintf(out, NOTICE_MAX, "%s: %s", who, text);
    }
}

void notice_standing(const struct game_state *state, const struct company *company, int viewer,
                     int64_t server_now_ms, char out[NOTICE_MAX])
{
    out[0] = '\0';
    for (int color = COLOR_BLUE; color <= COLOR_RED; color++) {
        enum color by = (enum color)color;
        char part[NOTICE_MAX] = "";
        if (game_state_over(state) && company->rematch[color])
            tell_wish(state, viewer, by, part);
        add(out, part);
        for (int i = 0; i < OFFER_COUNT && !game_state_over(state); i++) {
            if (!state->offers[color][i])
                continue;
            tell_offer(state, viewer, by, (enum offer)i, part);
            add(out, part);
        }
        if (game_state_over(state) || company->claim_at_ms[color] == 0)
            continue;
        tell_away(state, viewer, by, company->claim_at_ms[color] - server_now_ms, part);
        add(out, part);
    }
}

/* Another sentence, where there is one. */
static void add(char out[NOTICE_MAX], const char *sentence)
{
    size_t length = strlen(out);
    if (sentence[0] != '\0')
        snprintf(out + length, NOTICE_MAX - length, "%s%s", length > 0 ? " " : "", sentence);
}

static void tell_offer(const struct game_state *state, int viewer, enum color by, enum offer offer,
                       char out[NOTICE_MAX])
{
    const char *what = offer == OFFER_TAKEBACK ? "a takeback" : "to abort the game";
    if (viewer == (int)by)
        snprintf(out, NOTICE_MAX, "You have offered %s (\"withdraw\" takes that back).", what);
    else
        snprintf(out, NOTICE_MAX, "%s offers %s%s.", state->players[by].name, what,
                 viewer < 0 ? "" : ": \"accept\" or \"decline\"");
}

static void tell_closed(const struct game_state *state, int viewer, enum color by,
                        const json_t *event, char out[NOTICE_MAX])
{
    static const struct {
        enum offer_end how;
        const char *words;
    } ways[] = {
        {OFFER_ACCEPTED, "was accepted"},
        {OFFER_DECLINED, "was declined"},
        {OFFER_WITHDRAWN, "was withdrawn"},
        {OFFER_LAPSED, "has lapsed"},
    };
    const char *how = member_text(event, "how", "");
    const char *words = "is closed";
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        if (strcmp(how, offer_end_text(ways[i].how)) == 0)
            words = ways[i].words;
    }
    const char *what = offer_in(event) == OFFER_TAKEBACK ? "a takeback" : "to abort";
    if (viewer == (int)by)
        snprintf(out, NOTICE_MAX, "Your offer (%s) %s.", what, words);
    else
        snprintf(out, NOTICE_MAX, "The offer of %s (%s) %s.", state->players[by].name, what, words);
}

static void tell_rematch(const struct game_state *state, int viewer, enum color by,
                         const json_t *event, char out[NOTICE_MAX])
{
    const char *how = member_text(event, "how", "");
    const char *name = state->players[by].name;
    if (strcmp(how, "offered") == 0)
        tell_wish(state, viewer, by, out);
    else if (strcmp(how, "lapsed") == 0)
        snprintf(out, NOTICE_MAX, "The rematch that was asked for has lapsed.");
    else if (strcmp(how, "declined") == 0 && viewer == (int)by)
        snprintf(out, NOTICE_MAX, "You want no rematch.");
    else if (strcmp(how, "declined") == 0)
        snprintf(out, NOTICE_MAX, "%s wants no rematch.", name);
}

static void tell_wish(const struct game_state *state, int viewer, enum color by,
                      char out[NOTICE_MAX])
{
    if (viewer == (int)by)
        snprintf(out, NOTICE_MAX, "You have asked for a rematch (\"no\" takes that back).");
    else
        snprintf(out, NOTICE_MAX, "%s wants a rematch%s.", state->players[by].name,
                 viewer < 0 ? "" : ": \"rematch\" or \"no\"");
}

static void tell_away(const struct game_state *state, int viewer, enum color color, int64_t left_ms,
                      char out[NOTICE_MAX])
{
    const char *name = state->players[color].name;
    int seconds = (int)((left_ms + 999) / 1000);
    if (viewer == (int)color)
        out[0] = '\0';
    else if (viewer < 0)
        snprintf(out, NOTICE_MAX, "%s is away.", name);
    else if (left_ms > 0)
        snprintf(out, NOTICE_MAX, "%s is away: in %d:%02d you may \"claim\" the win.", name,
                 seconds / 60, seconds % 60);
    else
        snprintf(out, NOTICE_MAX, "%s is away: \"claim\" the win, or wait.", name);
}
