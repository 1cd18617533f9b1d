/* Unfinished games as the store would hand them over at the start. */
#pragma once

#include "server/machine/log.h"

#include <string.h>

/* A rated game of 3-blitz in which each has placed one piece, and each has left_ms left. The row
 * borrows the bytes of *log, which the caller frees with log_deinit. */
static inline struct game_row playing_row(const char *id, const struct account_row *blue,
                                          const struct account_row *red, int64_t left_ms,
                                          struct log *log)
{
    const struct account_row *accounts[] = {blue, red};
    struct game_row row = {
        .size = 3,
        .time = {.kind = TIME_FISCHER, .initial_ms = 300000, .increment_ms = 3000},
        .rated = true,
        .status = GAME_PLAYING,
        .winner = -1,
        .started_at = 1000,
    };
    strcpy(row.id, id);
    for (int color = 0; color < 2; color++) {
        strcpy(row.players[color].account, accounts[color]->id);
        strcpy(row.players[color].name, accounts[color]->name);
        row.players[color].rating = 1500;
    }
    log_init(log);
    for (uint8_t v = 1; v <= 3; v++) {
        struct log_item item = {.kind = v == 1 ? STREAM_START : STREAM_MOVE,
                                .v = v,
                                .at = 1000 * v,
                                .turn = {.count = 1, .cells = {v}},
                                .left_ms = left_ms};
        struct log_entry entry;
        log_encode(&item, log->at, &entry);
        log_append(log, &entry);
    }
    row.v = log->v;
    row.log = log->bytes;
    row.log_length = log->length;
    return row;
}
