/* Golden games kept in a log: what is made again from the log is what was told as it happened, and
 * a log that does not follow the rules is refused. */
#include "server/machine/replay.h"

#include <string.h>

#include "tests/support/cmocka_test.h"
#include "tests/support/random.h"
#include "tests/support/rules.h"

#define GAME "game00000001"

static const struct time_control blitz = {
    .kind = TIME_FISCHER, .initial_ms = 300000, .increment_ms = 3000};
static const struct time_control no_clock = {.kind = TIME_NONE};

/* A game as the machine keeps one: a log, and a replay that has been played to its end. */
struct played {
    struct log log;
    struct replay live;
    struct writer told; /* every event, as it happened */
    int64_t at;
};

static void played_init(struct played *played, int size, const struct time_control *time)
{
    log_init(&played->log);
    writer_init(&played->told);
    played->at = INT64_C(1700000000000);
    replay_init(&played->live, GAME, size, time, &played->log);
}

static void played_deinit(struct played *played)
{
    log_deinit(&played->log);
    writer_deinit(&played->told);
}

static void write_event(struct writer *writer, struct replay *replay)
{
    struct stream_view view;
    replay_view(replay, &view);
    view_stream(writer, &view);
    writer_raw(writer, "\n", 1);
}

/* Appends an entry, whether the rules allow it or not. */
static void append(struct played *played, struct log_item *item)
{
    struct log_entry entry;
    item->v = played->log.v + 1;
    item->at = played->at;
    log_encode(item, played->log.at, &entry);
    log_append(&played->log, &entry);
}

/* Appends an entry that the rules allow, and tells it. */
static void happens(struct played *played, struct log_item *item)
{
    append(played, item);
    played->live.reader.bytes = played->log.bytes;
    played->live.reader.length = played->log.length;
    assert_true(replay_next(&played->live));
    write_event(&played->told, &played->live);
}

static void start(struct played *played)
{
    happens(played, &(struct log_item){.kind = STREAM_START});
}

static struct log_item item_of(const char *text, size_t length, int size)
{
    struct log_item item = {.kind = STREAM_MOVE};
    assert_int_equal(referee_read(&item.turn, size, text, length), REFUSAL_NONE);
    if (turn_is_skip(&item.turn))
        item.kind = STREAM_SKIP;
    return item;
}

/* All events of a log, made again. */
static void make_again(struct writer *writer, const struct log *log, int size,
                       const struct time_control *time)
{
    struct replay replay;
    replay_init(&replay, GAME, size, time, log);
    while (replay_next(&replay))
        write_event(writer, &replay);
    assert_false(replay.damaged);
}

static void assert_same_text(const struct writer *a, const struct writer *b)
{
    assert_int_equal(a->length, b->length);
    assert_memory_equal(a->bytes, b->bytes, a->length);
}

/* ---- Golden games ---- */

static void play_text(struct played *played, struct random *random, const char *text, size_t length)
{
    int size = played->live.position.size;
    enum color by = (enum color)played->live.position.to_move;
    struct log_item item = item_of(text, length, size);
    if (item.kind == STREAM_MOVE) {
        played->at += random_below(random, 20000);
        item.spent_ms = random_below(random, 10000);
        item.held_ms = random_below(random, 5);
        item.left_ms = random_below(random, 300000);
    }
    happens(played, &item);
    assert_int_equal(played->live.position.to_move, color_other(by));

    struct stream_view view;
    replay_view(&played->live, &view);
    assert_int_equal(view.by, by);
    assert_int_equal(view.v, played->log.v);
    if (item.kind == STREAM_MOVE) {
        assert_int_equal(strlen(view.move), length);
        assert_memory_equal(view.move, text, length);
        assert_int_equal(view.clock.left_ms[by], item.left_ms);
    }
}

/* Makes the checks of the golden game for the ply reached; gives how many. */
static size_t check_now(struct played *played, const json_t *checks)
{
    size_t at, made = 0;
    json_t *check;
    json_array_foreach(checks, at, check) {
        if (json_integer_value(json_object_get(check, "ply")) != played->live.ply)
            continue;
        struct stream_view view;
        replay_view(&played->live, &view);
        assert_string_equal(view.position, json_string_value(json_object_get(check, "position")));
        assert_int_equal(view.ply, played->live.ply);
        made++;
    }
    return made;
}

static void end_as_won(struct played *played, const char *result)
{
    int winner = strcmp(result, "blue") == 0 ? COLOR_BLUE : COLOR_RED;
    assert_true(played->live.won);
    struct log_item end = {.kind = STREAM_END,
                           .winner = winner,
                           .reason = REASON_CAPTURE,
                           .clock_ms = {1000, 2000},
                           .rated = true,
                           .ratings = {{1500, 350, 1662, 290}, {1500, 350, 1338, 290}}};
    happens(played, &end);
}

