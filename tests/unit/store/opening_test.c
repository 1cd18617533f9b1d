/* Opening statistics against counting by hand: random games, many of them images of others, and
 * every line asked for from any side of the board. */
#include "server/store/opening.h"

#include "core/symmetry.h"
#include "tests/support/random_play.h"
#include "tests/unit/store/fixture.h"

#include <stdlib.h>
#include <string.h>

#define GAMES 200
#define SEED 20250117

struct model_game {
    int size;
    int winner;
    struct opening opening;
};

struct model {
    struct fixture fixture;
    struct random random;
    struct model_game games[GAMES];
    int count;
};

static void map_opening(int size, int symmetry, const struct opening *opening,
                        struct opening *image)
{
    image->count = opening->count;
    for (int ply = 0; ply < opening->count; ply++)
        symmetry_turn(size, symmetry, &opening->turns[ply], &image->turns[ply]);
}

static bool same_turns(const struct opening *a, const struct opening *b, int count)
{
    for (int ply = 0; ply < count; ply++) {
        if (!turn_equal(&a->turns[ply], &b->turns[ply]))
            return false;
    }
    return true;
}

/* ---- The key ------------------------------------------------------------------------------ */

/* Plays on to `count` turns, as far as the game goes. */
static void play_on(struct random *random, int size, int count, struct opening *opening)
{
    struct position position;
    enum outcome outcome = OUTCOME_GOES_ON;
    position_init(&position, size);
    for (int ply = 0; ply < count && outcome != OUTCOME_WON; ply++) {
        if (outcome == OUTCOME_SKIP) {
            referee_skip(&position);
            outcome = OUTCOME_GOES_ON;
            opening->turns[ply] = (struct turn){.count = 0};
        } else {
            if (ply >= opening->count)
                opening->turns[ply] = random_turn(random, &position);
            assert_int_equal(referee_apply(&position, &opening->turns[ply], &outcome),
                             REFUSAL_NONE);
        }
        if (ply >= opening->count)
            opening->count = ply + 1;
    }
}

static void turns_are_written_and_read(void **state)
{
    (void)state;
    static const char *const texts[] = {"skip", "A1", "E5", "C3xD3", "B2xC4xE5", "C3xD3xC3xD3"};
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        struct turn turn, again;
        unsigned char bytes[OPENING_TURN_SIZE];
        assert_int_equal(turn_parse(&turn, 3, texts[i], strlen(texts[i]), NULL), TURN_OK);
        size_t length = opening_turn_write(&turn, bytes);
        assert_true(opening_turn_read(&again, 3, bytes, length));
        assert_true(turn_equal(&turn, &again));
        assert_false(opening_turn_read(&again, 3, bytes, length - 1));
        assert_false(opening_turn_read(&again, 3, bytes, length + 1));
    }
    struct turn turn;
    assert_false(opening_turn_read(&turn, 3, (const unsigned char[]){20}, 1));
    assert_true(opening_turn_read(&turn, 4, (const unsigned char[]){20}, 1));
    assert_false(opening_turn_read(&turn, 3, (const unsigned char[]){66, 0, 19}, 3));
    assert_false(opening_turn_read(&turn, 3, (const unsigned char[]){255}, 1));
}

/* All images have one line, which is one of them, and begins with the lines of all prefixes. */
static void images_have_the_same_line(void **state)
{
    (void)state;
    struct random random = {.state = SEED};
    for (int i = 0; i < 200; i++) {
        int size = 3 + i % 2;
        struct opening opening = {.count = 0};
        struct opening_line line, other;
        play_on(&random, size, OPENING_TURNS, &opening);
        opening_line_make(&line, size, &opening);
        bool is_image = false;
        for (int symmetry = 0; symmetry < SYMMETRY_COUNT; symmetry++) {
            struct opening image;
            unsigned char bytes[OPENING_LINE_SIZE];
            size_t length = 0;
            map_opening(size, symmetry, &opening, &image);
            opening_line_make(&other, size, &image);
            assert_int_equal(other.lengths[other.count], line.lengths[line.count]);
            assert_memory_equal(other.bytes, line.bytes, line.lengths[line.count]);
            for (int ply = 0; ply < image.count; ply++)
                length += opening_turn_write(&image.turns[ply], bytes + length);
            assert_int_equal(length, line.lengths[line.count]);
            int order = memcmp(bytes, line.bytes, length);
            assert_true(order >= 0);
            assert_int_equal(order == 0, (line.frames >> symmetry & 1) != 0);
            is_image = is_image || order == 0;
        }
        assert_true(is_image);
        for (int count = 0; count < opening.count; count++) {
            struct opening prefix = opening;
            prefix.count = count;
            opening_line_make(&other, size, &prefix);
            assert_int_equal(other.lengths[count], line.lengths[count]);
            assert_memory_equal(other.bytes, line.bytes, line.lengths[count]);
        }
    }
}

