/* However a stream is cut into pieces, the framer tells the same lines: those of a plain splitter
 * that sees the whole stream at once. */
#include "proto/framer.h"

#include <stdio.h>
#include <string.h>

#include "tests/support/cmocka_test.h"
#include "tests/support/random.h"

#define LIMIT 6
#define STREAM_MAX 120
#define STREAMS 20000

/* What was told, as text: each line in brackets, "!" for one that is too long. */
struct told {
    char text[4 * STREAM_MAX];
    size_t length;
};

static void tell(struct told *told, const char *bytes, size_t length)
{
    memcpy(told->text + told->length, bytes, length);
    told->length += length;
}

static void tell_line(struct told *told, const char *line, size_t length)
{
    tell(told, "[", 1);
    tell(told, line, length);
    tell(told, "]", 1);
}

static bool is_blank(const char *line, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (line[i] != ' ' && line[i] != '\t')
            return false;
    }
    return true;
}

static void split_plainly(struct told *told, const char *stream, size_t length)
{
    size_t begin = 0;
    while (begin < length) {
        size_t end = begin;
        while (end < length && stream[end] != '\n')
            end++;
        size_t content = end - begin;
        if (content > 0 && stream[end - 1] == '\r')
            content--;
        if (content > LIMIT)
            tell(told, "!", 1);
        else if (!is_blank(stream + begin, content))
            tell_line(told, stream + begin, content);
        begin = end + 1;
    }
}

static void tell_frame(struct told *told, const struct framer *framer, enum frame frame)
{
    if (frame == FRAME_LINE)
        tell_line(told, framer->line, framer->length);
    else if (frame == FRAME_TOO_LONG)
        tell(told, "!", 1);
}

static void feed_in_pieces(struct told *told, struct framer *framer, const char *stream,
                           size_t length, struct random *random)
{
    uint32_t longest = 1 + random_below(random, STREAM_MAX);
    while (length > 0) {
        size_t piece = 1 + random_below(random, longest);
        if (piece > length)
            piece = length;
        const char *bytes = stream;
        size_t left = piece;
        enum frame frame;
        while ((frame = framer_feed(framer, &bytes, &left)) != FRAME_NONE)
            tell_frame(told, framer, frame);
        assert_int_equal(left, 0);
        assert_ptr_equal(bytes, stream + piece);
        stream += piece;
        length -= piece;
    }
    tell_frame(told, framer, framer_finish(framer));
}

static void cuts_do_not_matter(void **state)
{
    (void)state;
    struct random random = {.state = 1};
    struct framer framer;
    assert_true(framer_init(&framer, LIMIT));
    for (int i = 0; i < STREAMS; i++) {
        static const char alphabet[] = {'a', 'b', 'c', 'd', ' ', '\t', '\r', '\n', '\0'};
        char stream[STREAM_MAX];
        size_t length = random_below(&random, sizeof stream + 1);
        for (size_t at = 0; at < length; at++)
            stream[at] = alphabet[random_below(&random, sizeof alphabet)];

        struct told expected = {.length = 0};
        struct told told = {.length = 0};
        split_plainly(&expected, stream, length);
        feed_in_pieces(&told, &framer, stream, length, &random);
        if (told.length != expected.length || memcmp(told.text, expected.text, told.length) != 0)
            fail_msg("stream %d from seed 1: %.*s, expected %.*s", i, (int)told.length, told.text,
                     (int)expected.length, expected.text);
    }
    framer_deinit(&framer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(cuts_do_not_matter)};
    return cmocka_run_group_tests_name("framer property", tests, NULL, NULL);
}
