/* How long a connection's network takes there and back, and how long nothing has come from it, as
 * the kernel measured it.
 * Apart from client.c because the kernel's own header, which knows more than the C library's,
 * cannot be included beside that. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Milliseconds, rounded: the shortest that the kernel has seen of late, so that a peer whose
 * acknowledgements are late on purpose or by habit gains nothing. 0 where it is not known. */
int64_t round_trip_ms(int descriptor);

/* Whether anybody is at the other end. */
struct silence {
    int64_t silent_ms; /* since anything came from the peer, be it its kernel's answer to a probe */
    bool unanswered;   /* the kernel has sent something since, or asked, and not been answered */
    bool pending;      /* of what was written some has not been acknowledged, or not been sent */
};

/* All 0 where it is not known. */
void silence_of(int descriptor, struct silence *silence);
