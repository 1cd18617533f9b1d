/* legal: what may be played, step by step. */
#include "server/machine/connection.h"
#include "server/machine/game.h"
#include "server/machine/operations.h"

#include <string.h>

static void write_cells(struct writer *writer, int size, uint64_t cells)
{
    writer_array(writer);
    for (int cell = 0; cell < board_cells(size); cell++) {
        char text[BOARD_CELL_TEXT];
        if ((cells >> cell & 1) == 0)
            continue;
        board_cell_format(size, cell, text);
        writer_string(writer, text);
    }
    writer_array_end(writer);
}

static void reply_first(struct machine *machine, struct connection *connection,
                        const struct request *request, const struct position *position)
{
    struct writer *writer = reply_ok(machine, request);
    writer_object(writer);
    writer_key(writer, "place");
    write_cells(writer, position->size, referee_placements(position));
    writer_key(writer, "capture");
    writer_object(writer);
    for (int cell = 0; cell < board_cells(position->size); cell++) {
        char text[BOARD_CELL_TEXT];
        uint64_t captures = referee_first_captures(position, cell);
        if (captures == 0)
            continue;
        board_cell_format(position->size, cell, text);
        writer_key(writer, text);
        write_cells(writer, position->size, captures);
    }
    writer_object_end(writer);
    writer_object_end(writer);
    reply_ok_end(machine, connection);
}

static void reply_next(struct machine *machine, struct connection *connection,
                       const struct request *request, const struct position *position)
{
    struct turn prefix;
    uint64_t next = 0;
    enum refusal refusal =
        referee_read(&prefix, position->size, request->prefix, strlen(request->prefix));
    if (refusal == REFUSAL_NONE && turn_is_skip(&prefix))
        refusal = REFUSAL_SKIP;
    if (refusal == REFUSAL_NONE)
        refusal = referee_next(position, &prefix, &next);
    if (refusal != REFUSAL_NONE) {
        writer_key_string(reply_error_begin(machine, request, ERROR_ILLEGAL_MOVE,
                                            "no legal capture begins like that"),
                          "reason", refusal_text(refusal));
        reply_error_end(machine, connection);
        return;
    }
    struct writer *writer = reply_ok(machine, request);
    writer_object(writer);
    writer_key(writer, "next");
    write_cells(writer, position->size, next);
    writer_object_end(writer);
    reply_ok_end(machine, connection);
}

static void legal_in(struct machine *machine, struct connection *connection,
                     struct request *request, struct game *game)
{
    if (game_over(game))
        reply_error(machine, connection, request, ERROR_GAME_OVER, "the game is over");
    else if (request_has(request, FIELD_BIT(PREFIX)))
        reply_next(machine, connection, request, &game->replay.position);
    else
        reply_first(machine, connection, request, &game->replay.position);
}

void op_legal(struct machine *machine, struct connection *connection, struct request *request)
{
    with_game(machine, connection, request, legal_in);
}
