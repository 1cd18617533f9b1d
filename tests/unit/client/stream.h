/* Streams of games as a server would send them, made from turns with the referee. */
#pragma once

#include <jansson.h>

#include "core/referee.h"

/* A game being told. */
struct stream {
    struct position position;
    char moves[8192];
    int64_t ply, v;
};

void stream_init(struct stream *stream, int size);

/* The snapshot as of now: game "game00000001", alice against bob, with a clock where `clocked`. */
json_t *stream_snapshot(const struct stream *stream, bool clocked);

/* Plays one turn ("skip" where it is due) and gives its event. */
json_t *stream_turn(struct stream *stream, const char *text);

/* The end, won by `winner` or, with -1, by nobody. */
json_t *stream_end(struct stream *stream, int winner, const char *reason);
