/* Where to listen, and who has connected: "HOST:PORT" <-> socket addresses.
 * Called by the options, the listener and for each accepted connection. Looks names up only while
 * parsing, at start; never opens a socket. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

/* "[…]:65535" and a NUL. */
#define ADDRESS_TEXT_SIZE 64
#define ADDRESS_ERROR_SIZE 512

struct address {
    bool off; /* nothing is to listen; `socket` is not set */
    struct sockaddr_storage socket;
};

/* Reads "HOST:PORT", "[IPv6]:PORT" or "off". Port 0 stands for any free one. False with one plain
 * line in `error`. */
bool address_parse(struct address *address, const char *text, char error[ADDRESS_ERROR_SIZE]);

/* Only this machine can connect to it. An address that is off counts as one. */
bool address_is_loopback(const struct address *address);

/* "127.0.0.1:5577", "[::1]:5577" */
void address_format(const struct sockaddr_storage *socket, char text[ADDRESS_TEXT_SIZE]);

/* The 16 bytes of an IPv6 address, an IPv4 one mapped into it. */
void address_bytes(const struct sockaddr_storage *socket, unsigned char bytes[16]);
