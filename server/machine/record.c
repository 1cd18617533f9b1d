#include "server/machine/record.h"

#include "server/machine/connection.h"
#include "server/machine/game.h"
#include "server/machine/mainline.h"
#include "server/machine/operations.h"
#include "server/machine/show.h"

/* One turn of the line: when it was made and how long it took. */
static void write_turn(struct writer *writer, struct replay *replay)
{
    struct stream_view view;
    replay_view(replay, &view);
    writer_object(writer);
    writer_key_integer(writer, "v", view.v);
    writer_key_integer(writer, "ply", view.ply);
    writer_key_string(writer, "by", color_name(view.by));
    writer_key_string(writer, "move", view.kind == STREAM_MOVE ? view.move : "skip");
    writer_key_integer(writer, "at", view.at);
    writer_key_integer(writer, "spent_ms", replay->item.spent_ms);
    writer_key_integer(writer, "lag_ms", view.lag_ms);
    writer_key_integer(writer, "held_ms", view.held_ms);
    if (!view.clock.none) {
        writer_key_integer(writer, "blue_ms", view.clock.left_ms[COLOR_BLUE]);
        writer_key_integer(writer, "red_ms", view.clock.left_ms[COLOR_RED]);
    }
    writer_object_end(writer);
}

static void write_turns(struct writer *writer, const struct game *game, struct replay *replay)
{
    struct mainline line;
    size_t ply = 0;
    mainline_init(&line);
    mainline_read(&line, game->log.bytes, game->log.length, INT64_MAX);
    replay_init(replay, game->id, game->replay.position.size, &game->time, &game->log);
    writer_key(writer, "turns");
    writer_array(writer);
    while (replay_next(replay)) {
        if (ply < line.count && replay->item.v == line.v[ply]) {
            write_turn(writer, replay);
            ply++;
        }
    }
    writer_array_end(writer);
    mainline_deinit(&line);
}

/* The whole stream as it was sent, and the chain over it. */
static void write_stream(struct writer *writer, const struct game *game,
                         const struct game_view *header, struct proof_chain *chain)
{
    struct replay replay;
    struct writer event;
    writer_init(&event);
    view_proof_header(&event, header);
    proof_begin(chain, event.bytes, event.length);
    replay_init(&replay, game->id, game->replay.position.size, &game->time, &game->log);
    writer_key(writer, "stream");
    writer_array(writer);
    while (replay_next(&replay)) {
        struct stream_view view;
        replay_view(&replay, &view);
        writer_clear(&event);
        view_stream(&event, &view);
        proof_add(chain, event.bytes, event.length);
        writer_value(writer, event.bytes, event.length);
    }
    writer_array_end(writer);
    writer_deinit(&event);
}

/* An unfinished game proves nothing yet. */
static void write_proof(struct machine *machine, struct writer *writer, const struct game *game,
                        const struct proof_chain *chain)
{
    unsigned char signature[PROOF_SIGNATURE_SIZE];
    writer_key(writer, "proof");
    if (!game_over(game)) {
        writer_null(writer);
        return;
    }
    proof_sign(chain, machine->secret_key, signature);
    view_proof(writer, chain, machine->public_key, signature);
}

void record_write(struct machine *machine, struct writer *writer, struct game *game)
{
    struct game_view view;
    struct replay replay;
    struct proof_chain chain;
    show_snapshot(machine, game, &view);
    writer_object(writer);
    view_snapshot_members(writer, &view);
    write_turns(writer, game, &replay);
    writer_key(writer, "rating_changes");
    if (replay.item.kind == STREAM_END && replay.item.rated)
        view_rating_changes(writer, replay.item.ratings);
    else
        writer_null(writer);
    write_stream(writer, game, &view, &chain);
    write_proof(machine, writer, game, &chain);
    writer_object_end(writer);
}

static void record_in(struct machine *machine, struct connection *connection,
                      struct request *request, struct game *game)
{
    struct writer *writer = reply_ok(machine, request);
    writer_object(writer);
    writer_key(writer, "record");
    record_write(machine, writer, game);
    writer_object_end(writer);
    reply_ok_end(machine, connection);
}

void op_record(struct machine *machine, struct connection *connection, struct request *request)
{
    with_game(machine, connection, request, record_in);
}

void op_key(struct machine *machine, struct connection *connection, struct request *request)
{
    char text[PROOF_TEXT_SIZE];
    proof_base64(machine->public_key, PROOF_PUBLIC_KEY_SIZE, text);
    struct writer *writer = reply_ok(machine, request);
    writer_object(writer);
    writer_key_string(writer, "key", text);
    writer_object_end(writer);
    reply_ok_end(machine, connection);
}
