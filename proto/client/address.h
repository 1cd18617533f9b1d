/* A server's address as people write it: HOST, HOST:PORT or [IPV6]:PORT.
 * Only text; looking the name up is the wire's business. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#define ADDRESS_DEFAULT "127.0.0.1:5577"
#define ADDRESS_DEFAULT_PORT "5577"
/* Room for the longest text and the NUL. */
#define ADDRESS_TEXT_MAX 272

struct address {
    char host[256];
    char port[6];
};

/* False, and *address untouched, where it is no address. Without a port it gets the default one. */
bool address_parse(struct address *address, const char *text);

/* Writes it as HOST:PORT, an IPv6 address in brackets. */
void address_format(const struct address *address, char out[ADDRESS_TEXT_MAX]);

/* Whether the host is this machine, told from its text alone. */
bool address_is_local(const struct address *address);
