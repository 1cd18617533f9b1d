/* UTF-8 against the definition itself: every code point, every pair of bytes, every cut. */
#include "proto/utf8.h"

#include <stdint.h>
#include <string.h>

#include "tests/support/cmocka_test.h"

/* Bytes of the character, 0 where the number is none (Unicode 3.9, D92). */
static size_t encode(uint32_t code, char out[4])
{
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
        return 0;
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    size_t length = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t at = length - 1; at > 0; at--, code >>= 6)
        out[at] = (char)(0x80 | (code & 0x3f));
    out[0] = (char)((0xf00 >> length & 0xf0) | code);
    return length;
}

static void every_character_is_taken(void **state)
{
    (void)state;
    for (uint32_t code = 0; code <= 0x10ffff; code++) {
        char text[4];
        size_t length = encode(code, text);
        if (length > 0 && !utf8_valid(text, length))
            fail_msg("U+%04X", code);
    }
}

/* The first 2 bytes decide, but for what the last ones must look like. */
static void every_other_beginning_is_refused_at_once(void **state)
{
    (void)state;
    static bool may_begin[256][256];
    for (uint32_t code = 0; code <= 0x10ffff; code++) {
        char text[4];
        if (encode(code, text) > 1)
            may_begin[(unsigned char)text[0]][(unsigned char)text[1]] = true;
    }
    for (int first = 0x80; first < 256; first++) {
        for (int second = 0; second < 256; second++) {
            char text[2] = {(char)first, (char)second};
            struct utf8 utf8;
            utf8_init(&utf8);
            if (utf8_feed(&utf8, text, 2) != may_begin[first][second])
                fail_msg("%02x %02x", first, second);
        }
    }
}

static void a_later_byte_must_go_on(void **state)
{
    (void)state;
    for (int byte = 0; byte < 256; byte++) {
        char three[] = {'\xe2', '\x82', (char)byte};
        char four[] = {'\xf0', '\x9f', '\x98', (char)byte};
        bool goes_on = (byte & 0xc0) == 0x80;
        assert_int_equal(utf8_valid(three, sizeof three), goes_on);
        assert_int_equal(utf8_valid(four, sizeof four), goes_on);
    }
}

static void cuts_do_not_matter(void **state)
{
    (void)state;
    const char text[] = "plain text of some length \xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80 and on";
    size_t length = sizeof text - 1;
    for (size_t cut = 0; cut <= length; cut++) {
        struct utf8 utf8;
        utf8_init(&utf8);
        assert_true(utf8_feed(&utf8, text, cut));
        bool inside = cut < length && ((unsigned char)text[cut] & 0xc0) == 0x80;
        assert_int_equal(utf8_whole(&utf8), !inside);
        assert_true(utf8_feed(&utf8, text + cut, length - cut));
        assert_true(utf8_whole(&utf8));
    }
}

static void a_bad_byte_is_found_wherever_it_stands(void **state)
{
    (void)state;
    for (size_t at = 0; at < 40; at++) {
        char text[40];
        memset(text, 'a', sizeof text);
        text[at] = '\xff';
        assert_false(utf8_valid(text, sizeof text));
        text[at] = '\xc3';
        assert_false(utf8_valid(text, sizeof text));
    }
    assert_true(utf8_valid("", 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_character_is_taken),
        cmocka_unit_test(every_other_beginning_is_refused_at_once),
        cmocka_unit_test(a_later_byte_must_go_on),
        cmocka_unit_test(cuts_do_not_matter),
        cmocka_unit_test(a_bad_byte_is_found_wherever_it_stands),
    };
    return cmocka_run_group_tests_name("utf8", tests, NULL, NULL);
}
