#include "tests/bench/server/bench.h"

#include "core/referee.h"
#include "proto/framer.h"
#include "tests/support/random.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Two connections that play one game after another. What the server says is taken on trust, by the
 * beginning of its lines: the client must cost little, since it shares the machine. */
struct match;

struct side {
    uv_tcp_t tcp;
    uv_connect_t connect;
    struct framer framer;
    struct match *match;
    int64_t seen; /* turns of the game under way */
    char buffer[65536];
};

struct match {
    struct side sides[2]; /* by enum color */
    int number;
    int signed_in;
    int ended; /* sides that have seen the end of the game */
    char game[16];
    struct position position;
    int64_t ply;
    enum outcome outcome;
    struct random *random;
    uint64_t *count;
};

static void say(struct side *side, const char *text)
{
    uv_buf_t buffer = uv_buf_init((char *)(uintptr_t)text, (unsigned)strlen(text));
    int written = uv_try_write((uv_stream_t *)&side->tcp, &buffer, 1);
    assert(written == (int)strlen(text));
}

static int some_cell(struct random *random, uint64_t cells)
{
    uint32_t skip = random_below(random, (uint32_t)__builtin_popcountll(cells));
    for (; skip > 0; skip--)
        cells &= cells - 1;
    return __builtin_ctzll(cells);
}

/* A random placement, or now and then a random first capture. */
static void choose(struct match *match, struct turn *turn)
{
    const struct position *position = &match->position;
    uint64_t places = referee_placements(position);
    int from = some_cell(match->random, board_all(position->size));
    uint64_t captures = referee_first_captures(position, from);
    for (int i = 0; captures == 0 && places == 0 && i < board_cells(position->size); i++) {
        from = i;
        captures = referee_first_captures(position, from);
    }
    turn->count = 1;
    if (captures != 0) {
        turn->count = 2;
        turn->cells[0] = (uint8_t)from;
        turn->cells[1] = (uint8_t)some_cell(match->random, captures);
    } else {
        turn->cells[0] = (uint8_t)some_cell(match->random, places);
    }
}

static void move(struct match *match)
{
    struct turn turn;
    char text[TURN_TEXT_MAX], request[256];
    struct side *side = &match->sides[match->position.to_move];
    choose(match, &turn);
    turn_format(&turn, match->position.size, text);
    enum refusal refusal = referee_apply(&match->position, &turn, &match->outcome);
    assert(refusal == REFUSAL_NONE);
    snprintf(request, sizeof request,
             "{\"id\":1,\"op\":\"move\",\"game\":\"%s\",\"move\":\"%s\",\"ply\":%lld}\n",
             match->game, text, (long long)match->ply++);
    say(side, request);
    if (match->outcome == OUTCOME_SKIP) {
        referee_skip(&match->position);
        match->outcome = OUTCOME_GOES_ON;
        match->ply++;
    }
}

/* Blue seeks with terms that only this match has. */
static void seek(struct match *match)
{
    char request[256];
    match->ended = 0;
    match->sides[COLOR_BLUE].seen = match->sides[COLOR_RED].seen = 0;
    snprintf(request, sizeof request,
             "{\"id\":2,\"op\":\"seek\",\"color\":\"blue\","
             "\"time\":{\"initial_ms\":%d,\"increment_ms\":60000}}\n",
             3600000 + match->number);
    say(&match->sides[COLOR_BLUE], request);
}

static bool begins(const char *line, const char *with)
{
    return strncmp(line, with, strlen(with)) == 0;
}

/* The beginning of a line, as a string. */
#define BEGINNING 64
static void beginning_of(const char *line, size_t length, char out[BEGINNING])
{
    size_t kept = length < BEGINNING - 1 ? length : BEGINNING - 1;
    memcpy(out, line, kept);
    out[kept] = '\0';
}

static void taken(struct match *match, const char *line)
{
    char request[128];
    char id[16];
    if (sscanf(line, "{\"re\":2,\"ok\":{\"seek\":\"%12[A-Za-z0-9]", id) != 1) {
        fprintf(stderr, "seek: %s\n", line);
        exit(1);
    }
    snprintf(request, sizeof request, "{\"id\":3,\"op\":\"accept\",\"seek\":\"%s\"}\n", id);
    say(&match->sides[COLOR_RED], request);
}

static void started(struct match *match, const char *line)
{
    if (sscanf(line, "{\"re\":3,\"ok\":{\"game\":\"%12[A-Za-z0-9]", match->game) != 1) {
        fprintf(stderr, "accept: %s\n", line);
        exit(1);
    }
    position_init(&match->position, 3);
    match->ply = 0;
    move(match);
}

