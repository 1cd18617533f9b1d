/* SHA-1 (FIPS 180-4) of a text in memory. Only the handshake of WebSocket uses it, which asks for
 * it by name; it is broken for everything that needs to be secure. Pure. */
#pragma once

#include <stddef.h>

#define SHA1_SIZE 20

void sha1(const void *bytes, size_t length, unsigned char out[SHA1_SIZE]);
