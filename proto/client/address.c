#include "proto/client/address.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool port_valid(const char *text)
{
    size_t length = strlen(text);
    if (length == 0 || length > 5 || strspn(text, "0123456789") != length)
        return false;
    long port = strtol(text, NULL, 10);
    return port >= 1 && port <= 65535;
}

bool address_parse(struct address *address, const char *text)
{
    const char *host = text;
    size_t length;
    const char *port = ADDRESS_DEFAULT_PORT;

    if (text[0] == '[') {
        host = text + 1;
        length = strcspn(host, "]");
        if (host[length] != ']')
            return false;
        const char *rest = host + length + 1;
        if (*rest == ':')
            port = rest + 1;
        else if (*rest != '\0')
            return false;
    } else {
        length = strcspn(text, ":");
        if (text[length] == ':')
            port = text + length + 1;
    }
    if (length == 0 || length >= sizeof address->host || !port_valid(port))
        return false;
    if (memchr(host, ' ', length) != NULL || memchr(host, '/', length) != NULL)
        return false;
    memcpy(address->host, host, length);
    address->host[length] = '\0';
    memcpy(address->port, port, strlen(port) + 1);
    return true;
}

void address_format(const struct address *address, char out[ADDRESS_TEXT_MAX])
{
    bool bracketed = strchr(address->host, ':') != NULL;
    snprintf(out, ADDRESS_TEXT_MAX, bracketed ? "[%s]:%s" : "%s:%s", address->host, address->port);
}

bool address_is_local(const struct address *address)
{
    return strncmp(address->host, "127.", 4) == 0 || strcmp(address->host, "localhost") == 0 ||
           strcmp(address->host, "::1") == 0;
}
