/* How long a connection's network takes there and back, and how long nothing has come from it, as
 * the kernel measured it.
 * Apart from client.c because the kernel's own header, which knows more than the C library's,
 * cannot be included beside that. */
#pragma once

#include <stdint.h>

/* Milliseconds, rounded: the shortest that the kernel has seen of late, so that a peer whose
 * acknowledgements are late on purpose or by habit gains nothing. 0 where it is not known. */
int64_t round_trip_ms(int descriptor);

/* Milliseconds since anything came from the peer, be it only the answer of its kernel to a probe.
 * 0 where it is not known. */
int64_t silence_ms(int descriptor);
