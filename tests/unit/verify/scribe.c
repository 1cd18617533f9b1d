#include "tests/unit/verify/scribe.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STARTED_AT INT64_C(1795985040000)
#define STEP_MS 5

/* Whose clock runs after the event last told, by enum color; -1 for nobody's. */
static int running(const struct scribe *scribe)
{
    bool over = scribe->won || scribe->result.reason != REASON_NONE;
    return game_clock_runs(&scribe->clock) && !over ? scribe->position.to_move : -1;
}

static struct clock_view clock_of(const struct scribe *scribe)
{
    return (struct clock_view){
        .none = scribe->time.kind == TIME_NONE,
        .left_ms = {scribe->clock.left_ms[0], scribe->clock.left_ms[1]},
        .running = running(scribe),
        .at = scribe->at,
    };
}

static json_t *read_back(struct writer *writer)
{
    json_t *value = json_loadb(writer->bytes, writer->length, 0, NULL);
    assert(value != NULL);
    writer_deinit(writer);
    return value;
}

/* Adds an event, all of which but its own members is filled in here. */
static void tell(struct scribe *scribe, struct stream_view event)
{
    char position[POSITION_TEXT_MAX];
    struct writer writer;
    position_format(&scribe->position, position);
    event.game = scribe->game.id;
    event.v = ++scribe->v;
    event.at = scribe->at;
    event.ply = (int64_t)scribe->count;
    event.position = position;
    event.to_move = (enum color)scribe->position.to_move;
    event.clock = clock_of(scribe);
    writer_init(&writer);
    view_stream(&writer, &event);
    json_array_append_new(scribe->stream, read_back(&writer));
}

void scribe_init(struct scribe *scribe, int size, struct time_control time, bool rated)
{
    static const unsigned char seed[crypto_sign_SEEDBYTES] = {1, 2, 3};
    memset(scribe, 0, sizeof *scribe);
    scribe->time = time;
    scribe->game = (struct game_view){
        .id = "sZE8MUOI5XUF",
        .size = size,
        .rated = rated,
        .time = &scribe->time,
        .players = {{"ann", ACCOUNT_HUMAN, 1500}, {"bob", ACCOUNT_BOT, 1620}},
        .started_at = STARTED_AT,
    };
    if (time.kind == TIME_NONE)
        scribe->game.players[0].rating = scribe->game.players[1].rating = PLAYER_UNRATED;
    crypto_sign_seed_keypair(scribe->public_key, scribe->secret_key, seed);
    position_init(&scribe->position, size);
    game_clock_init(&scribe->clock, &time);
    scribe->stream = json_array();
    scribe->at = STARTED_AT;
    scribe->result.winner = -1;
    tell(scribe, (struct stream_view){.kind = STREAM_START});
}

static void forget_turns(struct scribe *scribe, size_t from)
{
    while (scribe->count > from)
        json_decref(scribe->turns[--scribe->count].entry);
}

void scribe_deinit(struct scribe *scribe)
{
    forget_turns(scribe, 0);
    json_decref(scribe->stream);
}

/* Adds a turn to the line. */
static void keep(struct scribe *scribe, enum color by, const char *move, int64_t spent_ms,
                 int64_t lag_ms, int64_t held_ms)
{
    assert(scribe->count < SCRIBE_TURNS_MAX);
    json_t *entry =
        json_pack("{s:I, s:I, s:s, s:s, s:I, s:I, s:I, s:I}", "v", (json_int_t)scribe->v + 1, "ply",
                  (json_int_t)scribe->count + 1, "by", color_name(by), "move", move, "at",
                  (json_int_t)scribe->at, "spent_ms", (json_int_t)spent_ms, "lag_ms",
                  (json_int_t)lag_ms, "held_ms", (json_int_t)held_ms);
    if (scribe->time.kind != TIME_NONE) {
        json_object_set_new(entry, "blue_ms", json_integer(scribe->clock.left_ms[COLOR_BLUE]));
        json_object_set_new(entry, "red_ms", json_integer(scribe->clock.left_ms[COLOR_RED]));
    }
    scribe->turns[scribe->count].entry = entry;
    scribe->turns[scribe->count].position = scribe->position;
    scribe->turns[scribe->count++].clock = scribe->clock;
}

void scribe_move(struct scribe *scribe, const char *move, int64_t spent_ms, int64_t lag_ms)
{
    enum color by = (enum color)scribe->position.to_move;
    enum outcome outcome = OUTCOME_GOES_ON;
    struct turn turn;
    enum refusal refusal = referee_read(&turn, scribe->position.size, move, strlen(move));
    if (refusal == REFUSAL_NONE)
        refusal = referee_apply(&scribe->position, &turn, &outcome);
    assert(refusal == REFUSAL_NONE);
    bool in_time = game_clock_turn(&scribe->clock, by, spent_ms, lag_ms);
    assert(in_time);
    scribe->won = outcome == OUTCOME_WON;
    scribe->at += spent_ms + STEP_MS;
    keep(scribe, by, move, spent_ms, lag_ms, 1);
    tell(scribe, (struct stream_view){
                     .kind = STREAM_MOVE, .by = by, .move = move, .lag_ms = lag_ms, .held_ms = 1});
    if (outcome != OUTCOME_SKIP)
        return;
    by = (enum color)scribe->position.to_move;
    referee_skip(&scribe->position);
    keep(scribe, by, "skip", 0, 0, 0);
    tell(scribe, (struct stream_view){.kind = STREAM_SKIP, .by = by});
}

