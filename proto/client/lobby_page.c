#include "proto/client/lobby_page.h"

#include <stdio.h>
#include <string.h>

#include "proto/client/game_page.h"
#include "proto/client/member.h"

#define ENTRY_INDENT 4
/* Below this width the columns of a seek would be cut. */
#define COLUMNS_WIDTH 76

/* Lines being written from the top, down to where the foot of the page begins. */
struct body {
    struct canvas *canvas;
    int y, end;
};

static int foot_line(const struct lobby_page *page, const struct canvas *canvas);
static void add(struct body *body, const char *text, enum style style);
static void add_entry(struct body *body, const char *key, const char *text);
static void add_unfinished(struct body *body, const struct lobby_page *page);
static void add_challenges(struct body *body, const struct lobby_page *page);
static void add_seeks(struct body *body, const struct lobby_page *page);
static void draw_foot(const struct lobby_page *page, struct canvas *canvas, int y);

static bool is_narrow(const struct canvas *canvas)
{
    return canvas->width < COLUMNS_WIDTH;
}

/* Lines for the message, where it is no longer. */
#define FOOT_LINES 2
/* Lines that the lists have before there is help: the line being typed has a hint too. */
#define BODY_LEAST 8

/* Lines that the help at the foot takes. */
static int help_lines(const struct canvas *canvas)
{
    return is_narrow(canvas) ? 5 : 3;
}

void lobby_page_draw(const struct lobby_page *page, struct canvas *canvas, int *cursor_x)
{
    char line[LOBBY_LINE_MAX];
    int foot = foot_line(page, canvas);
    struct body body = {.canvas = canvas, .end = foot};
    snprintf(line, sizeof line, "Clamber at %.80s: signed in as %s", page->server, page->name);
    add(&body, line, STYLE_STRONG);
    body.y++;
    add_unfinished(&body, page);
    add_challenges(&body, page);
    add_seeks(&body, page);
    draw_foot(page, canvas, foot);
    game_page_draw_input(canvas, canvas->height - 1, page->input, page->cursor,
                         page->lobby->want == LOBBY_SEEK ? "cancel, a number, help, quit"
                                                         : "seek, a number, help, rules, quit",
                         cursor_x);
}

/* Where the foot of the page begins: the message, or what is waited for, and the help. */
static int foot_line(const struct lobby_page *page, const struct canvas *canvas)
{
    int last = canvas->height - 1;
    int foot = last - help_lines(canvas) - FOOT_LINES;
    if (foot < BODY_LEAST)
        foot = last >= BODY_LEAST ? last - FOOT_LINES : last - 1;
    int message = canvas_paragraph_height(canvas->width, last > 0 ? last : 0, page->message);
    return last - message < foot ? last - message : foot;
}

void lobby_page_seek(const json_t *seek, const char *name, bool narrow, char out[LOBBY_LINE_MAX])
{
    const json_t *user = json_object_get(seek, "user");
    char who[PLAYER_NAME_MAX];
    char rating[16] = "";
    char time[TIME_TEXT_MAX];
    const char *color = member_text(seek, "color", "random");
    const char *yours = "either colour";
    struct time_control control = game_state_read_time(json_object_get(seek, "time"));
    member_copy(user, "name", who, sizeof who);
    if (json_is_integer(json_object_get(user, "rating")))
        snprintf(rating, sizeof rating, "%d", (int)member_integer(user, "rating", 0));
    terms_format_time(&control, time);
    if (strcmp(who, name) == 0)
        yours = "(your own)";
    else if (strcmp(color, "blue") == 0)
        yours = "you play Red";
    else if (strcmp(color, "red") == 0)
        yours = "you play Blue";
    int size = (int)member_integer(seek, "size", 0);
    const char *rated = member_flag(seek, "rated", false) ? "rated" : "casual";
    if (narrow)
        snprintf(out, LOBBY_LINE_MAX, "%s%s%s, size %d, %s, %s, %s", who,
                 rating[0] != '\0' ? " " : "", rating, size, time, rated, yours);
    else
        snprintf(out, LOBBY_LINE_MAX, "%-20s %4s  size %d  %-14s %-6s  %s", who, rating, size, time,
                 rated, yours);
}

