/* Durable before visible, and in order. */
#include "server/io/gate.h"
#include "tests/support/cmocka_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What has come out, as text: "a>1 b>1,2 close2 read7". */
struct seen {
    struct gate gate;
    char text[16384];
    int held;
};

static void note(struct seen *seen, const char *text)
{
    size_t length = strlen(seen->text);
    snprintf(seen->text + length, sizeof seen->text - length, "%s%s", length > 0 ? " " : "", text);
}

static void on_send(void *context, struct message *message, const struct conn_id *conns,
                    size_t count, bool held)
{
    struct seen *seen = context;
    char text[128];
    int length = snprintf(text, sizeof text, "%.*s>", (int)message->length, message->bytes);
    for (size_t i = 0; i < count; i++)
        length += snprintf(text + length, sizeof text - (size_t)length, "%s%u", i > 0 ? "," : "",
                           conns[i].slot);
    note(seen, text);
    if (held)
        seen->held--;
}

static void on_close(void *context, struct conn_id conn)
{
    char text[32];
    snprintf(text, sizeof text, "close%u", conn.slot);
    note(context, text);
}

static void on_read(void *context, struct read_request *request)
{
    char text[32];
    snprintf(text, sizeof text, "read%d", (int)request->ticket);
    note(context, text);
    free(request);
}

static int set_up(void **state)
{
    struct seen *seen = calloc(1, sizeof *seen);
    gate_init(&seen->gate, &(struct gate_exits){on_send, on_close, on_read, seen});
    *state = seen;
    return 0;
}

static int tear_down(void **state)
{
    struct seen *seen = *state;
    gate_deinit(&seen->gate);
    free(seen);
    return 0;
}

static void send_to(struct seen *seen, uint64_t after, const char *text, uint32_t slots)
{
    struct conn_id conns[8];
    for (uint32_t i = 0; i < slots; i++)
        conns[i] = (struct conn_id){.slot = i + 1, .generation = 1};
    struct message *message = message_create(text, strlen(text));
    if (gate_send(&seen->gate, after, message, conns, slots))
        seen->held++;
    message_release(message);
}

static void read_ticket(struct seen *seen, uint64_t after, uint64_t ticket)
{
    struct read_request *request = calloc(1, sizeof *request);
    request->ticket = ticket;
    gate_read(&seen->gate, after, request);
}

static void what_rests_on_nothing_goes_at_once(void **state)
{
    struct seen *seen = *state;
    send_to(seen, 0, "a", 1);
    gate_close(&seen->gate, (struct conn_id){.slot = 1, .generation = 1});
    read_ticket(seen, 0, 7);
    assert_string_equal(seen->text, "a>1 close1 read7");
    assert_int_equal(seen->held, 0);
}

static void what_is_not_on_disk_is_not_seen(void **state)
{
    struct seen *seen = *state;
    send_to(seen, 2, "a", 1);
    read_ticket(seen, 3, 8);
    assert_string_equal(seen->text, "");
    gate_stored(&seen->gate, 1);
    gate_release(&seen->gate);
    assert_string_equal(seen->text, "");
    gate_stored(&seen->gate, 2);
    assert_string_equal(seen->text, "");
    gate_release(&seen->gate);
    assert_string_equal(seen->text, "a>1");
    gate_stored(&seen->gate, 3);
    gate_release(&seen->gate);
    assert_string_equal(seen->text, "a>1 read8");
    assert_int_equal(seen->held, 0);
}

static void nothing_passes_what_came_before(void **state)
{
    struct seen *seen = *state;
    send_to(seen, 1, "a", 1);
    send_to(seen, 0, "b", 2);
    gate_close(&seen->gate, (struct conn_id){.slot = 2, .generation = 1});
    send_to(seen, 2, "c", 3);
    gate_stored(&seen->gate, 1);
    /* Stored, but what was held has not gone yet. */
    send_to(seen, 1, "d", 1);
    assert_string_equal(seen->text, "");
    gate_release(&seen->gate);
    assert_string_equal(seen->text, "a>1 b>1,2 close2");
    gate_stored(&seen->gate, 2);
    gate_release(&seen->gate);
    assert_string_equal(seen->text, "a>1 b>1,2 close2 c>1,2,3 d>1");
    assert_int_equal(seen->held, 0);
}

static void order_is_kept_however_much_is_held(void **state)
{
    struct seen *seen = *state;
    uint64_t issued = 0, stored = 0;
    int sent = 0, came = 0;
    for (int round = 0; round < 2000; round++) {
        char text[16];
        snprintf(text, sizeof text, "%d", sent++);
        issued += round % 3 == 0;
        send_to(seen, issued, text, 1);
        if (round % 5 == 4 && stored < issued) {
            gate_stored(&seen->gate, ++stored);
            gate_release(&seen->gate);
        }
    }
    assert_true(seen->held > 0);
    gate_stored(&seen->gate, issued);
    gate_release(&seen->gate);
    for (char *word = strtok(seen->text, " "); word != NULL; word = strtok(NULL, " "))
        assert_int_equal(atoi(word), came++);
    assert_int_equal(came, sent);
    assert_int_equal(seen->held, 0);
}

static void what_is_held_at_the_end_is_dropped(void **state)
{
    struct seen *seen = *state;
    send_to(seen, 5, "a", 4);
    send_to(seen, 5, "b", 1);
    gate_close(&seen->gate, (struct conn_id){.slot = 1, .generation = 1});
    read_ticket(seen, 6, 9);
    assert_string_equal(seen->text, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_rests_on_nothing_goes_at_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_not_on_disk_is_not_seen, set_up, tear_down),
        cmocka_unit_test_setup_teardown(nothing_passes_what_came_before, set_up, tear_down),
        cmocka_unit_test_setup_teardown(order_is_kept_however_much_is_held, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_held_at_the_end_is_dropped, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