static void assert_moves_are(const struct played *played, const char *turns)
{
    struct writer moves;
    writer_init(&moves);
    replay_moves(&moves, played->live.position.size, &played->log);
    assert_int_equal(moves.length, strlen(turns));
    assert_memory_equal(moves.bytes, turns, moves.length);
    writer_deinit(&moves);
}

/* A copy, as the store would give it back, gives the same events; twice over. */
static void assert_made_again(const struct played *played, const struct time_control *time)
{
    struct log copy;
    int size = played->live.position.size;
    assert_true(log_load(&copy, played->log.bytes, played->log.length));
    for (int i = 0; i < 2; i++) {
        struct writer again;
        writer_init(&again);
        make_again(&again, &copy, size, time);
        assert_same_text(&again, &played->told);
        writer_deinit(&again);
    }
    log_deinit(&copy);
}

static void play_game(const json_t *game, uint64_t seed)
{
    const char *turns = json_string_value(json_object_get(game, "turns"));
    const char *result = json_string_value(json_object_get(game, "result"));
    const json_t *checks = json_object_get(game, "checks");
    const struct time_control *time = seed % 3 == 0 ? &no_clock : &blitz;
    struct random random = {.state = seed};
    struct played played;
    played_init(&played, (int)json_integer_value(json_object_get(game, "size")), time);
    start(&played);
    size_t made = check_now(&played, checks);
    for (const char *at = turns; *at != '\0';) {
        size_t length = strcspn(at, " ");
        play_text(&played, &random, at, length);
        made += check_now(&played, checks);
        at += length;
        at += strspn(at, " ");
    }
    assert_int_equal(made, json_array_size(checks));
    assert_int_equal(played.live.won, result != NULL);
    if (result != NULL)
        end_as_won(&played, result);
    assert_moves_are(&played, turns);
    assert_made_again(&played, time);
    played_deinit(&played);
}

static void golden_games_are_made_again(void **state)
{
    (void)state;
    json_t *games = rules_load("games.ndjson");
    size_t at;
    json_t *game;
    json_array_foreach(games, at, game) {
        play_game(game, at + 1);
    }
    json_decref(games);
}

/* ---- Views ---- */

static struct clock_view clock_now(const struct played *played)
{
    struct clock_view clock;
    replay_clock(&played->live, &clock);
    return clock;
}

static void the_clock_runs_once_both_have_moved(void **state)
{
    (void)state;
    struct played played;
    played_init(&played, 3, &blitz);
    start(&played);
    assert_int_equal(clock_now(&played).running, -1);
    assert_int_equal(clock_now(&played).left_ms[COLOR_RED], 300000);
    struct log_item move = item_of("C3", 2, 3);
    move.left_ms = 300000;
    happens(&played, &move);
    assert_int_equal(clock_now(&played).running, -1);
    move = item_of("C4", 2, 3);
    move.left_ms = 300000;
    happens(&played, &move);
    assert_int_equal(clock_now(&played).running, COLOR_BLUE);
    assert_int_equal(clock_now(&played).at, played.at);
    move = item_of("C3xC4", 5, 3);
    move.left_ms = 290000;
    happens(&played, &move); /* wins: no clock runs, though the end has not come yet */
    assert_int_equal(clock_now(&played).running, -1);
    assert_int_equal(clock_now(&played).left_ms[COLOR_BLUE], 290000);
    end_as_won(&played, "blue");
    assert_int_equal(clock_now(&played).left_ms[COLOR_BLUE], 1000);
    played_deinit(&played);
}

static void turn_v_is_that_of_the_last_turn(void **state)
{
    (void)state;
    struct played played;
    played_init(&played, 3, &no_clock);
    start(&played);
    assert_int_equal(played.live.turn_v, 1);
    struct log_item item = item_of("C3", 2, 3);
    happens(&played, &item);
    assert_int_equal(played.live.turn_v, 2);
    item = (struct log_item){.kind = STREAM_END, .winner = -1, .reason = REASON_ABORTED};
    happens(&played, &item);
    assert_int_equal(played.live.turn_v, 2);
    assert_int_equal(played.live.item.v, 3);
    assert_true(clock_now(&played).none);
    played_deinit(&played);
}

/* ---- Damage ---- */

static bool sound(const struct log *log, int size)
{
    struct replay replay;
    replay_init(&replay, GAME, size, &no_clock, log);
    while (replay_next(&replay))
        ;
    assert_false(replay_next(&replay));
    return !replay.damaged;
}

/* Whether the rules allow these entries: turns, "skip", "start", "end". */
static bool allowed(int size, const char *entries)
{
    struct played played;
    played_init(&played, size, &no_clock);
    for (const char *at = entries; *at != '\0';) {
        size_t length = strcspn(at, " ");
        struct log_item item;
        if (strncmp(at, "start", length) == 0)
            item = (struct log_item){.kind = STREAM_START};
        else if (strncmp(at, "end", length) == 0)
            item = (struct log_item){.kind = STREAM_END, .reason = REASON_RESIGN};
        else
            item = item_of(at, length, BOARD_MAX_SIZE);
        append(&played, &item);
        at += length;
        at += strspn(at, " ");
    }
    bool is_sound = sound(&played.log, size);
    played_deinit(&played);
    return is_sound;
}

