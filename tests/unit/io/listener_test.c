/* A listener for whose connections the system has no room. */
#include "server/io/listener.h"
#include "tests/support/cmocka_test.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

static int refusing; /* errno of accept4 below; 0 where it works */
static int refused_in_a_row;
static int arrived;

/* In place of the C library's, also for libuv. */
/* NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name): glibc's are reserved */
int accept4(int descriptor, __SOCKADDR_ARG address, socklen_t *length, int flags)
{
    (void)address;
    (void)length;
    (void)flags;
    if (refusing == 0)
        return accept(descriptor, NULL, NULL);
    if (++refused_in_a_row == 1000) {
        fail_msg("nothing but accept is done any more");
        abort();
    }
    errno = refusing;
    return -1;
}

static void on_arrived(void *context, uv_stream_t *stream)
{
    uv_tcp_t *peer = context;
    arrived++;
    uv_tcp_init(stream->loop, peer);
    assert_int_equal(uv_accept(stream, (uv_stream_t *)peer), 0);
}

static void on_beat(uv_timer_t *timer)
{
    (void)timer;
    refused_in_a_row = 0;
}

static int connect_to(const struct listener *listener)
{
    struct sockaddr_storage socket_address;
    int length = sizeof socket_address;
    assert_int_equal(
        uv_tcp_getsockname(&listener->tcp, (struct sockaddr *)&socket_address, &length), 0);
    int peer = socket(AF_INET, SOCK_STREAM, 0);
    assert_true(peer >= 0);
    assert_int_equal(connect(peer, (struct sockaddr *)&socket_address, (socklen_t)length), 0);
    return peer;
}

struct stage {
    uv_loop_t loop;
    struct listener listener;
    uv_timer_t beat; /* what else the loop has to do */
    uv_tcp_t peer;
};

static void begin(struct stage *stage)
{
    struct address address;
    char error[ADDRESS_ERROR_SIZE];
    *stage = (struct stage){.listener = {.arrived = on_arrived, .context = &stage->peer}};
    refusing = refused_in_a_row = arrived = 0;
    assert_int_equal(uv_loop_init(&stage->loop), 0);
    assert_true(address_parse(&address, "127.0.0.1:0", error));
    assert_true(listener_open(&stage->listener, &stage->loop, &address, error));
    uv_timer_init(&stage->loop, &stage->beat);
    uv_timer_start(&stage->beat, on_beat, 1, 1);
}

static void end(struct stage *stage, int peer)
{
    close(peer);
    listener_close(&stage->listener);
    uv_close((uv_handle_t *)&stage->beat, NULL);
    if (arrived > 0)
        uv_close((uv_handle_t *)&stage->peer, NULL);
    uv_run(&stage->loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&stage->loop), 0);
}

static void the_loop_goes_on_and_the_connection_comes_later(void **state)
{
    (void)state;
    struct stage stage;
    begin(&stage);
    int peer = connect_to(&stage.listener);
    refusing = ENOBUFS;
    while (stage.listener.resting < 0)
        uv_run(&stage.loop, UV_RUN_ONCE);
    while (stage.listener.resting >= 0)
        uv_run(&stage.loop, UV_RUN_ONCE);
    refusing = 0;
    while (arrived == 0)
        uv_run(&stage.loop, UV_RUN_ONCE);
    assert_false(stage.listener.failing);
    end(&stage, peer);
}

static void it_may_be_closed_while_it_rests(void **state)
{
    (void)state;
    struct stage stage;
    begin(&stage);
    int peer = connect_to(&stage.listener);
    refusing = ENOMEM;
    while (stage.listener.resting < 0)
        uv_run(&stage.loop, UV_RUN_ONCE);
    end(&stage, peer);
    assert_int_equal(arrived, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_loop_goes_on_and_the_connection_comes_later),
        cmocka_unit_test(it_may_be_closed_while_it_rests),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
