#include "tests/unit/check/played.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/support/random_play.h"
#include "tests/support/world.h"

#define BLITZ "\"time\":{\"initial_ms\":300000,\"increment_ms\":3000}"
#define BULLET "\"time\":{\"initial_ms\":30000,\"increment_ms\":1000}"
#define CORRESPONDENCE "\"time\":{\"per_move_ms\":86400000}"
#define SEED 7

struct table {
    struct world *world;
    int seats[2]; /* connections, by enum color of the first game */
    int spectator;
};

/* A game in play: where it stands. */
struct game {
    char id[ID_SIZE];
    int seats[2]; /* by enum color */
    struct position position;
    enum outcome outcome;
    int ply;
};

/* The reply to one request, all else that is heard being let go. */
__attribute__((format(printf, 3, 4))) static json_t *ask(struct table *table, int connection,
                                                         const char *format, ...)
{
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    world_say(table->world, connection, line, (size_t)length);
    json_t *ok = NULL;
    struct message *message;
    while ((message = world_hear(table->world, connection)) != NULL) {
        json_t *heard = json_loadb(message->bytes, message->length, 0, NULL);
        if (json_object_get(heard, "re") != NULL) {
            ok = json_incref(json_object_get(heard, "ok"));
            if (ok == NULL)
                fail_msg("%s: %.*s", line, (int)message->length, message->bytes);
        }
        json_decref(heard);
        message_release(message);
    }
    assert_non_null(ok);
    return ok;
}

#define DO(...) json_decref(ask(__VA_ARGS__))

static void take_id(json_t *ok, const char *key, char id[ID_SIZE])
{
    const char *text = json_string_value(json_object_get(ok, key));
    assert_non_null(text);
    assert_int_equal(strlen(text), ID_LENGTH);
    strcpy(id, text);
    json_decref(ok);
}

static void start(struct table *table, struct game *game, int size, const char *time, bool rated,
                  int blue)
{
    char seek[ID_SIZE];
    *game = (struct game){.seats = {table->seats[blue], table->seats[1 - blue]}};
    position_init(&game->position, size);
    take_id(ask(table, game->seats[COLOR_BLUE],
                "{\"id\":1,\"op\":\"seek\",\"size\":%d,%s,\"rated\":%s,\"color\":\"blue\"}", size,
                time, rated ? "true" : "false"),
            "seek", seek);
    take_id(
        ask(table, game->seats[COLOR_RED], "{\"id\":1,\"op\":\"accept\",\"seek\":\"%s\"}", seek),
        "game", game->id);
}

/* A random placement: a game in which there is nothing else does not end. */
static struct turn random_placement(struct random *random, const struct position *position)
{
    uint64_t cells = referee_placements(position);
    for (int skipped = random_index(random, board_count(cells)); skipped > 0; skipped--)
        cells &= cells - 1;
    return (struct turn){.count = 1, .cells = {(uint8_t)board_lowest(cells)}};
}

/* One turn and the skip that it may force, after some time of thinking. */
static void move(struct table *table, struct game *game, struct turn turn)
{
    char text[TURN_TEXT_MAX];
    int connection = game->seats[game->position.to_move];
    turn_format(&turn, game->position.size, text);
    world_advance(table->world, 50 + (int64_t)random_below(&table->world->random, 900));
    DO(table, connection, "{\"id\":1,\"op\":\"move\",\"game\":\"%s\",\"move\":\"%s\"}", game->id,
       text);
    assert_int_equal(referee_apply(&game->position, &turn, &game->outcome), REFUSAL_NONE);
    game->ply++;
    if (game->outcome == OUTCOME_SKIP) {
        referee_skip(&game->position);
        game->ply++;
    }
}

static void move_on(struct table *table, struct game *game, int plies)
{
    for (int i = 0; i < plies; i++)
        move(table, game, random_placement(&table->world->random, &game->position));
}

static void play_to_the_end(struct table *table, struct game *game)
{
    while (game->outcome != OUTCOME_WON)
        move(table, game, random_turn(&table->world->random, &game->position));
}

static void resign(struct table *table, const struct game *game, enum color color)
{
    DO(table, game->seats[color], "{\"id\":1,\"op\":\"resign\",\"game\":\"%s\"}", game->id);
}

/* Blue, who is to move, takes back both last turns; the test plays on from before them. */
static void take_back(struct table *table, struct game *game)
{
    struct position before = game->position;
    int ply = game->ply;
    move_on(table, game, 2);
    DO(table, game->seats[COLOR_BLUE],
       "{\"id\":1,\"op\":\"offer\",\"game\":\"%s\",\"kind\":\"takeback\"}", game->id);
    DO(table, game->seats[COLOR_RED],
       "{\"id\":1,\"op\":\"answer\",\"game\":\"%s\",\"kind\":\"takeback\",\"accept\":true}",
       game->id);
    game->position = before;
    game->ply = ply;
}

