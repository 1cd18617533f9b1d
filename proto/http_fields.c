#include "proto/http_fields.h"

#include <string.h>
#include <strings.h>

#include "proto/http_host.h"
#include "proto/http_text.h"
#include "proto/websocket.h"

#define BAD_REQUEST 400
#define TOO_LARGE 413
#define EXPECTATION_FAILED 417
#define NOT_IMPLEMENTED 501

/* struct http_reader: seen */
enum seen {
    SEEN_HOST = 1 << 0,
    SEEN_ORIGIN = 1 << 1,
    SEEN_CONTENT_LENGTH = 1 << 2,
    SEEN_TRANSFER_ENCODING = 1 << 3,
    SEEN_IF_NONE_MATCH = 1 << 4,
    SEEN_WEBSOCKET_KEY = 1 << 5,
    SEEN_WEBSOCKET_VERSION = 1 << 6,
};

/* struct http_reader: notes */
enum note {
    NOTE_CLOSE = 1 << 0,
    NOTE_KEEP_ALIVE = 1 << 1,
    NOTE_UPGRADE = 1 << 2,        /* named in Connection */
    NOTE_WEBSOCKET = 1 << 3,      /* named in Upgrade */
    NOTE_VERSION_13 = 1 << 4,     /* of WebSocket */
    NOTE_CHUNKED = 1 << 5,        /* the last transfer coding so far */
    NOTE_CODING_UNKNOWN = 1 << 6, /* another one before it */
    NOTE_CODING_FAULTY = 1 << 7,  /* something follows chunked */
    NOTE_BODY = 1 << 8,           /* a Content-Length over 0 */
};

static int take_host(struct http_reader *reader, const char *value)
{
    if (!http_host_valid(value, strlen(value)))
        return BAD_REQUEST;
    /* The host of an absolute target goes before (RFC 9112, 3.2.2). */
    if (reader->request.host == NULL)
        reader->request.host = value;
    return 0;
}

static int take_origin(struct http_reader *reader, const char *value)
{
    reader->request.origin = value;
    return 0;
}

static int take_connection(struct http_reader *reader, const char *value)
{
    struct http_piece option;
    while (http_list_next(&value, &option)) {
        if (http_piece_is(option, "close"))
            reader->notes |= NOTE_CLOSE;
        else if (http_piece_is(option, "keep-alive"))
            reader->notes |= NOTE_KEEP_ALIVE;
        else if (http_piece_is(option, "upgrade"))
            reader->notes |= NOTE_UPGRADE;
    }
    return 0;
}

static int take_upgrade(struct http_reader *reader, const char *value)
{
    struct http_piece protocol;
    while (http_list_next(&value, &protocol)) {
        if (http_piece_is(protocol, "websocket"))
            reader->notes |= NOTE_WEBSOCKET;
    }
    return 0;
}

static int take_websocket_key(struct http_reader *reader, const char *value)
{
    reader->request.websocket_key = value;
    return 0;
}

static int take_websocket_version(struct http_reader *reader, const char *value)
{
    if (strcmp(value, "13") == 0)
        reader->notes |= NOTE_VERSION_13;
    return 0;
}

static int take_content_length(struct http_reader *reader, const char *value)
{
    size_t digits = strspn(value, "0123456789");
    if (digits == 0 || value[digits] != '\0')
        return BAD_REQUEST;
    if (strspn(value, "0") != digits)
        reader->notes |= NOTE_BODY;
    return 0;
}

static int take_transfer_encoding(struct http_reader *reader, const char *value)
{
    struct http_piece coding;
    while (http_list_next(&value, &coding)) {
        if ((reader->notes & NOTE_CHUNKED) != 0)
            reader->notes |= NOTE_CODING_FAULTY;
        reader->notes |= http_piece_is(coding, "chunked") ? NOTE_CHUNKED : NOTE_CODING_UNKNOWN;
    }
    return 0;
}

static int take_expect(struct http_reader *reader, const char *value)
{
    (void)reader;
    /* Without a body there is nothing to go on with, and the final answer will do. */
    return strcasecmp(value, "100-continue") == 0 ? 0 : EXPECTATION_FAILED;
}

static int take_if_none_match(struct http_reader *reader, const char *value)
{
    bool again = (reader->seen & SEEN_IF_NONE_MATCH) != 0;
    reader->seen |= SEEN_IF_NONE_MATCH;
    reader->request.if_none_match = again ? NULL : value;
    return 0;
}

/* A weight in thousandths (RFC 9110, 12.4.2), 0 where it cannot be read. */
static int read_weight(struct http_piece weight)
{
    weight = http_piece_trim(weight);
    if (weight.length < 3 || strncasecmp(weight.bytes, "q=", 2) != 0)
        return 0;
    const char *digits = weight.bytes + 2;
    size_t count = weight.length - 2;
    if ((digits[0] != '0' && digits[0] != '1') || count > 5 || (count > 1 && digits[1] != '.'))
        return 0;
    int thousandths = (digits[0] - '0') * 1000;
    int unit = 100;
    for (size_t i = 2; i < count; i++, unit /= 10) {
        if (digits[i] < '0' || digits[i] > '9')
            return 0;
        thousandths += (digits[i] - '0') * unit;
    }
    return thousandths <= 1000 ? thousandths : 0;
}

