/* What goes on around a game beside its turns: what is said, who is away and for how long, who
 * wants a rematch. Begun empty, carried on by events; the chat is caught up with by a request,
 * after every (re)connection. Reads messages and sends none; knows no clock. */
#pragma once

#include "proto/client/game_state.h"

/* Lines that are kept to be shown. */
#define COMPANY_LINES 40
/* Bytes of one, its end included. */
#define COMPANY_TEXT_MAX (4 * CHAT_CHARACTERS_MAX + 1)

struct company_line {
    enum chat_room room;
    int64_t seq;
    char by[PLAYER_NAME_MAX];
    char text[COMPANY_TEXT_MAX]; /* safe for a terminal */
};

struct company {
    enum chat_room room; /* where this user speaks */
    struct company_line lines[COMPANY_LINES];
    int count;
    int64_t caught_up; /* all lines of the room up to here were taken */
    int64_t highest;   /* of the lines taken */
    bool catching_up; /* a request is under way: lines told meanwhile may leave a gap before them */

    int64_t claim_at_ms[2]; /* by the server's clock; 0 for a player who is not away */
    bool rematch[2];        /* asked for, by enum color */
};

void company_init(struct company *company);

/* Takes an event of the game. False where it is a line of chat that was taken before. */
bool company_event(struct company *company, const json_t *event, int64_t server_now_ms);

/* The request for what was said in the room since the last line taken; the caller owns it. */
json_t *company_catch_up(struct company *company, const char *game);

/* The next of the lines that its reply brings, made into a `chat` event that the caller owns. */
json_t *company_missed(const struct company *company, const char *game, json_t *line);

/* All of those lines have been taken. True where there are more to ask for. */
bool company_caught_up(struct company *company, const json_t *reply);

/* The connection is gone, and the reply with it. */
void company_lost(struct company *company);