/* ---- Counting ----------------------------------------------------------------------------- */

static int set_up(void **state)
{
    struct model *model = calloc(1, sizeof(*model));
    assert_non_null(model);
    model->random.state = SEED;
    fixture_init(&model->fixture);
    for (int i = 0; i < 2; i++) {
        struct store_request request =
            account_add(&model->fixture, i, i == 0 ? "ann" : "ben", ACCOUNT_HUMAN);
        commit(&model->fixture, &request);
    }
    *state = model;
    return 0;
}

static int tear_down(void **state)
{
    struct model *model = *state;
    fixture_deinit(&model->fixture);
    free(model);
    return 0;
}

static void store_game(struct model *model, const struct model_game *game)
{
    int number = model->count;
    model->games[model->count++] = *game;
    struct opening opening = game->opening;
    struct store_request request = game_start(&model->fixture, number, 0, 1);
    request.as.game_start.game.size = game->size;
    request.as.game_start.game.rated = true;
    commit(&model->fixture, &request);
    request = game_end(&model->fixture, number, 2, game->winner, REASON_RESIGN);
    request.as.game_log.opening = &opening;
    commit(&model->fixture, &request);
}

/* A game that begins as another did, seen from another side, and then goes its own way. */
static void play(struct model *model)
{
    struct random *random = &model->random;
    struct model_game game = {.size = 3 + random_index(random, 2),
                              .winner = random_index(random, 2)};
    if (model->count > 0) {
        const struct model_game *other = &model->games[random_index(random, model->count)];
        game.size = other->size;
        map_opening(game.size, random_index(random, SYMMETRY_COUNT), &other->opening,
                    &game.opening);
        int kept = random_index(random, 8);
        if (kept < game.opening.count)
            game.opening.count = kept;
    }
    int length = random_index(random, 3) == 0 ? 1 + random_index(random, 6) : OPENING_TURNS;
    if (length < game.opening.count)
        length = game.opening.count;
    play_on(random, game.size, length, &game.opening);
    store_game(model, &game);
}

static void count_game(struct opening_next *next, int winner)
{
    next->games++;
    next->blue += winner == COLOR_BLUE;
    next->red += winner == COLOR_RED;
}

/* By every symmetry under which a game began so, its next turn; of these the first counts. */
static bool next_turn(const struct model_game *game, const struct opening *line, struct turn *next,
                      bool *has_next)
{
    bool began_so = false;
    *has_next = game->opening.count > line->count;
    for (int symmetry = 0; symmetry < SYMMETRY_COUNT; symmetry++) {
        struct opening image;
        if (game->opening.count < line->count)
            return false;
        map_opening(game->size, symmetry, &game->opening, &image);
        if (!same_turns(&image, line, line->count))
            continue;
        const struct turn *turn = &image.turns[line->count];
        if (*has_next && (!began_so || opening_turn_compare(turn, next) < 0))
            *next = *turn;
        began_so = true;
    }
    return began_so;
}

static void count_by_hand(const struct model *model, int size, const struct opening *line,
                          struct opening_next *total, struct opening_next *nexts, int *count)
{
    *total = (struct opening_next){0};
    *count = 0;
    for (int i = 0; i < model->count; i++) {
        struct turn turn;
        bool has_next;
        const struct model_game *game = &model->games[i];
        if (game->size != size || !next_turn(game, line, &turn, &has_next))
            continue;
        count_game(total, game->winner);
        int place = 0;
        while (has_next && place < *count && !turn_equal(&nexts[place].turn, &turn))
            place++;
        if (has_next && place == *count)
            nexts[(*count)++] = (struct opening_next){.turn = turn};
        if (has_next)
            count_game(&nexts[place], game->winner);
    }
}

static void openings_are(struct model *model, int size, const struct opening *line)
{
    struct opening_next total;
    static struct opening_next nexts[GAMES];
    int count;
    count_by_hand(model, size, line, &total, nexts, &count);
    struct read_request request = {.kind = READ_OPENINGS, .ticket = 3};
    request.as.openings.size = size;
    request.as.openings.line = *line;
    struct read_answer *answer = ask(&model->fixture, &request);
    assert_int_equal(answer->status, READ_FOUND);
    assert_int_equal(answer->opening_games, total.games);
    assert_int_equal(answer->opening_blue, total.blue);
    assert_int_equal(answer->opening_red, total.red);
    assert_int_equal(answer->count, count);
    for (int i = 0; i < answer->count; i++) {
        const struct opening_next *next = &answer->next[i];
        int place = 0;
        while (place < count && !turn_equal(&nexts[place].turn, &next->turn))
            place++;
        assert_true(place < count);
        assert_int_equal(next->games, nexts[place].games);
        assert_int_equal(next->blue, nexts[place].blue);
        assert_int_equal(next->red, nexts[place].red);
        assert_true(i == 0 || next[-1].games >= next->games);
    }
    read_answer_destroy(answer);
}

