/* The network below one connection: how its socket is set up, how long the way there and back
 * takes, and whether anybody is still at the other end: a dead link is noticed within 20 s.
 * A part of the client, whose socket it is. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

struct link {
    int64_t lag_ms;        /* round trip, measured at most once in a while */
    int64_t lag_measured;  /* when; 0 for never */
    int64_t unheard_since; /* bytes were written that nobody may have received; 0 where not */
};

/* What fails here leaves a connection that works, only less well. */
void link_prepare(uv_tcp_t *tcp);

/* The round trip in milliseconds, as the kernel measured it; 0 where it is not known. */
int64_t link_lag(struct link *link, const uv_tcp_t *tcp, int64_t now_ms);

/* Something is about to be written. From then on link_dead is to be asked now and then, as long as
 * unheard_since is not 0. True where it was 0. */
bool link_doubt(struct link *link, int64_t now_ms);
bool link_dead(struct link *link, const uv_tcp_t *tcp, int64_t now_ms);