void scribe_moves(struct scribe *scribe, const char *moves)
{
    while (*moves != '\0') {
        char move[TURN_TEXT_MAX];
        size_t length = strcspn(moves, " ");
        snprintf(move, sizeof move, "%.*s", (int)length, moves);
        scribe_move(scribe, move, 2000, 0);
        moves += length + strspn(moves + length, " ");
    }
}

void scribe_offer(struct scribe *scribe, enum color by, enum offer offer)
{
    scribe->offers[by][offer] = true;
    scribe->at += STEP_MS;
    tell(scribe, (struct stream_view){.kind = STREAM_OFFER, .by = by, .offer = offer});
}

void scribe_close(struct scribe *scribe, enum color by, enum offer offer, enum offer_end how)
{
    scribe->offers[by][offer] = false;
    scribe->at += STEP_MS;
    tell(scribe,
         (struct stream_view){.kind = STREAM_OFFER_CLOSED, .by = by, .offer = offer, .how = how});
}

void scribe_takeback(struct scribe *scribe, size_t ply)
{
    forget_turns(scribe, ply);
    game_clock_init(&scribe->clock, &scribe->time);
    position_init(&scribe->position, scribe->position.size);
    if (ply > 0) {
        scribe->clock = scribe->turns[ply - 1].clock;
        scribe->position = scribe->turns[ply - 1].position;
    }
    tell(scribe, (struct stream_view){.kind = STREAM_TAKEBACK});
}

void scribe_end(struct scribe *scribe, int winner, enum reason reason)
{
    static const struct rating_change won = {1500, 200, 1541, 190}, lost = {1620, 60, 1609, 59};
    bool counts = scribe->game.rated && winner >= 0;
    if (reason == REASON_TIME)
        scribe->clock.left_ms[scribe->position.to_move] = 0;
    scribe->result = (struct result_view){winner, reason};
    if (counts) {
        scribe->ratings[winner] = won;
        scribe->ratings[color_other((enum color)winner)] = lost;
    }
    scribe->at += STEP_MS;
    tell(scribe, (struct stream_view){.kind = STREAM_END,
                                      .result = scribe->result,
                                      .ratings = counts ? scribe->ratings : NULL});
}

/* ---- The record ---------------------------------------------------------------------------- */

/* The line's turns joined by blanks. */
static const char *moves_of(const struct scribe *scribe)
{
    static char moves[SCRIBE_TURNS_MAX * TURN_TEXT_MAX];
    moves[0] = '\0';
    for (size_t i = 0; i < scribe->count; i++) {
        const json_t *move = json_object_get(scribe->turns[i].entry, "move");
        strcat(strcat(moves, i > 0 ? " " : ""), json_string_value(move));
    }
    return moves;
}

static json_t *snapshot_of(const struct scribe *scribe)
{
    char position[POSITION_TEXT_MAX];
    struct game_view view = scribe->game;
    struct writer writer;
    bool over = scribe->result.reason != REASON_NONE;
    enum game_status ended = scribe->result.winner >= 0 ? GAME_FINISHED : GAME_ABORTED;
    position_format(&scribe->position, position);
    view.status = over ? ended : GAME_PLAYING;
    view.ply = (int)scribe->count;
    view.result = scribe->result;
    view.ended_at = over ? scribe->at : 0;
    view.v = scribe->v;
    view.moves = moves_of(scribe);
    view.position = position;
    view.to_move = over ? -1 : scribe->position.to_move;
    view.clock = clock_of(scribe);
    view.presence.connected[COLOR_BLUE] = true;
    memcpy(view.offers, scribe->offers, sizeof view.offers);
    writer_init(&writer);
    view_snapshot(&writer, &view);
    return read_back(&writer);
}

void scribe_sign(const struct scribe *scribe, json_t *record)
{
    const json_t *stream = json_object_get(record, "stream");
    struct proof_chain chain;
    struct writer writer;
    unsigned char signature[PROOF_SIGNATURE_SIZE];
    writer_init(&writer);
    view_proof_header(&writer, &scribe->game);
    proof_begin(&chain, writer.bytes, writer.length);
    for (size_t i = 0; i < json_array_size(stream); i++) {
        char *event = json_dumps(json_array_get(stream, i), JSON_COMPACT | JSON_ENCODE_ANY);
        proof_add(&chain, event, strlen(event));
        free(event);
    }
    proof_sign(&chain, scribe->secret_key, signature);
    writer_clear(&writer);
    view_proof(&writer, &chain, scribe->public_key, signature);
    json_object_set_new(record, "proof", read_back(&writer));
}

json_t *scribe_record(struct scribe *scribe)
{
    json_t *record = snapshot_of(scribe);
    json_t *turns = json_array();
    struct writer writer;
    for (size_t i = 0; i < scribe->count; i++)
        json_array_append_new(turns, json_deep_copy(scribe->turns[i].entry));
    json_object_set_new(record, "turns", turns);
    json_object_set_new(record, "rating_changes", json_null());
    if (scribe->game.rated && scribe->result.winner >= 0) {
        writer_init(&writer);
        view_rating_changes(&writer, scribe->ratings);
        json_object_set_new(record, "rating_changes", read_back(&writer));
    }
    json_object_set_new(record, "stream", json_deep_copy(scribe->stream));
    json_object_set_new(record, "proof", json_null());
    if (scribe->result.reason != REASON_NONE)
        scribe_sign(scribe, record);
    return record;
}
