/* Chat: a game's two rooms. Lines are numbered, stored before they are shown, and kept. */
#include "server/machine/account.h"
#include "server/machine/connection.h"
#include "server/machine/game.h"
#include "server/machine/operations.h"

#include <stdlib.h>
#include <string.h>

#define LINES_PER_REPLY 100

/* Players and spectators have a room each; when the game is over, players see both. */
static bool may_enter(const struct game *game, int color, enum chat_room room)
{
    return room == CHAT_PLAYERS ? color >= 0 : color < 0 || game_over(game);
}

static void refuse_room(struct machine *machine, struct connection *connection,
                        const struct request *request)
{
    reply_error(machine, connection, request, ERROR_FORBIDDEN,
                request->room == CHAT_PLAYERS
                    ? "the players' room is for the players of the game"
                    : "players see the spectators' room when the game is over");
}

/* ---- say ---------------------------------------------------------------------------------- */

/* Those who are in the room and do not ignore the author. */
static size_t listeners(struct machine *machine, size_t count, const struct watch *watch,
                        const char *author)
{
    for (; watch != NULL; watch = watch->next_of_game) {
        const struct account *account = watch->connection->account;
        if (account != NULL && account_ignores(account, author))
            continue;
        recipients_reserve(machine, count + 1)[count] = watch->connection->id;
        count++;
    }
    return count;
}

static void write_line(struct writer *writer, const struct chat_line *line)
{
    writer_key_integer(writer, "seq", line->seq);
    writer_key_string(writer, "by", line->name);
    writer_key_string(writer, "text", line->text);
    writer_key_integer(writer, "at", line->at);
}

static void tell(struct machine *machine, const struct game *game, enum chat_room room,
                 const struct chat_line *line)
{
    size_t count = 0;
    if (may_enter(game, COLOR_BLUE, room))
        count = listeners(machine, count, game->player_watches, line->account);
    if (room == CHAT_SPECTATORS)
        count = listeners(machine, count, game->spectator_watches, line->account);
    if (count == 0)
        return;
    struct writer *writer = event_begin(machine, "chat");
    writer_key_string(writer, "game", game->id);
    writer_key_string(writer, "room", chat_room_text(room));
    write_line(writer, line);
    view_event_end(writer);
    message_send(machine, message_take(machine), machine->recipients, count);
}

static void say(struct machine *machine, struct connection *connection,
                const struct request *request, struct game *game)
{
    struct chat_line *line = calloc(1, sizeof *line);
    if (line == NULL)
        abort();
    line->seq = ++game->chat_seq[request->room];
    line->at = machine->wall_ms;
    strcpy(line->account, connection->account->row.id);
    strcpy(line->name, connection->account->row.name);
    strcpy(line->text, request->text);
    struct store_request *store = store_request_new(machine, STORE_CHAT_ADD);
    strcpy(store->as.chat_add.game, game->id);
    store->as.chat_add.room = request->room;
    store->as.chat_add.line = line;
    store_issue(machine, store);
    struct writer *writer = reply_ok(machine, request);
    writer_object(writer);
    writer_key_integer(writer, "seq", line->seq);
    writer_object_end(writer);
    reply_ok_end(machine, connection);
    tell(machine, game, request->room, line);
}

static void say_in(struct machine *machine, struct connection *connection, struct request *request,
                   struct game *game)
{
    struct account *account = connection->account;
    if (!may_enter(game, game_color_of(game, account), request->room)) {
        refuse_room(machine, connection, request);
        return;
    }
    if (game->archived) {
        reply_error(machine, connection, request, ERROR_NOT_ALLOWED_NOW,
                    "the rooms close some minutes after the end");
        return;
    }
    if (store_busy(machine)) {
        reply_retry(machine, connection, request, ERROR_BUSY, "the server is busy", 1000);
        return;
    }
    int64_t wait_ms = machine->config.open_limits
                          ? 0
                          : bucket_take(&account->chat, &limits_chat, machine->now_ms);
    if (wait_ms > 0)
        reply_retry(machine, connection, request, ERROR_RATE_LIMITED, "too many lines", wait_ms);
    else
        say(machine, connection, request, game);
}

void op_say(struct machine *machine, struct connection *connection, struct request *request)
{
    with_game(machine, connection, request, say_in);
}

/* ---- chat --------------------------------------------------------------------------------- */

static void chat_answered(struct machine *machine, struct connection *connection,
                          struct request *request, const struct read_answer *answer)
{
    struct writer *writer = reply_ok(machine, request);
    writer_object(writer);
    writer_key(writer, "lines");
    writer_array(writer);
    for (int i = 0; i < answer->count; i++) {
        writer_object(writer);
        write_line(writer, &answer->lines[i]);
        writer_object_end(writer);
    }
    writer_array_end(writer);
    if (answer->more)
        writer_key_boolean(writer, "more", true);
    writer_object_end(writer);
    reply_ok_end(machine, connection);
}

static void chat_in(struct machine *machine, struct connection *connection, struct request *request,
                    struct game *game)
{
    if (!may_enter(game, game_color_of(game, connection->account), request->room)) {
        refuse_room(machine, connection, request);
        return;
    }
    struct read_request *read = read_request_new(machine, READ_CHAT);
    strcpy(read->as.chat.game, game->id);
    read->as.chat.room = request->room;
    read->as.chat.from = request->from;
    read->as.chat.limit = LINES_PER_REPLY;
    if (connection->account != NULL)
        strcpy(read->as.chat.reader, connection->account->row.id);
    wait_for_read(machine, connection, request, read, chat_answered);
}

void op_chat(struct machine *machine, struct connection *connection, struct request *request)
{
    with_game(machine, connection, request, chat_in);
}
