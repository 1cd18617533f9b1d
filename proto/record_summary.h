/* What people want to know of a game, read from its record or summary: who played what, and how it
 * went. Shared by the text, the picture and the link preview of a game. Pure. */
#pragma once

#include <jansson.h>

#include "core/clock.h"
#include "core/position.h"
#include "proto/writer.h"

#define RECORD_PHRASE_SIZE 128

struct record_side {
    const char *name, *kind; /* "human", "bot", "guest" */
    int64_t rating;          /* -1 where there is none */
};

/* Borrows from what it was read from. */
struct record_summary {
    const char *id, *pool;       /* pool: NULL without a clock */
    struct record_side sides[2]; /* by enum color */
    struct time_control time;
    bool rated;
    int64_t ply;
    const char *winner; /* "blue", "red", or NULL */
    const char *reason; /* NULL while the game is played */
    int64_t started_at, ended_at;
    int size;
    struct position position; /* of a record only */
};

/* False where it is not the RECORD that the server writes, or the SUMMARY. */
bool record_summary_read(struct record_summary *summary, const json_t *record);

/* "Blue won by capture after 3 turns", "Red to move after 2 turns" */
void record_result_phrase(const struct record_summary *summary, char out[RECORD_PHRASE_SIZE]);
/* "5 min + 3 s a turn", "2 days a turn", "no clock" */
void record_time_phrase(const struct record_summary *summary, char out[RECORD_PHRASE_SIZE]);
/* "3-blitz, rated", "size 4, casual" */
void record_terms_phrase(const struct record_summary *summary, char out[RECORD_PHRASE_SIZE]);
/* "ann (1500)", "bob (bot, 1500)" */
void record_side_phrase(const struct record_side *side, char out[RECORD_PHRASE_SIZE]);

/* Text as it stands, and as text of XML or HTML, also within quotes. */
void record_put(struct writer *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
void record_put_escaped(struct writer *out, const char *text);