static void talk(struct table *table, const struct game *game)
{
    for (int i = 0; i < 4; i++)
        DO(table, game->seats[i % 2],
           "{\"id\":1,\"op\":\"say\",\"game\":\"%s\",\"room\":\"players\",\"text\":\"line %d\"}",
           game->id, i);
    DO(table, table->spectator,
       "{\"id\":1,\"op\":\"say\",\"game\":\"%s\",\"room\":\"spectators\",\"text\":\"well\"}",
       game->id);
}

static void play_ended_games(struct table *table)
{
    struct game game;
    start(table, &game, 3, BLITZ, true, 0); /* 1 */
    talk(table, &game);
    play_to_the_end(table, &game);
    start(table, &game, 3, BLITZ, true, 1); /* 2 */
    move_on(table, &game, 6);
    take_back(table, &game);
    move_on(table, &game, 8);
    resign(table, &game, COLOR_RED);
    start(table, &game, 4, BULLET, true, 0); /* 3 */
    move_on(table, &game, 30);
    world_advance(table->world, 100000);
    start(table, &game, 3, BLITZ, true, 0); /* 4 */
    play_to_the_end(table, &game);
    world_advance(table->world, INT64_C(3) * 86400000);
    start(table, &game, 3, CORRESPONDENCE, true, 1); /* 5 */
    move_on(table, &game, 9);
    resign(table, &game, COLOR_BLUE);
    start(table, &game, 3, BLITZ, true, 0); /* 6 */
    move_on(table, &game, 1);
    DO(table, game.seats[COLOR_RED], "{\"id\":1,\"op\":\"abort\",\"game\":\"%s\"}", game.id);
    start(table, &game, 3, "\"time\":null", false, 0); /* 7 */
    play_to_the_end(table, &game);
    start(table, &game, 3, BLITZ, true, 0); /* 8 */
    move_on(table, &game, 3);
    resign(table, &game, COLOR_BLUE);
}

static void play_games_that_go_on(struct table *table)
{
    struct game game;
    start(table, &game, 4, CORRESPONDENCE, true, 0);
    move_on(table, &game, 12);
    start(table, &game, 3, "\"time\":null", false, 1);
    move_on(table, &game, 5);
    DO(table, game.seats[COLOR_BLUE],
       "{\"id\":1,\"op\":\"offer\",\"game\":\"%s\",\"kind\":\"abort\"}", game.id);
}

static void sit_down(struct table *table)
{
    static const char *const names[] = {"ann", "Ben", "Cid"};
    int *places[] = {&table->seats[0], &table->seats[1], &table->spectator};
    for (int i = 0; i < 3; i++) {
        *places[i] = world_connect(table->world, (uint8_t)i);
        DO(table, *places[i],
           "{\"id\":1,\"op\":\"register\",\"name\":\"%s\",\"password\":\"correct horse\"}",
           names[i]);
    }
}

static void read_file(const char *folder, struct played *played)
{
    char path[128];
    snprintf(path, sizeof path, "%s/clamber.db", folder);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    played->length = (size_t)ftell(file);
    rewind(file);
    played->bytes = malloc(played->length);
    assert_non_null(played->bytes);
    assert_int_equal(fread(played->bytes, 1, played->length, file), played->length);
    fclose(file);
}

void played_init(struct played *played)
{
    struct machine_config config;
    machine_config_init(&config);
    config.server = "clamberd/test";
    config.max_connections = 8;
    config.max_games = 64;
    config.open_limits = true;
    struct table table = {.world = world_create(&config, SEED, NULL)};
    sit_down(&table);
    play_ended_games(&table);
    play_games_that_go_on(&table);
    disk_close(&table.world->disk);
    read_file(table.world->disk.folder, played);
    world_destroy(table.world);
}

void played_deinit(struct played *played)
{
    free(played->bytes);
}

void played_copy(const struct played *played, char folder[64])
{
    char path[128];
    const char *place = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(folder, 64, "%s/clamber-check-XXXXXX", place);
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/clamber.db", folder);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(played->bytes, 1, played->length, file), played->length);
    assert_int_equal(fclose(file), 0);
}

void played_remove(const char *folder)
{
    static const char *const names[] = {"lock", "clamber.db", "clamber.db-wal", "clamber.db-shm"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    assert_int_equal(rmdir(folder), 0);
}
