/* A stream of bytes through the reader of HTTP requests: what it tells holds what it promises, and
 * is the same whole and in pieces. The first byte says how long those are. */
#include "tests/fuzz/fuzz.h"

#include "proto/http_host.h"
#include "proto/http_request.h"
#include "proto/http_response.h"
#include "proto/utf8.h"
#include "proto/websocket.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const fuzz_seeds[] = {
    "\x01GET /api/games?user=ann&limit=5&cursor=%41%C3%A9+b HTTP/1.1\r\nHost: [::1]:5578\r\n"
    "Accept-Encoding: br;q=1.0, gzip;q=0.5, *;q=0\r\nIf-None-Match: W/\"a\", \"b\"\r\n\r\n",
    "\x07HEAD http://localhost/web/js/main.js HTTP/1.1\r\nHost: x\r\nConnection: close, x\r\n\r\n"
    "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
    "\x20GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: h2c, websocket\r\n"
    "Connection: keep-alive, Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    "Sec-WebSocket-Version: 13\r\nOrigin: http://localhost:5578\r\n\r\n",
    "\xff\r\nGET /a%2Fb/%F0%9F%98%80?=&a&b= HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
    "\x10POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\nExpect: "
    "100-continue\r\n",
    NULL,
};

/* What a stream told, as a number, and where it ended. */
struct told {
    uint64_t hash;
    int requests;
    int status;
};

static void mix(struct told *told, const char *text)
{
    for (; text != NULL && *text != '\0'; text++)
        told->hash = (told->hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    told->hash = (told->hash ^ (text == NULL ? 0x101 : 0x100)) * UINT64_C(0x100000001b3);
}

static bool no_control(const char *value)
{
    for (; value != NULL && *value != '\0'; value++) {
        if (((unsigned char)*value < ' ' && *value != '\t') || *value == 0x7f)
            return false;
    }
    return true;
}

static void check_request(struct told *told, const struct http_request *request)
{
    assert(request->path[0] == '/' && utf8_valid(request->path, strlen(request->path)));
    assert(request->parameter_count <= HTTP_PARAMETERS_MAX);
    mix(told, request->path);
    for (size_t i = 0; i < request->parameter_count; i++) {
        const struct http_parameter *parameter = &request->parameters[i];
        assert(utf8_valid(parameter->name, strlen(parameter->name)));
        assert(utf8_valid(parameter->value, strlen(parameter->value)));
        mix(told, parameter->name);
        mix(told, parameter->value);
    }
    assert(request->minor_version == 0 || request->minor_version == 1);
    assert(request->host != NULL || request->minor_version == 0);
    assert(request->host == NULL || http_host_valid(request->host, strlen(request->host)));
    assert(no_control(request->origin) && no_control(request->if_none_match));
    assert((request->websocket_key != NULL) == (request->upgrade == HTTP_UPGRADE_WEBSOCKET));
    http_host_known(request->host, NULL, 0);
    if (request->origin != NULL && request->host != NULL)
        http_origin_matches(request->origin, request->host);
    http_etag_matches(request->if_none_match, "\"b\"");
    if (request->websocket_key != NULL) {
        char accept[WEBSOCKET_ACCEPT_SIZE];
        websocket_accept(request->websocket_key, accept);
        assert(strlen(accept) == sizeof accept - 1);
    }
    mix(told, request->host);
    mix(told, request->origin);
    mix(told, request->if_none_match);
    char rest[64];
    snprintf(rest, sizeof rest, "%d %d %d %d %d", (int)request->method, request->minor_version,
             request->keep_alive, request->accepts_gzip, (int)request->upgrade);
    mix(told, rest);
    told->requests++;
}

static struct told read_in_pieces(const uint8_t *data, size_t size, size_t piece)
{
    struct told told = {.hash = UINT64_C(0xcbf29ce484222325)};
    static struct http_reader reader;
    http_reader_init(&reader);
    for (size_t at = 0; at < size && told.status == 0; at += piece) {
        const char *bytes = (const char *)data + at;
        size_t length = size - at < piece ? size - at : piece;
        enum http_read result;
        while ((result = http_reader_feed(&reader, &bytes, &length)) == HTTP_READ_REQUEST)
            check_request(&told, &reader.request);
        assert(result == HTTP_READ_BAD || length == 0);
        told.status = result == HTTP_READ_BAD ? reader.status : 0;
    }
    if (told.status == 0 && !http_reader_idle(&reader)) {
        http_reader_give_up(&reader);
        told.status = reader.status;
    }
    if (told.status != 0) {
        http_status_text(told.status);
        assert(strlen(reader.request.path) < HTTP_HEAD_MAX && !reader.request.keep_alive);
    }
    return told;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    struct told whole = read_in_pieces(data + 1, size - 1, size);
    struct told pieces = read_in_pieces(data + 1, size - 1, 1 + (size_t)data[0]);
    assert(whole.hash == pieces.hash && whole.requests == pieces.requests);
    assert(whole.status == pieces.status);
    return 0;
}
