/* Golden games: every line of games.ndjson replayed, with its positions, its lists of legal turns
 * and its result; every turn of illegal.ndjson refused for the reason it gives. */
#include <sodium.h>
#include <string.h>

#include "core/perft.h"
#include "tests/support/cmocka_test.h"
#include "tests/support/rules.h"

static const char *text_of(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

/* The first 16 hex digits of SHA-256 over the sorted texts joined by newlines. */
static void digest_of(const struct turn_texts *turns, char hex[17])
{
    crypto_hash_sha256_state hash;
    unsigned char digest[crypto_hash_sha256_BYTES];
    crypto_hash_sha256_init(&hash);
    for (size_t i = 0; i < turns->count; i++) {
        if (i > 0)
            crypto_hash_sha256_update(&hash, (const unsigned char *)"\n", 1);
        crypto_hash_sha256_update(&hash, (const unsigned char *)turns->texts[i],
                                  strlen(turns->texts[i]));
    }
    crypto_hash_sha256_final(&hash, digest);
    sodium_bin2hex(hex, 17, digest, 8);
}

static void check_ply(const struct line *line, const json_t *check)
{
    assert_true(rules_position_is(&line->position, text_of(check, "position")));
    const json_t *legal = json_object_get(check, "legal");
    if (legal == NULL)
        return;
    struct turn_texts turns;
    char hex[17];
    turn_texts_init(&turns, &line->position);
    assert_int_equal(turns.count, json_integer_value(legal));
    assert_int_equal(turns.count, perft_count(&line->position, 1));
    digest_of(&turns, hex);
    assert_string_equal(hex, text_of(check, "digest"));
    turn_texts_deinit(&turns);
}

/* Makes the checks for the ply reached; gives how many. */
static size_t check_now(const struct line *line, const json_t *checks)
{
    size_t made = 0;
    size_t at;
    json_t *check;
    json_array_foreach(checks, at, check) {
        if (json_integer_value(json_object_get(check, "ply")) == line->ply) {
            check_ply(line, check);
            made++;
        }
    }
    return made;
}

static void check_result(const struct line *line, const char *result)
{
    if (result == NULL) {
        assert_int_not_equal(line->outcome, OUTCOME_WON);
        return;
    }
    assert_int_equal(line->outcome, OUTCOME_WON);
    assert_string_equal(color_name(color_other(line->position.to_move)), result);
}

static void replay(const json_t *game)
{
    const json_t *checks = json_object_get(game, "checks");
    struct line line;
    line_init(&line, (int)json_integer_value(json_object_get(game, "size")));
    size_t made = check_now(&line, checks);
    for (const char *at = text_of(game, "turns"); *at != '\0';) {
        size_t length = strcspn(at, " ");
        assert_int_equal(line_play(&line, at, length), REFUSAL_NONE);
        made += check_now(&line, checks);
        at += length;
        at += strspn(at, " ");
    }
    assert_int_equal(made, json_array_size(checks));
    check_result(&line, text_of(game, "result"));
}

static void every_game_replays(void **state)
{
    (void)state;
    json_t *games = rules_load("games.ndjson");
    size_t at;
    json_t *game;
    json_array_foreach(games, at, game) {
        replay(game);
    }
    json_decref(games);
}

/* The refusal that a reason in the words of the file stands for. */
static enum refusal refusal_of(const char *why)
{
    static const struct {
        const char *begins;
        enum refusal refusal;
    } reasons[] = {
        {"off the board", REFUSAL_OFF_BOARD},
        {"cell is not empty", REFUSAL_NOT_EMPTY},
        {"nothing to capture", REFUSAL_NOTHING_THERE},
        {"own stack", REFUSAL_OWN_STACK},
        {"higher stack", REFUSAL_HIGHER},
        {"lower stack is not adjacent", REFUSAL_NOT_ADJACENT},
        {"no group holding that stack", REFUSAL_NOT_TOUCHING},
        {"a lower-stack capture stands alone", REFUSAL_LOWER_ALONE},
        {"the game was already won", REFUSAL_GAME_WON},
    };
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (strncmp(why, reasons[i].begins, strlen(reasons[i].begins)) == 0)
            return reasons[i].refusal;
    fail_msg("no refusal for: %s", why);
    return REFUSAL_NONE;
}

static void refuse_all(const struct line *line, const json_t *refused)
{
    size_t at;
    json_t *entry;
    json_array_foreach(refused, at, entry) {
        const char *turn = text_of(entry, "turn");
        struct line copy = *line;
        enum refusal refusal = line_play(&copy, turn, strlen(turn));
        if (refusal != refusal_of(text_of(entry, "why")))
            fail_msg("%s: \"%s\", and we say: %s", turn, text_of(entry, "why"),
                     refusal_text(refusal));
        assert_true(position_equal(&copy.position, &line->position));
    }
}

static void every_illegal_turn_is_refused(void **state)
{
    (void)state;
    json_t *lines = rules_load("illegal.ndjson");
    size_t at;
    json_t *entry;
    json_array_foreach(lines, at, entry) {
        struct line line;
        line_init(&line, (int)json_integer_value(json_object_get(entry, "size")));
        assert_true(line_play_all(&line, text_of(entry, "turns")));
        assert_true(rules_position_is(&line.position, text_of(entry, "position")));
        refuse_all(&line, json_object_get(entry, "refuse"));
    }
    json_decref(lines);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_replays),
        cmocka_unit_test(every_illegal_turn_is_refused),
    };
    return cmocka_run_group_tests_name("games", tests, NULL, NULL);
}
