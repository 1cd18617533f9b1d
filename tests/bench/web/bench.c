/* What the codecs of the web cost on one core: a WebSocket message read and a head of one written,
 * a handshake answered, and the request of a browser read. Prints a line for each figure; the best
 * of several rounds, since noise only ever adds. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "proto/http_request.h"
#include "proto/websocket.h"

#define ROUNDS 7
#define STREAM_MAX (1 << 20)
#define REQUESTS 2000
#define HEADS 1000000

static char stream[STREAM_MAX];

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void report(const char *what, double seconds, int count, size_t bytes)
{
    printf("%s: %.0f ns each", what, seconds / count * 1e9);
    if (bytes > 0)
        printf(", %.0f MB/s", (double)bytes / seconds * 1e-6);
    printf("\n");
}

/* Fills the stream with masked frames of this text. Returns how many, and their size. */
static int fill(const char *text, size_t length, size_t *size)
{
    static const unsigned char mask[] = {0x37, 0xfa, 0x21, 0x3d};
    int count = 0;
    size_t at = 0;
    while (at + length + WEBSOCKET_HEAD_MAX + sizeof mask <= STREAM_MAX) {
        unsigned char head[WEBSOCKET_HEAD_MAX];
        size_t head_size = websocket_frame_head(head, WEBSOCKET_OPCODE_TEXT, length);
        head[1] |= 0x80;
        memcpy(stream + at, head, head_size);
        memcpy(stream + at + head_size, mask, sizeof mask);
        at += head_size + sizeof mask;
        for (size_t i = 0; i < length; i++)
            stream[at + i] = (char)((unsigned char)text[i] ^ mask[i % 4]);
        at += length;
        count++;
    }
    *size = at;
    return count;
}

static void bench_messages(const char *what, const char *text, size_t length)
{
    static struct websocket_reader reader;
    size_t size;
    int count = fill(text, length, &size);
    double best = 1e9;
    for (int round = 0; round < ROUNDS; round++) {
        websocket_reader_init(&reader);
        const char *bytes = stream;
        size_t left = size;
        int told = 0;
        double begun = seconds_now();
        while (websocket_reader_feed(&reader, &bytes, &left) == WEBSOCKET_READ_MESSAGE)
            told++;
        double took = seconds_now() - begun;
        if (told != count)
            abort();
        best = took < best ? took : best;
    }
    report(what, best, count, size);
}

/* What is counted here cannot be left out as without effect. */
static volatile unsigned kept;

static void bench_heads(void)
{
    double best = 1e9;
    for (int round = 0; round < ROUNDS; round++) {
        double begun = seconds_now();
        for (unsigned i = 0; i < HEADS; i++) {
            unsigned char head[WEBSOCKET_HEAD_MAX];
            websocket_frame_head(head, WEBSOCKET_OPCODE_TEXT, 100 + (i & 127));
            kept = kept + head[1];
        }
        double took = seconds_now() - begun;
        best = took < best ? took : best;
    }
    report("head of a message written", best, HEADS, 0);
}

static void bench_handshakes(void)
{
    double best = 1e9;
    for (int round = 0; round < ROUNDS; round++) {
        char accept[WEBSOCKET_ACCEPT_SIZE];
        double begun = seconds_now();
        for (int i = 0; i < REQUESTS; i++)
            websocket_accept("dGhlIHNhbXBsZSBub25jZQ==", accept);
        double took = seconds_now() - begun;
        best = took < best ? took : best;
    }
    report("key of a handshake answered", best, REQUESTS, 0);
}

static void bench_requests(void)
{
    static const char request[] =
        "GET /api/games?user=somebody&pool=3-blitz&limit=50 HTTP/1.1\r\n"
        "Host: localhost:5578\r\nConnection: keep-alive\r\nAccept: */*\r\n"
        "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) "
        "Chrome/120.0.0.0 Safari/537.36\r\nSec-Fetch-Site: same-origin\r\nSec-Fetch-Mode: cors\r\n"
        "Sec-Fetch-Dest: empty\r\nReferer: http://localhost:5578/user/somebody\r\n"
        "Accept-Encoding: gzip, deflate, br\r\nAccept-Language: en-GB,en;q=0.9,nl;q=0.8\r\n"
        "If-None-Match: \"0123456789abcdef\"\r\n\r\n";
    static struct http_reader reader;
    double best = 1e9;
    for (int round = 0; round < ROUNDS; round++) {
        http_reader_init(&reader);
        double begun = seconds_now();
        for (int i = 0; i < REQUESTS; i++) {
            const char *bytes = request;
            size_t left = sizeof request - 1;
            if (http_reader_feed(&reader, &bytes, &left) != HTTP_READ_REQUEST)
                abort();
        }
        double took = seconds_now() - begun;
        best = took < best ? took : best;
    }
    report("request of a browser read", best, REQUESTS, REQUESTS * (sizeof request - 1));
}

int main(void)
{
    static const char move[] = "{\"id\":17,\"op\":\"move\",\"game\":\"0123456789ab\",\"move\":"
                               "\"B2xC4xD5\",\"ply\":23,\"v\":31}";
    static char longest[WEBSOCKET_MESSAGE_MAX];
    bench_messages("message with a move read", move, sizeof move - 1);
    memset(longest, 'a', sizeof longest);
    bench_messages("message of 4,096 bytes of ASCII read", longest, sizeof longest);
    for (size_t at = 0; at + 1 < sizeof longest; at += 2)
        memcpy(longest + at, "\xd0\xb6", 2);
    bench_messages("message of 4,096 bytes of Cyrillic read", longest, sizeof longest);
    bench_heads();
    bench_handshakes();
    bench_requests();
    return 0;
}
