/* What the server's benchmark is made of: two floors and the real thing, measured in one run. */
#pragma once

#include <stdint.h>
#include <uv.h>

/* Each measurement lasts this long. */
#define BENCH_MS 3000

/* What a peer sends and how often, told by every measurement. */
struct rate {
    uint64_t count;
    double seconds;
};

static inline double per_second(struct rate rate)
{
    return rate.seconds > 0 ? (double)rate.count / rate.seconds : 0;
}

/* A plain libuv TCP line echo in a process of its own, with `games` connections each sending one
 * line of a move's length and waiting for it to come back. echo.c */
struct rate bench_echo(int games);

/* Inserts of a move's size into SQLite (WAL, synchronous=FULL) by one writer, `games` of them in
 * each transaction, at most 256. inserts.c */
struct rate bench_inserts(const char *folder, int games);

/* Moves acknowledged by the server at `port` with `games` games of two connections each in play,
 * each game's next move sent when its player has seen the one before. play.c */
struct rate bench_play(int port, int games);

/* Starts `clamberd` on a free port of loopback and a data folder below `folder`; gives the port.
 * Exits with a message where that fails. daemon.c */
int daemon_start(const char *program, const char *folder);
void daemon_stop(void);
