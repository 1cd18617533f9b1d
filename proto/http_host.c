#include "proto/http_host.h"

#include <string.h>
#include <strings.h>

#include "proto/http_text.h"

#define PORT_MAX 65535
#define PORT_NONE (-1)
#define PORT_BAD (-2)

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_hex(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/* Length of the name in front of ":port": of "[::1]:80" what the brackets hold, with them. */
static size_t name_length(const char *host, size_t length)
{
    if (length > 0 && host[0] == '[') {
        const char *end = memchr(host, ']', length);
        return end != NULL ? (size_t)(end - host) + 1 : length;
    }
    const char *colon = memchr(host, ':', length);
    return colon != NULL ? (size_t)(colon - host) : length;
}

static bool literal_valid(const char *name, size_t length)
{
    bool colon = false;
    if (length < 2 || name[length - 1] != ']')
        return false;
    for (size_t i = 1; i < length - 1; i++) {
        colon = colon || name[i] == ':';
        if (!is_hex(name[i]) && name[i] != ':' && name[i] != '.')
            return false;
    }
    return colon;
}

static bool registered_valid(const char *name, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (name[i] == '%') {
            if (i + 2 >= length || !is_hex(name[i + 1]) || !is_hex(name[i + 2]))
                return false;
        } else if (name[i] == '^' || name[i] == '`' || name[i] == '|' || name[i] == '#') {
            return false; /* of a token, but not of a name */
        } else if (!http_token_character(name[i]) && strchr("();=,", name[i]) == NULL) {
            return false;
        }
    }
    return true;
}

/* The port of "name:port", whose name is `name` bytes long. One left empty is none. */
static int port_of(const char *host, size_t length, size_t name)
{
    if (name == length)
        return PORT_NONE;
    if (host[name] != ':')
        return PORT_BAD;
    int port = 0;
    for (size_t i = name + 1; i < length; i++) {
        if (!is_digit(host[i]))
            return PORT_BAD;
        port = 10 * port + (host[i] - '0');
        if (port > PORT_MAX)
            return PORT_BAD;
    }
    return name + 1 == length ? PORT_NONE : port;
}

bool http_host_valid(const char *host, size_t length)
{
    if (length > 0 && memchr(host, '\0', length) != NULL)
        return false;
    size_t name = name_length(host, length);
    bool fits =
        length > 0 && host[0] == '[' ? literal_valid(host, name) : registered_valid(host, name);
    return fits && port_of(host, length, name) != PORT_BAD;
}

/* Four numbers up to 255, and nothing that another reader might take for another address. */
static bool is_ipv4(struct http_piece name)
{
    int numbers = 0;
    size_t at = 0;
    for (;;) {
        size_t begin = at;
        int number = 0;
        while (at < name.length && is_digit(name.bytes[at]) && at - begin < 3)
            number = 10 * number + (name.bytes[at++] - '0');
        if (at == begin || number > 255 || (name.bytes[begin] == '0' && at - begin > 1))
            return false;
        numbers++;
        if (at == name.length)
            return numbers == 4;
        if (name.bytes[at++] != '.')
            return false;
    }
}

static struct http_piece name_of(const char *host, size_t length)
{
    struct http_piece name = {host, name_length(host, length)};
    if (name.length > 1 && name.bytes[name.length - 1] == '.')
        name.length--;
    return name;
}

static bool is_localhost(struct http_piece name)
{
    static const char below[] = ".localhost";
    size_t length = sizeof below - 1;
    return http_piece_is(name, below + 1) ||
           (name.length > length &&
            strncasecmp(name.bytes + name.length - length, below, length) == 0);
}

bool http_host_known(const char *host, const char *const *names, size_t name_count)
{
    if (host == NULL || !http_host_valid(host, strlen(host)))
        return false;
    struct http_piece name = name_of(host, strlen(host));
    if (host[0] == '[' || is_ipv4(name) || is_localhost(name))
        return true;
    for (size_t i = 0; i < name_count; i++) {
        if (http_piece_is(name, names[i]))
            return true;
    }
    return false;
}

bool http_origin_matches(const char *origin, const char *host)
{
    static const struct {
        const char *prefix;
        int port;
    } schemes[] = {{"http://", 80}, {"https://", 443}};

    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++) {
        size_t prefix = strlen(schemes[i].prefix);
        if (strncasecmp(origin, schemes[i].prefix, prefix) != 0)
            continue;
        const char *page = origin + prefix;
        size_t page_length = strlen(page);
        size_t host_length = strlen(host);
        if (page_length == 0 || !http_host_valid(page, page_length) ||
            !http_host_valid(host, host_length))
            return false;
        struct http_piece from = name_of(page, page_length);
        struct http_piece to = name_of(host, host_length);
        int from_port = port_of(page, page_length, name_length(page, page_length));
        int to_port = port_of(host, host_length, name_length(host, host_length));
        return from.length == to.length && strncasecmp(from.bytes, to.bytes, from.length) == 0 &&
               (from_port == PORT_NONE ? schemes[i].port : from_port) ==
                   (to_port == PORT_NONE ? schemes[i].port : to_port);
    }
    return false;
}