static int take_accept_encoding(struct http_reader *reader, const char *value)
{
    struct http_piece element;
    while (http_list_next(&value, &element)) {
        const char *semicolon = memchr(element.bytes, ';', element.length);
        struct http_piece coding = element;
        int weight = 1000;
        if (semicolon != NULL) {
            coding.length = (size_t)(semicolon - element.bytes);
            size_t rest = element.length - coding.length - 1;
            weight = read_weight((struct http_piece){semicolon + 1, rest});
        }
        coding = http_piece_trim(coding);
        if (http_piece_is(coding, "gzip") || http_piece_is(coding, "x-gzip"))
            reader->gzip_weight = weight;
        else if (http_piece_is(coding, "*"))
            reader->any_weight = weight;
    }
    return 0;
}

/* The fields that matter here; every other is passed over. */
static const struct row {
    const char *name;
    int (*take)(struct http_reader *reader, const char *value);
    unsigned once; /* the bit of one that must not stand there twice */
} rows[] = {
    {"host", take_host, SEEN_HOST},
    {"origin", take_origin, SEEN_ORIGIN},
    {"connection", take_connection, 0},
    {"upgrade", take_upgrade, 0},
    {"sec-websocket-key", take_websocket_key, SEEN_WEBSOCKET_KEY},
    {"sec-websocket-version", take_websocket_version, SEEN_WEBSOCKET_VERSION},
    {"if-none-match", take_if_none_match, 0},
    {"accept-encoding", take_accept_encoding, 0},
    {"content-length", take_content_length, SEEN_CONTENT_LENGTH},
    /* Twice is legal, but no client does it, and two readers may differ about it. */
    {"transfer-encoding", take_transfer_encoding, SEEN_TRANSFER_ENCODING},
    {"expect", take_expect, 0},
};

/* RFC 9112, 5: a name, a colon right behind it, a value without control characters. A line that
 * begins with a blank, which once went on with the field before it, has no name. */
static bool line_valid(struct http_piece name, const char *line, size_t length)
{
    if (name.length == 0 || name.length == length)
        return false;
    for (size_t i = 0; i < name.length; i++) {
        if (!http_token_character(name.bytes[i]))
            return false;
    }
    for (size_t i = name.length + 1; i < length; i++) {
        unsigned char byte = (unsigned char)line[i];
        if ((byte < ' ' && byte != '\t') || byte == 0x7f)
            return false;
    }
    return true;
}

int http_fields_take(struct http_reader *reader, char *line, size_t length)
{
    struct http_piece name = {line, strcspn(line, ":")};
    if (!line_valid(name, line, length))
        return BAD_REQUEST;
    size_t value_at = name.length + 1 + strspn(line + name.length + 1, " \t");
    while (length > value_at && (line[length - 1] == ' ' || line[length - 1] == '\t'))
        line[--length] = '\0';
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (!http_piece_is(name, rows[i].name))
            continue;
        if ((reader->seen & rows[i].once) != 0)
            return BAD_REQUEST;
        reader->seen |= rows[i].once;
        return rows[i].take(reader, line + value_at);
    }
    return 0;
}

/* RFC 9112, 6: how a body would be framed. None is taken; but one whose end readers might see in
 * different places is worse than one too many. */
static int check_body(const struct http_reader *reader)
{
    if ((reader->seen & SEEN_TRANSFER_ENCODING) != 0) {
        bool faulty =
            (reader->notes & NOTE_CODING_FAULTY) != 0 || (reader->notes & NOTE_CHUNKED) == 0 ||
            (reader->seen & SEEN_CONTENT_LENGTH) != 0 || reader->request.minor_version == 0;
        if (faulty)
            return BAD_REQUEST;
        return (reader->notes & NOTE_CODING_UNKNOWN) != 0 ? NOT_IMPLEMENTED : TOO_LARGE;
    }
    return (reader->notes & NOTE_BODY) != 0 ? TOO_LARGE : 0;
}

/* RFC 6455, 4.2.1 */
static enum http_upgrade find_upgrade(const struct http_reader *reader)
{
    const struct http_request *request = &reader->request;
    unsigned both = NOTE_UPGRADE | NOTE_WEBSOCKET;
    if ((reader->notes & both) != both || request->minor_version == 0)
        return HTTP_UPGRADE_NONE;
    if (request->method != HTTP_GET || (reader->seen & SEEN_WEBSOCKET_VERSION) == 0)
        return HTTP_UPGRADE_BAD;
    if ((reader->notes & NOTE_VERSION_13) == 0)
        return HTTP_UPGRADE_VERSION;
    bool key = request->websocket_key != NULL && websocket_key_valid(request->websocket_key);
    return key ? HTTP_UPGRADE_WEBSOCKET : HTTP_UPGRADE_BAD;
}

int http_fields_end(struct http_reader *reader)
{
    struct http_request *request = &reader->request;
    if ((reader->seen & SEEN_HOST) == 0 && request->minor_version > 0)
        return BAD_REQUEST;
    int status = check_body(reader);
    if (status != 0)
        return status;
    bool close = (reader->notes & NOTE_CLOSE) != 0;
    bool asked = (reader->notes & NOTE_KEEP_ALIVE) != 0;
    request->keep_alive = !close && (asked || request->minor_version > 0);
    int weight = reader->gzip_weight >= 0 ? reader->gzip_weight : reader->any_weight;
    request->accepts_gzip = weight > 0;
    request->upgrade = find_upgrade(reader);
    if (request->upgrade != HTTP_UPGRADE_WEBSOCKET)
        request->websocket_key = NULL;
    return 0;
}
