#include "server/machine/presence.h"

#include "server/machine/account.h"
#include "server/machine/away.h"
#include "server/machine/connection.h"
#include "server/machine/watch.h"

void presence_view(struct machine *machine, const struct game *game, struct presence_view *view)
{
    for (int color = 0; color < 2; color++) {
        const struct account *account = account_find(machine, game->players[color].account);
        view->connected[color] = account != NULL && account->connection_count > 0;
    }
    view->spectators = (int)game->spectator_count;
}

void presence_tell(struct machine *machine, struct game *game)
{
    deadlines_drop(&machine->deadlines, &game->presence);
    if (game->player_watches == NULL && game->spectator_watches == NULL)
        return;
    struct presence_view view;
    presence_view(machine, game, &view);
    struct writer *writer = event_begin(machine, "presence");
    writer_key_string(writer, "game", game->id);
    writer_key_boolean(writer, "blue", view.connected[COLOR_BLUE]);
    writer_key_boolean(writer, "red", view.connected[COLOR_RED]);
    writer_key_integer(writer, "spectators", view.spectators);
    view_event_end(writer);
    watch_send(machine, game, message_take(machine));
}

void presence_tell_soon(struct machine *machine, struct game *game)
{
    if (!deadline_armed(&game->presence))
        deadlines_arm(&machine->deadlines, &game->presence, machine->now_ms + PRESENCE_PAUSE_MS);
}

void presence_changed(struct machine *machine, struct account *account)
{
    for (struct game *game = account->games; game != NULL;
         game = game->next_of_account[game->accounts[COLOR_RED] == account]) {
        presence_tell(machine, game);
        away_tell(machine, game);
    }
}
