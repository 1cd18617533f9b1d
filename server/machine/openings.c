/* openings: what was played next after some first turns, and how those games ended. */
#include "core/referee.h"
#include "server/machine/connection.h"
#include "server/machine/operations.h"

#include <string.h>

/* Plays one turn of the line, the skips that follow being turns of their own. */
static bool play(struct position *position, bool *skip_due, bool *won, const struct turn *turn)
{
    enum outcome outcome = OUTCOME_GOES_ON;
    if (*won || turn_is_skip(turn) != *skip_due)
        return false;
    if (*skip_due) {
        referee_skip(position);
        *skip_due = false;
        return true;
    }
    if (referee_apply(position, turn, &outcome) != REFUSAL_NONE)
        return false;
    *skip_due = outcome == OUTCOME_SKIP;
    *won = outcome == OUTCOME_WON;
    return true;
}

/* Reads turns joined by single blanks; false where they are not the beginning of a game, of at most
 * OPENING_TURNS turns. */
static bool read_line(const char *text, int size, struct opening *line)
{
    struct position position;
    bool skip_due = false, won = false;
    position_init(&position, size);
    line->count = 0;
    while (*text != '\0') {
        size_t length = strcspn(text, " ");
        struct turn turn;
        if (line->count == OPENING_TURNS ||
            referee_read(&turn, size, text, length) != REFUSAL_NONE ||
            !play(&position, &skip_due, &won, &turn))
            return false;
        line->turns[line->count++] = turn;
        text += length;
        if (*text == ' ' && *++text == '\0')
            return false;
    }
    return true;
}

static void write_next(struct writer *writer, const struct opening_next *next, int size)
{
    char text[TURN_TEXT_MAX];
    turn_format(&next->turn, size, text);
    writer_object(writer);
    writer_key_string(writer, "move", text);
    writer_key_integer(writer, "games", next->games);
    writer_key_integer(writer, "blue", next->blue);
    writer_key_integer(writer, "red", next->red);
    writer_object_end(writer);
}

static void openings_answered(struct machine *machine, struct connection *connection,
                              struct request *request, const struct read_answer *answer)
{
    struct writer *writer = reply_ok(machine, request);
    writer_object(writer);
    writer_key_integer(writer, "games", answer->opening_games);
    writer_key_integer(writer, "blue", answer->opening_blue);
    writer_key_integer(writer, "red", answer->opening_red);
    writer_key(writer, "next");
    writer_array(writer);
    for (int i = 0; i < answer->count; i++)
        write_next(writer, &answer->next[i], request->size);
    writer_array_end(writer);
    writer_object_end(writer);
    reply_ok_end(machine, connection);
}

void op_openings(struct machine *machine, struct connection *connection, struct request *request)
{
    struct opening line;
    if (!read_line(request->moves, request->size, &line)) {
        reply_bad_field(machine, connection, request, "moves",
                        "not the first turns of a game, at most 20, joined by blanks");
        return;
    }
    struct read_request *read = read_request_new(machine, READ_OPENINGS);
    read->as.openings.size = request->size;
    read->as.openings.line = line;
    wait_for_read(machine, connection, request, read, openings_answered);
}
