#include "server/io/round_trip.h"

#include <linux/sockios.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

int64_t round_trip_ms(int descriptor)
{
    struct tcp_info info = {0};
    socklen_t length = sizeof info;
    if (getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &length) != 0 ||
        length < offsetof(struct tcp_info, tcpi_min_rtt) + sizeof info.tcpi_min_rtt)
        return 0;
    /* Before the first measurement the kernel says ~0. */
    return info.tcpi_min_rtt == UINT32_MAX ? 0 : (info.tcpi_min_rtt + 500) / 1000;
}

void silence_of(int descriptor, struct silence *silence)
{
    struct tcp_info info = {0};
    socklen_t length = sizeof info;
    int queued = 0;
    *silence = (struct silence){0};
    if (getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &length) != 0 ||
        ioctl(descriptor, SIOCOUTQ, &queued) != 0)
        return;
    uint32_t data_ms = info.tcpi_last_data_recv;
    uint32_t answer_ms = info.tcpi_last_ack_recv;
    silence->silent_ms = data_ms < answer_ms ? data_ms : answer_ms;
    silence->unanswered = info.tcpi_unacked > 0 || info.tcpi_probes > 0;
    silence->pending = queued > 0;
}
