#include "server/io/listener.h"

#include "server/io/log.h"

#include <stdio.h>

/* Connections that the kernel keeps until they are accepted: a crowd that comes back at once. */
#define BACKLOG 1024
/* Of each connection, whose sockets take it over: bounds what the kernel keeps of a peer that sends
 * and is not read. */
#define RECEIVE_BUFFER (64 * 1024)

static void listener_on_connection(uv_stream_t *stream, int status)
{
    struct listener *listener = stream->data;
    if (status < 0) {
        /* Not for want of descriptors: then libuv takes the connection with one that it keeps in
         * reserve and closes it, so that the next can come. */
        log_line(LOG_LEVEL_WARNING, "a connection could not be accepted: %s", uv_strerror(status));
        return;
    }
    listener->arrived(listener->context, stream);
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
    if (status == 0) {
        listener->open = true;
        listener->tcp.data = listener;
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
    uv_close((uv_handle_t *)&listener->tcp, NULL);
}