static void every_line_is_counted_from_any_side(void **state)
{
    struct model *model = *state;
    print_message("seed %d\n", SEED);
    while (model->count < GAMES)
        play(model);
    for (int i = 0; i < GAMES; i++) {
        const struct model_game *game = &model->games[i];
        struct opening line;
        map_opening(game->size, random_index(&model->random, SYMMETRY_COUNT), &game->opening,
                    &line);
        for (; line.count >= 0; line.count--)
            openings_are(model, game->size, &line);
    }
}

static void what_nobody_played_is_empty(void **state)
{
    struct model *model = *state;
    struct opening line = {.count = 0};
    openings_are(model, 3, &line);
    for (int i = 0; i < 20; i++)
        play(model);
    for (int i = 0; i < 50; i++) {
        line.count = 0;
        play_on(&model->random, 3, 1 + i % OPENING_TURNS, &line);
        openings_are(model, 3, &line);
        openings_are(model, 4, &(struct opening){.count = 0});
    }
}

/* Of the 19 first turns there are four, and after the middle the other 18 are three. */
static void symmetric_turns_are_one(void **state)
{
    struct model *model = *state;
    int middle = board_cell_parse(3, "C3");
    for (int cell = 0; cell < board_cells(3); cell++) {
        struct model_game game = {.size = 3, .winner = cell % 2, .opening = {.count = 1}};
        game.opening.turns[0] = (struct turn){.count = 1, .cells = {(uint8_t)cell}};
        store_game(model, &game);
        if (cell == middle)
            continue;
        game.opening.count = 2;
        game.opening.turns[1] = game.opening.turns[0];
        game.opening.turns[0].cells[0] = (uint8_t)middle;
        store_game(model, &game);
    }
    struct opening lines[] = {{.count = 0}, {.count = 1}};
    lines[1].turns[0] = (struct turn){.count = 1, .cells = {(uint8_t)middle}};
    static const char *const expected[2][4] = {{"C3", "A1", "A2", "B2"}, {"A1", "A2", "B2"}};
    for (int i = 0; i < 2; i++) {
        struct read_request request = {.kind = READ_OPENINGS};
        request.as.openings.size = 3;
        request.as.openings.line = lines[i];
        struct read_answer *answer = ask(&model->fixture, &request);
        assert_int_equal(answer->count, 4 - i);
        for (int next = 0; next < answer->count; next++) {
            char text[TURN_TEXT_MAX];
            turn_format(&answer->next[next].turn, 3, text);
            assert_string_equal(text, expected[i][next]);
        }
        read_answer_destroy(answer);
        openings_are(model, 3, &lines[i]);
    }
}

static void a_game_that_is_in_conflict_counts_nowhere(void **state)
{
    struct model *model = *state;
    struct fixture *fixture = &model->fixture;
    struct opening opening = {.count = 1, .turns = {{.count = 1, .cells = {4}}}};
    struct store_request request = game_start(fixture, 1, 0, 1);
    commit(fixture, &request);
    request = game_end(fixture, 1, 2, COLOR_BLUE, REASON_CAPTURE);
    add_rating(&request, 0, 1, 7, 1600, 200);
    add_rating(&request, 1, 1, 0, 1400, 200);
    request.as.game_log.opening = &opening;
    assert_int_equal(commit(fixture, &request).status, STORE_CONFLICT);
    openings_are(model, 3, &(struct opening){.count = 0});
    assert_int_equal(ask_sql(fixture->folder, "SELECT count(*) FROM openings"), 0);
    request.as.game_log.ratings[0].version = 0;
    assert_int_equal(commit(fixture, &request).status, STORE_DONE);
    assert_int_equal(ask_sql(fixture->folder, "SELECT sum(blue) FROM openings"), 2);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turns_are_written_and_read),
        cmocka_unit_test(images_have_the_same_line),
        TEST(every_line_is_counted_from_any_side),
        TEST(what_nobody_played_is_empty),
        TEST(symmetric_turns_are_one),
        TEST(a_game_that_is_in_conflict_counts_nowhere),
    };
    return cmocka_run_group_tests_name("opening", tests, NULL, NULL);
}