void lobby_page_outgoing(const json_t *challenge, char out[LOBBY_LINE_MAX])
{
    char to[PLAYER_NAME_MAX];
    char color[16];
    char time[TIME_TEXT_MAX];
    struct time_control control = game_state_read_time(json_object_get(challenge, "time"));
    member_copy(json_object_get(challenge, "to"), "name", to, sizeof to);
    member_copy(challenge, "color", color, sizeof color);
    terms_format_time(&control, time);
    bool named = strcmp(color, "blue") == 0 || strcmp(color, "red") == 0;
    snprintf(out, LOBBY_LINE_MAX, "%s: size %d, %s, %s%s%s", to,
             (int)member_integer(challenge, "size", 0), time,
             member_flag(challenge, "rated", false) ? "rated" : "casual",
             named ? ", you play " : "", named ? color : "");
}

void lobby_page_unfinished(const json_t *summary, const char *name, char out[LOBBY_LINE_MAX])
{
    char opponent[PLAYER_NAME_MAX];
    char time[TIME_TEXT_MAX];
    struct time_control control = game_state_read_time(json_object_get(summary, "time"));
    member_copy(json_object_get(summary, "blue"), "name", opponent, sizeof opponent);
    if (strcmp(opponent, name) == 0)
        member_copy(json_object_get(summary, "red"), "name", opponent, sizeof opponent);
    terms_format_time(&control, time);
    snprintf(out, LOBBY_LINE_MAX, "against %s, size %d, %s, %s, turn %d", opponent,
             (int)member_integer(summary, "size", 0), time,
             member_flag(summary, "rated", false) ? "rated" : "casual",
             (int)member_integer(summary, "ply", 0) + 1);
}

void lobby_page_waiting(const struct lobby *lobby, char out[LOBBY_LINE_MAX])
{
    char time[TIME_TEXT_MAX];
    out[0] = '\0';
    if (lobby->want != LOBBY_SEEK)
        return;
    terms_format_time(&lobby->terms.time, time);
    snprintf(out, LOBBY_LINE_MAX, "Waiting for an opponent (size %d, %s, %s%s%s) ...",
             lobby->terms.size, time, lobby->terms.rated ? "rated" : "casual",
             strcmp(lobby->terms.color, "random") == 0 ? "" : ", you play ",
             strcmp(lobby->terms.color, "random") == 0 ? "" : lobby->terms.color);
}

static void add(struct body *body, const char *text, enum style style)
{
    int room = body->end - body->y;
    int used = canvas_paragraph(body->canvas, 0, body->y, body->canvas->width, room < 2 ? room : 2,
                                text, style);
    body->y += used > 0 ? used : 1;
}

/* Something to choose by typing `key`. A narrow screen takes two lines for it. */
static void add_entry(struct body *body, const char *key, const char *text)
{
    int width = body->canvas->width - ENTRY_INDENT;
    int room = body->end - body->y;
    int used = 1;
    if (room <= 0)
        return;
    canvas_text(body->canvas, 0, body->y, ENTRY_INDENT, key, STYLE_PLAIN);
    if (is_narrow(body->canvas))
        used = canvas_paragraph(body->canvas, ENTRY_INDENT, body->y, width, room < 2 ? room : 2,
                                text, STYLE_PLAIN);
    else
        canvas_text(body->canvas, ENTRY_INDENT, body->y, width, text, STYLE_PLAIN);
    body->y += used;
}

/* Lettered, as seeks are numbered. */
static void add_unfinished(struct body *body, const struct lobby_page *page)
{
    size_t count = json_array_size(page->lobby->unfinished);
    if (count == 0)
        return;
    add(body, "Your unfinished games", STYLE_STRONG);
    for (size_t i = 0; i < count && i < 26; i++) {
        char text[LOBBY_LINE_MAX];
        const char key[] = {' ', (char)('a' + i), '\0'};
        lobby_page_unfinished(json_array_get(page->lobby->unfinished, i), page->name, text);
        add_entry(body, key, text);
    }
    body->y++;
}

