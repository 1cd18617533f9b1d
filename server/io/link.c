#include "server/io/link.h"

#include "server/io/round_trip.h"

#include <netinet/in.h>
#include <netinet/tcp.h>

/* Enough for a slow link; small enough that a peer that does not read is noticed. */
#define SEND_BUFFER (64 * 1024)
/* The kernel need not be asked for the round trip at every line. */
#define LAG_MS 1000
/* Probes of an idle link, in seconds: the first, then every; after so many it is dead, 17 s in all.
 * Where something is under way the kernel has more patience than we: then we count ourselves.
 * TCP_USER_TIMEOUT would do, but it also ends, after as long, a link whose peer reads slowly and
 * steadily: it counts from when the peer first had no room. */
#define KEEPALIVE_IDLE_S 8
#define KEEPALIVE_INTERVAL_S 3
#define KEEPALIVE_PROBES 3
/* A link that lives answers long before. */
#define ANSWER_MS 2000
#define SILENT_MS 18000

void link_prepare(uv_tcp_t *tcp)
{
    int descriptor;
    int idle = KEEPALIVE_IDLE_S, interval = KEEPALIVE_INTERVAL_S, probes = KEEPALIVE_PROBES;
    int send_buffer = SEND_BUFFER;
    uv_tcp_nodelay(tcp, 1);
    uv_tcp_keepalive(tcp, 1, KEEPALIVE_IDLE_S);
    uv_send_buffer_size((uv_handle_t *)tcp, &send_buffer);
    if (uv_fileno((uv_handle_t *)tcp, &descriptor) != 0)
        return;
    setsockopt(descriptor, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
    setsockopt(descriptor, IPPROTO_TCP, TCP_KEEPINTVL, &interval, sizeof interval);
    setsockopt(descriptor, IPPROTO_TCP, TCP_KEEPCNT, &probes, sizeof probes);
}

int64_t link_lag(struct link *link, const uv_tcp_t *tcp, int64_t now_ms)
{
    int descriptor;
    if (link->lag_measured != 0 && now_ms - link->lag_measured < LAG_MS)
        return link->lag_ms;
    link->lag_measured = now_ms;
    if (uv_fileno((const uv_handle_t *)tcp, &descriptor) == 0)
        link->lag_ms = round_trip_ms(descriptor);
    return link->lag_ms;
}

bool link_doubt(struct link *link, int64_t now_ms)
{
    if (link->unheard_since != 0)
        return false;
    link->unheard_since = now_ms;
    return true;
}

bool link_dead(struct link *link, const uv_tcp_t *tcp, int64_t now_ms)
{
    int descriptor;
    if (link->unheard_since == 0 || now_ms - link->unheard_since < ANSWER_MS ||
        uv_fileno((const uv_handle_t *)tcp, &descriptor) != 0)
        return false;
    struct silence silence;
    silence_of(descriptor, &silence);
    /* Once all has been acknowledged the kernel's probes watch over it again. */
    if (!silence.pending && silence.silent_ms < now_ms - link->unheard_since)
        link->unheard_since = 0;
    return silence.silent_ms >= SILENT_MS && silence.unanswered;
}
