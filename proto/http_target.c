#include "proto/http_target.h"

#include <string.h>
#include <strings.h>

#include "proto/http_host.h"
#include "proto/utf8.h"

enum place {
    IN_PATH,
    IN_QUERY,
};

/* What URLs are made of, as browsers write them (WHATWG), which is more than RFC 3986 has. */
static bool characters_fit(const char *target)
{
    for (const char *at = target; *at != '\0'; at++) {
        if (*at <= ' ' || *at > '~' || strchr("\"<>#", *at) != NULL)
            return false;
    }
    return true;
}

static int digit_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Decodes `length` bytes of the text in place, up to what is wrong, and ends it with a NUL that may
 * take the place of the character behind it. */
static bool decode(char *text, size_t length, enum place place)
{
    char *out = text;
    bool sound = true;
    for (size_t at = 0; at < length; at++) {
        char byte = text[at];
        if (byte == '%') {
            int high = at + 2 < length ? digit_value(text[at + 1]) : -1;
            int low = at + 2 < length ? digit_value(text[at + 2]) : -1;
            sound = high >= 0 && low >= 0 && high + low > 0;
            if (!sound)
                break;
            byte = (char)(high * 16 + low);
            if (byte == '/' && place == IN_PATH)
                byte = '%'; /* and its digits follow as they are */
            else
                at += 2;
        } else if (byte == '+' && place == IN_QUERY) {
            byte = ' ';
        }
        *out++ = byte;
    }
    *out = '\0';
    return sound && utf8_valid(text, (size_t)(out - text));
}

static bool read_parameter(struct http_request *request, char *text, size_t length)
{
    if (request->parameter_count == HTTP_PARAMETERS_MAX)
        return false;
    char *equals = memchr(text, '=', length);
    size_t name_length = equals != NULL ? (size_t)(equals - text) : length;
    struct http_parameter *parameter = &request->parameters[request->parameter_count++];
    *parameter = (struct http_parameter){.name = text, .value = ""};
    if (equals != NULL) {
        char *value = equals + 1;
        parameter->value = value;
        if (!decode(value, length - name_length - 1, IN_QUERY))
            return false;
    }
    return decode(text, name_length, IN_QUERY);
}

static bool read_query(struct http_request *request, char *query)
{
    for (;;) {
        size_t length = strcspn(query, "&");
        bool last = query[length] == '\0';
        if (length > 0 && !read_parameter(request, query, length))
            return false;
        if (last)
            return true;
        query += length + 1;
    }
}

/* What follows "http://" and the like: the host moves to the left, for its NUL must not fall on the
 * path. Returns what follows it, NULL where it is no host. */
static char *read_authority(struct http_request *request, char *authority)
{
    size_t length = strcspn(authority, "/?");
    if (length == 0 || !http_host_valid(authority, length))
        return NULL;
    char *host = memmove(authority - 1, authority, length);
    host[length] = '\0';
    request->host = host;
    return authority + length;
}

/* Returns what follows scheme and host of the absolute form, NULL where it is none. */
static char *read_origin(struct http_request *request, char *target)
{
    static const char *const schemes[] = {"http://", "https://"};
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++) {
        if (strncasecmp(target, schemes[i], strlen(schemes[i])) == 0)
            return read_authority(request, target + strlen(schemes[i]));
    }
    return NULL;
}

bool http_target_read(struct http_request *request, char *target)
{
    if (target[0] != '/')
        target = read_origin(request, target);
    if (target == NULL)
        return false;
    bool fits = characters_fit(target);
    size_t length = strcspn(target, "?");
    char *query = target[length] == '?' ? target + length + 1 : NULL;
    request->path = length > 0 ? target : "/";
    if (length > 0 && !decode(target, length, IN_PATH))
        return false;
    return fits && (query == NULL || read_query(request, query));
}
