/* What the two halves of a table share: table.c, which sits and shows, and table_commands.c, which
 * carries out what is typed. For nobody else. */
#pragma once

#include "proto/client/company.h"
#include "proto/client/ignoring.h"
#include "proto/client/table.h"

struct table {
    struct app *app;
    struct follow *follow;
    struct company company;
    enum table_seat seat;
    int viewer;              /* the colour this user plays, or -1 */
    uint64_t choices;        /* cells pointed out on request */
    int64_t first_request;   /* made here; 0 for none. Replies to older ones concern nobody */
    int64_t unanswered;      /* the last that the person asked for and no reply to which has come */
    bool doubtful;           /* nor will one, for the connection was lost: it is to be told */
    bool chat_due;           /* to be asked for, once the game is watched again */
    int64_t chat_request;    /* what was said meanwhile; 0 for none */
    int64_t rematch_request; /* 0 for none */
    int64_t tv_request;      /* 0 for none */
    struct ignoring ignoring;
    bool resigning; /* asked for once */
    bool over_shown;
    char next[GAME_ID_MAX]; /* the game to go on to; "" for none */
    int64_t next_at_ms;     /* when, by this machine's clock */
    bool done;
    enum table_end end;
};

void table_leave(struct table *table, enum table_end end);

/* Whether the game is known and has ended. */
bool table_over(const struct table *table);

/* Sends a request, which it takes over; its reply will be shown. Gives its number, or 0, having
 * said so, where there is no connection. */
int64_t table_send(struct table *table, json_t *request);

/* Says no: to a person in words, to a script as the server would. */
void table_refuse(struct table *table, const char *code, const char *why);

/* Carries out a line that was typed. */
void table_command(struct table *table, const char *line);

/* Tells what can be done: with the stack that a prefix such as "B2x" names, or at all with "". */
void table_explain(struct table *table, const char *prefix);