/* The side to move goes on when it has seen every turn, its opponent's skip included. */
static void saw_turn(struct side *side)
{
    struct match *match = side->match;
    enum color color = side == &match->sides[COLOR_RED] ? COLOR_RED : COLOR_BLUE;
    if (++side->seen == match->ply && match->outcome == OUTCOME_GOES_ON &&
        color == match->position.to_move)
        move(match);
}

static void heard(struct side *side, const char *line, size_t length)
{
    struct match *match = side->match;
    char text[BEGINNING];
    beginning_of(line, length, text);
    if (begins(text, "{\"ev\":\"move\"") || begins(text, "{\"ev\":\"skip\"")) {
        saw_turn(side);
    } else if (begins(text, "{\"ev\":\"end\"")) {
        if (++match->ended == 2)
            seek(match);
    } else if (begins(text, "{\"re\":1,\"ok\"")) {
        ++*match->count;
    } else if (begins(text, "{\"re\":0,\"ok\"")) {
        if (++match->signed_in == 2)
            seek(match);
    } else if (begins(text, "{\"re\":2")) {
        taken(match, text);
    } else if (begins(text, "{\"re\":3")) {
        started(match, text);
    } else if (begins(text, "{\"re\"")) {
        fprintf(stderr, "refused: %.*s\n", (int)length, line);
        exit(1);
    }
}

static void give_buffer(uv_handle_t *handle, size_t size, uv_buf_t *buffer)
{
    (void)size;
    struct side *side = handle->data;
    *buffer = uv_buf_init(side->buffer, sizeof side->buffer);
}

static void side_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer)
{
    struct side *side = stream->data;
    if (count < 0) {
        fprintf(stderr, "the server closed a connection: %s\n", uv_strerror((int)count));
        exit(1);
    }
    const char *bytes = buffer->base;
    size_t length = (size_t)count;
    while (framer_feed(&side->framer, &bytes, &length) == FRAME_LINE)
        heard(side, side->framer.line, side->framer.length);
}

static void side_connected(uv_connect_t *connect, int status)
{
    struct side *side = connect->data;
    if (status != 0) {
        fprintf(stderr, "connect: %s\n", uv_strerror(status));
        exit(1);
    }
    uv_tcp_nodelay(&side->tcp, 1);
    uv_read_start((uv_stream_t *)&side->tcp, give_buffer, side_read);
    say(side, "{\"id\":0,\"op\":\"guest\"}\n");
}

static void connect_side(uv_loop_t *loop, struct match *match, int color, int port)
{
    struct side *side = &match->sides[color];
    struct sockaddr_in address;
    side->match = match;
    side->tcp.data = side->connect.data = side;
    if (!framer_init(&side->framer, 65536))
        abort();
    uv_ip4_addr("127.0.0.1", port, &address);
    uv_tcp_init(loop, &side->tcp);
    uv_tcp_connect(&side->connect, &side->tcp, (struct sockaddr *)&address, side_connected);
}

static void stop(uv_timer_t *timer)
{
    uv_stop(timer->loop);
}

/* Runs the loop for so long; gives how long it really was. */
static double run_for(uv_loop_t *loop, uv_timer_t *timer, uint64_t milliseconds)
{
    uint64_t start = uv_hrtime();
    uv_timer_start(timer, stop, milliseconds, 0);
    uv_run(loop, UV_RUN_DEFAULT);
    return (double)(uv_hrtime() - start) / 1e9;
}

struct rate bench_play(int port, int games)
{
    uv_loop_t loop;
    uv_timer_t timer;
    struct random random = {.state = 1};
    struct rate rate = {0};
    struct match *matches = calloc((size_t)games, sizeof *matches);
    if (matches == NULL || uv_loop_init(&loop) != 0)
        abort();
    uv_timer_init(&loop, &timer);
    for (int i = 0; i < games; i++) {
        matches[i].number = i;
        matches[i].random = &random;
        matches[i].count = &rate.count;
        connect_side(&loop, &matches[i], COLOR_BLUE, port);
        connect_side(&loop, &matches[i], COLOR_RED, port);
    }
    /* All games are begun before the measurement is. */
    run_for(&loop, &timer, 1000);
    rate.count = 0;
    rate.seconds = run_for(&loop, &timer, BENCH_MS);
    for (int i = 0; i < games; i++) {
        for (int color = 0; color < 2; color++) {
            framer_deinit(&matches[i].sides[color].framer);
            uv_close((uv_handle_t *)&matches[i].sides[color].tcp, NULL);
        }
    }
    uv_close((uv_handle_t *)&timer, NULL);
    uv_run(&loop, UV_RUN_DEFAULT);
    uv_loop_close(&loop);
    free(matches);
    return rate;
}
