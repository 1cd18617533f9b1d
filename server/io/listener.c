#include "server/io/listener.h"

#include "server/io/log.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

/* Connections that the kernel keeps until they are accepted: a crowd that comes back at once. */
#define BACKLOG 1024
/* Of each connection, whose sockets take it over: bounds what the kernel keeps of a peer that sends
 * and is not read. */
#define RECEIVE_BUFFER (64 * 1024)
#define REST_MS 100

static void listener_on_connection(uv_stream_t *stream, int status);

static void listener_on_rested(uv_timer_t *timer)
{
    struct listener *listener = timer->data;
    int descriptor = listener->resting;
    listener->resting = -1;
    int status = uv_tcp_init(timer->loop, &listener->tcp);
    if (status == 0)
        status = uv_tcp_open(&listener->tcp, descriptor);
    if (status == 0)
        status = uv_listen((uv_stream_t *)&listener->tcp, BACKLOG, listener_on_connection);
    if (status != 0)
        log_line(LOG_LEVEL_ERROR, "no connection is accepted any more: %s", uv_strerror(status));
}

/* Connections wait in the kernel meanwhile. */
static void listener_rest(struct listener *listener)
{
    int descriptor;
    if (uv_fileno((const uv_handle_t *)&listener->tcp, &descriptor) == 0)
        listener->resting = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
    if (listener->resting < 0)
        return;
    uv_close((uv_handle_t *)&listener->tcp, NULL);
    uv_timer_start(&listener->rest, listener_on_rested, REST_MS, 0);
}

static void listener_on_connection(uv_stream_t *stream, int status)
{
    struct listener *listener = stream->data;
    if (status == 0) {
        listener->failing = false;
        listener->arrived(listener->context, stream);
        return;
    }
    /* Not for want of descriptors: then libuv takes the connection with one that it keeps in
     * reserve and closes it, so that the next can come. */
    if (!listener->failing)
        log_line(LOG_LEVEL_WARNING, "a connection could not be accepted: %s", uv_strerror(status));
    listener->failing = true;
    listener_rest(listener);
}

static void listener_explain(int status, const struct address *address,
                             char error[ADDRESS_ERROR_SIZE])
{
    char text[ADDRESS_TEXT_SIZE];
    address_format(&address->socket, text);
    const char *what_to_do = "";
    if (status == UV_EADDRINUSE)
        what_to_do = ": another process listens there; stop it, or choose another address";
    else if (status == UV_EACCES)
        what_to_do = ": ports below 1024 are reserved; choose another";
    else if (status == UV_EADDRNOTAVAIL)
        what_to_do = ": this machine does not have that address";
    snprintf(error, ADDRESS_ERROR_SIZE, "cannot listen on %s (%s)%s", text, uv_strerror(status),
             what_to_do);
}

bool listener_open(struct listener *listener, uv_loop_t *loop, const struct address *address,
                   char error[ADDRESS_ERROR_SIZE])
{
    int status = uv_tcp_init(loop, &listener->tcp);
    listener->resting = -1;
    if (status == 0) {
        uv_timer_init(loop, &listener->rest);
        listener->open = true;
        listener->tcp.data = listener;
        listener->rest.data = listener;
        status = uv_tcp_bind(&listener->tcp, (const struct sockaddr *)&address->socket, 0);
    }
    int receive_buffer = RECEIVE_BUFFER;
    if (status == 0)
        status = uv_recv_buffer_size((uv_handle_t *)&listener->tcp, &receive_buffer);
    if (status == 0)
        status = uv_listen((uv_stream_t *)&listener->tcp, BACKLOG, listener_on_connection);
    if (status != 0) {
        listener_explain(status, address, error);
        listener_close(listener);
    }
    return status == 0;
}

void listener_address(const struct listener *listener, char text[ADDRESS_TEXT_SIZE])
{
    struct sockaddr_storage socket = {0};
    int length = sizeof socket;
    uv_tcp_getsockname(&listener->tcp, (struct sockaddr *)&socket, &length);
    address_format(&socket, text);
}

void listener_close(struct listener *listener)
{
    if (!listener->open)
        return;
    listener->open = false;
    if (listener->resting >= 0)
        close(listener->resting);
    else
        uv_close((uv_handle_t *)&listener->tcp, NULL);
    uv_close((uv_handle_t *)&listener->rest, NULL);
}
