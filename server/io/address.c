#include "server/io/address.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Longest host name in DNS, and a NUL. */
#define HOST_SIZE 256

static const unsigned char mapped_prefix[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

/* Splits into host (without brackets) and port. NULL, or what is wrong. */
static const char *address_split(const char *text, char host[HOST_SIZE], const char **port)
{
    const char *begin = text;
    const char *end;
    if (*text == '[') {
        begin++;
        end = strchr(begin, ']');
        if (end == NULL || end[1] != ':')
            return "it must be HOST:PORT or [IPv6]:PORT";
        *port = end + 2;
    } else {
        end = strrchr(text, ':');
        if (end == NULL)
            return "it must be HOST:PORT, or off";
        if (memchr(text, ':', (size_t)(end - text)) != NULL)
            return "an IPv6 address goes in brackets: [::1]:5577";
        *port = end + 1;
    }
    size_t length = (size_t)(end - begin);
    if (length == 0 || length >= HOST_SIZE)
        return "the host is missing or too long";
    memcpy(host, begin, length);
    host[length] = '\0';
    return NULL;
}

static bool address_port_fits(const char *port)
{
    size_t digits = strspn(port, "0123456789");
    if (digits == 0 || digits > 5 || port[digits] != '\0')
        return false;
    unsigned value = 0;
    for (const char *digit = port; *digit != '\0'; digit++)
        value = value * 10 + (unsigned)(*digit - '0');
    return value <= UINT16_MAX;
}

bool address_parse(struct address *address, const char *text, char error[ADDRESS_ERROR_SIZE])
{
    *address = (struct address){.off = strcmp(text, "off") == 0};
    if (address->off)
        return true;
    char host[HOST_SIZE];
    const char *port;
    const char *wrong = address_split(text, host, &port);
    if (wrong == NULL && !address_port_fits(port))
        wrong = "the port must be a number from 0 to 65535";
    if (wrong == NULL) {
        struct addrinfo hints = {.ai_family = AF_UNSPEC,
                                 .ai_socktype = SOCK_STREAM,
                                 .ai_flags = AI_PASSIVE | AI_NUMERICSERV};
        struct addrinfo *found = NULL;
        int status = getaddrinfo(host, port, &hints, &found);
        if (status != 0) {
            wrong = gai_strerror(status);
        } else {
            memcpy(&address->socket, found->ai_addr, found->ai_addrlen);
            freeaddrinfo(found);
        }
    }
    if (wrong != NULL)
        snprintf(error, ADDRESS_ERROR_SIZE, "\"%.100s\" is not an address to listen on: %s", text,
                 wrong);
    return wrong == NULL;
}

void address_bytes(const struct sockaddr_storage *socket, unsigned char bytes[16])
{
    memset(bytes, 0, 16);
    if (socket->ss_family == AF_INET) {
        struct sockaddr_in four;
        memcpy(&four, socket, sizeof four);
        memcpy(bytes, mapped_prefix, sizeof mapped_prefix);
        memcpy(bytes + sizeof mapped_prefix, &four.sin_addr, 4);
    } else if (socket->ss_family == AF_INET6) {
        struct sockaddr_in6 six;
        memcpy(&six, socket, sizeof six);
        memcpy(bytes, &six.sin6_addr, 16);
    }
}

bool address_is_loopback(const struct address *address)
{
    static const unsigned char six[16] = {[15] = 1};
    if (address->off)
        return true;
    unsigned char bytes[16];
    address_bytes(&address->socket, bytes);
    if (memcmp(bytes, mapped_prefix, sizeof mapped_prefix) == 0)
        return bytes[12] == 127;
    return memcmp(bytes, six, sizeof six) == 0;
}

void address_format(const struct sockaddr_storage *socket, char text[ADDRESS_TEXT_SIZE])
{
    char host[INET6_ADDRSTRLEN] = "?";
    if (socket->ss_family == AF_INET6) {
        struct sockaddr_in6 six;
        memcpy(&six, socket, sizeof six);
        inet_ntop(AF_INET6, &six.sin6_addr, host, sizeof host);
        snprintf(text, ADDRESS_TEXT_SIZE, "[%s]:%u", host, (unsigned)ntohs(six.sin6_port));
    } else {
        struct sockaddr_in four;
        memcpy(&four, socket, sizeof four);
        inet_ntop(AF_INET, &four.sin_addr, host, sizeof host);
        snprintf(text, ADDRESS_TEXT_SIZE, "%s:%u", host, (unsigned)ntohs(four.sin_port));
    }
}
