/* Records as texts and as pictures, compared with what is known to be right: files in golden/. With
 * CLAMBER_GOLDEN_UPDATE in the environment these are written anew, and are then to be looked at. */
#include "proto/record_svg.h"
#include "proto/record_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_test.h"

#define GAME(members) "{\"id\":\"sZE8MUOI5XUF\",\"started_at\":1795985040044," members "}"
#define PLAYERS                                                                                    \
    "\"blue\":{\"name\":\"ann\",\"kind\":\"human\",\"rating\":1500},"                              \
    "\"red\":{\"name\":\"bob-the-bot\",\"kind\":\"bot\",\"rating\":1612},"

static const char won[] =
    GAME("\"size\":3,\"rated\":true,\"pool\":\"3-blitz\","
         "\"time\":{\"initial_ms\":300000,\"increment_ms\":3000}," PLAYERS
         "\"ply\":3,\"position\":\".../..../..b2../..../... r\",\"ended_at\":1795985041044,"
         "\"result\":{\"winner\":\"blue\",\"reason\":\"capture\"},"
         "\"turns\":[{\"move\":\"C3\"},{\"move\":\"C4\"},{\"move\":\"C3xC4\"}]");

static const char playing[] =
    GAME("\"size\":4,\"rated\":false,\"pool\":null,\"time\":null,"
         "\"blue\":{\"name\":\"guest-4jth4qd838\",\"kind\":\"guest\",\"rating\":null},"
         "\"red\":{\"name\":\"<&\\\"'>\",\"kind\":\"human\",\"rating\":null},"
         "\"ply\":8,\"ended_at\":null,\"result\":null,"
         "\"position\":\"b1.r12./b123..r1./....../......./r9999..b65535../...../..b10. b\","
         "\"turns\":[{\"move\":\"A1\"},{\"move\":\"B2\"},{\"move\":\"skip\"},{\"move\":\"C3\"},"
         "{\"move\":\"D4xD5xD6xE5xE4xF4xF3\"},{\"move\":\"A2\"},{\"move\":\"A3\"},"
         "{\"move\":\"G4\"}]");

static const char aborted[] =
    GAME("\"size\":4,\"rated\":true,\"pool\":\"4-correspondence\",\"time\":{\"per_move_ms\":"
         "172800000}," PLAYERS
         "\"ply\":1,\"ended_at\":1795985041044,\"result\":{\"winner\":null,\"reason\":\"aborted\"},"
         "\"position\":\"..../...../....../...b1.../....../...../.... r\","
         "\"turns\":[{\"move\":\"D4\"}]");

/* Empty where there is no such file. */
static char *read_file(const char *path)
{
    char *text = NULL;
    size_t length = 0;
    FILE *in = fopen(path, "r");
    FILE *out = open_memstream(&text, &length);
    for (int c; in != NULL && (c = getc(in)) != EOF;)
        putc(c, out);
    fclose(out);
    if (in != NULL)
        fclose(in);
    return text;
}

static void assert_golden(struct writer *drawn, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", GOLDEN, name);
    writer_raw(drawn, "", 1);
    if (getenv("CLAMBER_GOLDEN_UPDATE") != NULL) {
        FILE *out = fopen(path, "w");
        assert_non_null(out);
        fputs(drawn->bytes, out);
        assert_int_equal(fclose(out), 0);
    }
    char *expected = read_file(path);
    bool equal = strcmp(drawn->bytes, expected) == 0;
    if (!equal)
        fprintf(stderr, "%s is not what is drawn:\n%s", path, drawn->bytes);
    free(expected);
    writer_deinit(drawn);
    assert_true(equal);
}

static void assert_drawn(const char *record_text_json, const char *name)
{
    char file[64];
    struct record_summary summary;
    struct writer drawn;
    json_t *record = json_loads(record_text_json, 0, NULL);
    assert_true(record_summary_read(&summary, record));
    writer_init(&drawn);
    record_text(&drawn, &summary, record);
    snprintf(file, sizeof file, "%s.txt", name);
    assert_golden(&drawn, file);
    writer_init(&drawn);
    record_svg(&drawn, &summary);
    snprintf(file, sizeof file, "%s.svg", name);
    assert_golden(&drawn, file);
    json_decref(record);
}

static void a_game_that_was_won(void **state)
{
    (void)state;
    assert_drawn(won, "won");
}

static void a_game_being_played(void **state)
{
    (void)state;
    assert_drawn(playing, "playing");
}

static void an_aborted_game(void **state)
{
    (void)state;
    assert_drawn(aborted, "aborted");
}

static void no_record(void **state)
{
    static const char *const texts[] = {
        "{}",
        "[]",
        "null",
        "{\"id\":\"x\"}",
        GAME("\"size\":5,\"time\":null,\"ply\":3," PLAYERS "\"result\":null"),
        GAME("\"size\":3,\"time\":null,\"ply\":3," PLAYERS
             "\"result\":null,\"position\":\"nonsense\"")};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct record_summary summary;
        json_t *record = json_loads(texts[i], JSON_DECODE_ANY, NULL);
        assert_false(record_summary_read(&summary, record));
        json_decref(record);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_that_was_won),
        cmocka_unit_test(a_game_being_played),
        cmocka_unit_test(an_aborted_game),
        cmocka_unit_test(no_record),
    };
    return cmocka_run_group_tests_name("record drawing", tests, NULL, NULL);
}
