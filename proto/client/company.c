#include "proto/client/company.h"

#include <string.h>

#include "proto/client/member.h"

static bool take_line(struct company *company, const json_t *event);
static void keep(struct company *company, enum chat_room room, int64_t seq, const json_t *event);
static int read_color(const json_t *event, const char *key);

void company_init(struct company *company)
{
    memset(company, 0, sizeof *company);
    company->room = CHAT_SPECTATORS;
}

bool company_event(struct company *company, const json_t *event, int64_t server_now_ms)
{
    const char *kind = member_text(event, "ev", "");
    if (strcmp(kind, "chat") == 0)
        return take_line(company, event);
    if (strcmp(kind, "away") == 0) {
        int color = read_color(event, "color");
        if (color >= 0)
            company->claim_at_ms[color] = server_now_ms + member_integer(event, "claim_in_ms", 0);
    } else if (strcmp(kind, "presence") == 0) {
        for (int color = COLOR_BLUE; color <= COLOR_RED; color++) {
            if (member_flag(event, color_name((enum color)color), false))
                company->claim_at_ms[color] = 0;
        }
    } else if (strcmp(kind, "rematch") == 0) {
        int color = read_color(event, "by");
        bool offered = strcmp(member_text(event, "how", ""), "offered") == 0;
        if (!offered)
            company->rematch[COLOR_BLUE] = company->rematch[COLOR_RED] = false;
        else if (color >= 0)
            company->rematch[color] = true;
    }
    return true;
}

json_t *company_catch_up(struct company *company, const char *game)
{
    company->catching_up = true;
    return json_pack("{s:s, s:s, s:s, s:I}", "op", "chat", "game", game, "room",
                     chat_room_text(company->room), "from", (json_int_t)company->caught_up);
}

json_t *company_missed(const struct company *company, const char *game, json_t *line)
{
    json_t *event = json_pack("{s:s, s:s, s:s}", "ev", "chat", "game", game, "room",
                              chat_room_text(company->room));
    const char *key;
    json_t *value;
    json_object_foreach(line, key, value)
        json_object_set(event, key, value);
    return event;
}

bool company_caught_up(struct company *company, const json_t *reply)
{
    const json_t *ok = json_object_get(reply, "ok");
    const json_t *lines = json_object_get(ok, "lines");
    size_t count = json_array_size(lines);
    company->catching_up = false;
    if (count > 0)
        company->caught_up =
            member_integer(json_array_get(lines, count - 1), "seq", company->caught_up);
    if (count > 0 && member_flag(ok, "more", false))
        return true;
    if (ok != NULL)
        company->caught_up = company->highest;
    return false;
}

void company_lost(struct company *company)
{
    company->catching_up = false;
    company->claim_at_ms[COLOR_BLUE] = company->claim_at_ms[COLOR_RED] = 0;
}

static bool take_line(struct company *company, const json_t *event)
{
    int64_t seq = member_integer(event, "seq", 0);
    const char *room_text = member_text(event, "room", "");
    enum chat_room room =
        strcmp(room_text, chat_room_text(CHAT_PLAYERS)) == 0 ? CHAT_PLAYERS : CHAT_SPECTATORS;
    if (room == company->room && seq <= company->caught_up)
        return false;
    for (int i = 0; i < company->count; i++) {
        if (company->lines[i].room == room && company->lines[i].seq == seq)
            return false;
    }
    keep(company, room, seq, event);
    if (room == company->room) {
        if (seq > company->highest)
            company->highest = seq;
        if (!company->catching_up)
            company->caught_up = company->highest;
    }
    return true;
}

/* Puts it in its place, before later lines of its room. The oldest goes where there is no room. */
static void keep(struct company *company, enum chat_room room, int64_t seq, const json_t *event)
{
    struct company_line *lines = company->lines;
    if (company->count == COMPANY_LINES) {
        memmove(lines, lines + 1, (COMPANY_LINES - 1) * sizeof *lines);
        company->count--;
    }
    int at = company->count++;
    while (at > 0 && lines[at - 1].room == room && lines[at - 1].seq > seq) {
        lines[at] = lines[at - 1];
        at--;
    }
    lines[at] = (struct company_line){.room = room, .seq = seq};
    member_copy(event, "by", lines[at].by, sizeof lines[at].by);
    member_copy(event, "text", lines[at].text, sizeof lines[at].text);
}

/* -1 where it is neither colour. */
static int read_color(const json_t *event, const char *key)
{
    const char *text = member_text(event, key, "");
    for (int color = COLOR_BLUE; color <= COLOR_RED; color++) {
        if (strcmp(text, color_name((enum color)color)) == 0)
            return color;
    }
    return -1;
}