/* RULES, example 4: Blue has no legal turn after this. Cells are numbered by board, so it is played
 * on its own. */
#define STUCK                                                                                      \
    "C1 D3 C4 A1 B4 B1 E5 B1xC1 A2 E4 A2xA1 E3 D2 E3xD2 B1 D4 C4xD3 C1xA1 A3 C1xB1 D5 D2xD3 C3 "   \
    "C5 B4xC5 E4 E3 D3xE3 D4 C2 E5xE4 B3 B2 B1xE4 E5xC2 B1xC5 C3xB3 B1xC2"

static void skip_exactly_where_it_is_due(void **state)
{
    (void)state;
    struct played played;
    struct random random = {.state = 1};
    played_init(&played, 3, &no_clock);
    start(&played);
    for (const char *at = STUCK; *at != '\0';) {
        size_t length = strcspn(at, " ");
        play_text(&played, &random, at, length);
        at += length;
        at += strspn(at, " ");
    }
    assert_true(played.live.skip_due);
    assert_true(sound(&played.log, 3)); /* the skip may still come */

    struct log before = {0};
    assert_true(log_load(&before, played.log.bytes, played.log.length));
    struct log_item turn = item_of("A1", 2, 3);
    append(&played, &turn);
    assert_false(sound(&played.log, 3));

    log_deinit(&played.log);
    played.log = before;
    struct log_item skip = {.kind = STREAM_SKIP};
    append(&played, &skip);
    assert_true(sound(&played.log, 3));
    append(&played, &skip);
    assert_false(sound(&played.log, 3));
    played_deinit(&played);
}

static void what_the_rules_do_not_allow_is_refused(void **state)
{
    (void)state;
    assert_true(allowed(4, "start"));
    assert_true(allowed(4, "start C3 C4 C3xC4 end"));
    assert_true(allowed(4, "start end"));
    assert_false(allowed(4, "C3"));
    assert_false(allowed(4, "end"));
    assert_false(allowed(4, "start start"));
    assert_false(allowed(4, "start C3 start"));
    assert_false(allowed(4, "start C3 C3"));
    assert_false(allowed(4, "start C3 skip"));
    assert_false(allowed(4, "start skip"));
    assert_false(allowed(4, "start C3 C4 C3xC4 A1"));
    assert_false(allowed(4, "start C3 C4 C3xC4 skip"));
    assert_false(allowed(4, "start C3 end D4"));
    assert_false(allowed(4, "start C3 end end"));
    assert_false(allowed(4, "start C3xC4"));
}

/* The log numbers the cells of the largest board; a smaller one does not have them all. */
static void a_cell_off_the_board_is_refused(void **state)
{
    (void)state;
    assert_true(allowed(4, "start G7"));
    assert_false(allowed(3, "start G7"));
    assert_false(allowed(3, "start G6xG7"));
    /* More cells than the board has, each on it. */
    struct log_item item = {.kind = STREAM_MOVE, .turn.count = 20};
    struct played played;
    played_init(&played, 3, &no_clock);
    start(&played);
    append(&played, &item);
    assert_false(sound(&played.log, 3));
    played_deinit(&played);
}

/* Any bit of a real log may change: the log is refused, or has other times; nothing crashes. */
static void damage_is_refused_or_harmless(void **state)
{
    (void)state;
    struct played played;
    struct random random = {.state = 3};
    played_init(&played, 3, &no_clock);
    start(&played);
    for (const char *at = STUCK; *at != '\0';) {
        size_t length = strcspn(at, " ");
        play_text(&played, &random, at, length);
        at += length;
        at += strspn(at, " ");
    }
    struct log_item skip = {.kind = STREAM_SKIP};
    happens(&played, &skip);
    int refused = 0, changes = 0;
    for (size_t at = 0; at < played.log.length; at++) {
        unsigned char right = played.log.bytes[at];
        for (int bit = 0; bit < 8; bit++) {
            played.log.bytes[at] = (unsigned char)(right ^ 1 << bit);
            struct log log;
            changes++;
            if (!log_load(&log, played.log.bytes, played.log.length) || !sound(&log, 3))
                refused++;
            log_deinit(&log);
        }
        played.log.bytes[at] = right;
    }
    /* What is left are times, which may be anything. */
    assert_true(refused > changes / 4);
    assert_true(sound(&played.log, 3));
    played_deinit(&played);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_games_are_made_again),
        cmocka_unit_test(the_clock_runs_once_both_have_moved),
        cmocka_unit_test(turn_v_is_that_of_the_last_turn),
        cmocka_unit_test(skip_exactly_where_it_is_due),
        cmocka_unit_test(what_the_rules_do_not_allow_is_refused),
        cmocka_unit_test(a_cell_off_the_board_is_refused),
        cmocka_unit_test(damage_is_refused_or_harmless),
    };
    return cmocka_run_group_tests_name("replay", tests, NULL, NULL);
}