/* Those of others first: they wait for an answer. */
static void add_challenges(struct body *body, const struct lobby_page *page)
{
    const struct challenges *challenges = &page->lobby->challenges;
    char key[12];
    char text[LOBBY_LINE_MAX];
    for (size_t i = 0; i < json_array_size(challenges->in); i++) {
        if (i == 0)
            add(body, "You are challenged (yes 1 or no 1 to answer)", STYLE_STRONG);
        lobby_page_seek(json_array_get(challenges->in, i), page->name, is_narrow(body->canvas),
                        text);
        snprintf(key, sizeof key, "%2d", (int)i + 1);
        add_entry(body, key, text);
    }
    if (json_array_size(challenges->in) > 0)
        body->y++;
    for (size_t i = 0; i < json_array_size(challenges->out); i++) {
        if (i == 0)
            add(body, "You have challenged (cancel 1 to take it back)", STYLE_STRONG);
        lobby_page_outgoing(json_array_get(challenges->out, i), text);
        snprintf(key, sizeof key, "%2d", (int)i + 1);
        add_entry(body, key, text);
    }
    if (json_array_size(challenges->out) > 0)
        body->y++;
}

static void add_seeks(struct body *body, const struct lobby_page *page)
{
    size_t count = json_array_size(page->lobby->seeks);
    add(body, "Players who seek a game", STYLE_STRONG);
    for (size_t i = 0; i < count; i++) {
        char text[LOBBY_LINE_MAX];
        char key[16];
        int lines_left = body->end - body->y;
        if (lines_left <= (is_narrow(body->canvas) ? 2 : 1) && i + 1 < count) {
            snprintf(text, sizeof text, "... and %d more", (int)(count - i));
            add_entry(body, "", text);
            return;
        }
        lobby_page_seek(json_array_get(page->lobby->seeks, i), page->name, is_narrow(body->canvas),
                        text);
        snprintf(key, sizeof key, "%2d", (int)i + 1);
        add_entry(body, key, text);
    }
    if (count == 0)
        add_entry(body, "",
                  page->lobby->listed ? "nobody just now: type \"seek\" and be the first" : "...");
}

static void draw_foot(const struct lobby_page *page, struct canvas *canvas, int y)
{
    char waiting[LOBBY_LINE_MAX];
    char line[LOBBY_LINE_MAX + 32];
    int width = canvas->width;
    int room = canvas->height - 1 - y;
    int used = 0;
    lobby_page_waiting(page->lobby, waiting);
    if (page->message[0] != '\0') {
        used = canvas_paragraph(canvas, 0, y, width, room, page->message,
                                page->warned ? STYLE_WARNING : STYLE_PLAIN);
    } else if (waiting[0] != '\0') {
        int seconds = (int)((page->server_now_ms - page->lobby->waiting_since_ms) / 1000);
        bool open = page->lobby->own_seek[0] != '\0' && seconds >= 0;
        snprintf(line, sizeof line, open ? "%s %d:%02d" : "%s", waiting, seconds / 60,
                 seconds % 60);
        used = canvas_paragraph(canvas, 0, y, width, room, line, STYLE_STRONG);
    }
    if (used > FOOT_LINES || room < FOOT_LINES + help_lines(canvas))
        return;
    const char *help =
        waiting[0] != '\0'
            ? "Type \"cancel\" to stop waiting, a number to take a seek instead, or \"quit\"."
            : "Type a number to take that seek, a letter to go on with a game, \"seek\" to wait "
              "for an opponent or \"challenge NAME\", with terms if you like: seek 4 10+5 rated "
              "blue. \"quit\" leaves.";
    canvas_paragraph(canvas, 0, y + FOOT_LINES, width, help_lines(canvas), help, STYLE_FAINT);
}
