#include "tests/bench/server/bench.h"

#include <assert.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- The server: reads whole lines, writes them back --------------------------------------- */

struct peer {
    uv_tcp_t tcp;
    char buffer[8192];
    size_t used;
};

static void give_buffer(uv_handle_t *handle, size_t size, uv_buf_t *buffer)
{
    (void)size;
    struct peer *peer = handle->data;
    *buffer = uv_buf_init(peer->buffer + peer->used, (unsigned)(sizeof peer->buffer - peer->used));
}

static void peer_closed(uv_handle_t *handle)
{
    free(handle->data);
}

static void peer_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer)
{
    (void)buffer;
    struct peer *peer = stream->data;
    if (count < 0) {
        uv_close((uv_handle_t *)stream, peer_closed);
        return;
    }
    peer->used += (size_t)count;
    char *end;
    while ((end = memchr(peer->buffer, '\n', peer->used)) != NULL) {
        size_t length = (size_t)(end - peer->buffer) + 1;
        uv_buf_t line = uv_buf_init(peer->buffer, (unsigned)length);
        int written = uv_try_write(stream, &line, 1);
        assert(written == (int)length);
        peer->used -= length;
        memmove(peer->buffer, peer->buffer + length, peer->used);
    }
}

static void peer_connected(uv_stream_t *listener, int status)
{
    assert(status == 0);
    struct peer *peer = calloc(1, sizeof *peer);
    assert(peer != NULL);
    uv_tcp_init(listener->loop, &peer->tcp);
    peer->tcp.data = peer;
    uv_accept(listener, (uv_stream_t *)&peer->tcp);
    uv_tcp_nodelay(&peer->tcp, 1);
    uv_read_start((uv_stream_t *)&peer->tcp, give_buffer, peer_read);
}

/* Never returns; writes its port to `report` once it listens. */
static void serve(int report)
{
    uv_loop_t loop;
    uv_tcp_t listener;
    struct sockaddr_in address;
    int length = sizeof address;
    uv_loop_init(&loop);
    uv_tcp_init(&loop, &listener);
    uv_ip4_addr("127.0.0.1", 0, &address);
    uv_tcp_bind(&listener, (struct sockaddr *)&address, 0);
    if (uv_listen((uv_stream_t *)&listener, 1024, peer_connected) != 0)
        _exit(1);
    uv_tcp_getsockname(&listener, (struct sockaddr *)&address, &length);
    int port = ntohs(address.sin_port);
    if (write(report, &port, sizeof port) != sizeof port)
        _exit(1);
    uv_run(&loop, UV_RUN_DEFAULT);
    _exit(1);
}

/* ---- The clients --------------------------------------------------------------------------- */

static const char line[] =
    "{\"id\":123456,\"op\":\"move\",\"game\":\"ABCDEFGHIJKL\",\"move\":\"B2xC4\",\"ply\":42}\n";

struct client {
    uv_tcp_t tcp;
    uv_connect_t connect;
    size_t received;
    uint64_t *count;
    char buffer[1024];
};

static void client_buffer(uv_handle_t *handle, size_t size, uv_buf_t *buffer)
{
    (void)size;
    struct client *client = handle->data;
    *buffer = uv_buf_init(client->buffer, sizeof client->buffer);
}

static void send_line(struct client *client)
{
    uv_buf_t buffer = uv_buf_init((char *)(uintptr_t)line, sizeof line - 1);
    int written = uv_try_write((uv_stream_t *)&client->tcp, &buffer, 1);
    assert(written == (int)sizeof line - 1);
}

static void client_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer)
{
    (void)buffer;
    struct client *client = stream->data;
    assert(count >= 0);
    client->received += (size_t)count;
    if (client->received < sizeof line - 1)
        return;
    client->received -= sizeof line - 1;
    ++*client->count;
    send_line(client);
}

static void client_connected(uv_connect_t *connect, int status)
{
    assert(status == 0);
    struct client *client = connect->data;
    uv_tcp_nodelay(&client->tcp, 1);
    uv_read_start((uv_stream_t *)&client->tcp, client_buffer, client_read);
    send_line(client);
}

static void stop(uv_timer_t *timer)
{
    uv_stop(timer->loop);
}

static struct rate drive(int port, int games)
{
    uv_loop_t loop;
    uv_timer_t timer;
    struct sockaddr_in address;
    struct rate rate = {0};
    struct client *clients = calloc((size_t)games, sizeof *clients);
    assert(clients != NULL);
    uv_loop_init(&loop);
    uv_ip4_addr("127.0.0.1", port, &address);
    for (int i = 0; i < games; i++) {
        clients[i].count = &rate.count;
        clients[i].tcp.data = clients[i].connect.data = &clients[i];
        uv_tcp_init(&loop, &clients[i].tcp);
        uv_tcp_connect(&clients[i].connect, &clients[i].tcp, (struct sockaddr *)&address,
                       client_connected);
    }
    uv_timer_init(&loop, &timer);
    uv_timer_start(&timer, stop, BENCH_MS, 0);
    uint64_t start = uv_hrtime();
    uv_run(&loop, UV_RUN_DEFAULT);
    rate.seconds = (double)(uv_hrtime() - start) / 1e9;
    for (int i = 0; i < games; i++)
        uv_close((uv_handle_t *)&clients[i].tcp, NULL);
    uv_close((uv_handle_t *)&timer, NULL);
    uv_run(&loop, UV_RUN_DEFAULT);
    uv_loop_close(&loop);
    free(clients);
    return rate;
}

struct rate bench_echo(int games)
{
    int report[2], port = 0;
    if (pipe(report) != 0)
        abort();
    pid_t child = fork();
    if (child == 0)
        serve(report[1]);
    if (read(report[0], &port, sizeof port) != sizeof port)
        abort();
    struct rate rate = drive(port, games);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    close(report[0]);
    close(report[1]);
    return rate;
}
