#include "server/machine/show.h"

#include "server/machine/game.h"
#include "server/machine/presence.h"

#include <string.h>

static struct player_view player_view_of(const struct game_player *player)
{
    return (struct player_view){
        .name = player->name, .kind = player->kind, .rating = player->rating};
}

void show_summary(const struct game *game, struct game_view *view)
{
    *view = (struct game_view){
        .id = game->id,
        .size = game->replay.position.size,
        .rated = game->rated,
        .time = &game->time,
        .status = game->status,
        .players = {player_view_of(&game->players[0]), player_view_of(&game->players[1])},
        .ply = (int)game->replay.ply,
        .result = {.winner = game->winner, .reason = game->reason},
        .started_at = game->started_at,
        .ended_at = game->ended_at,
    };
}

void show_row(const struct game_row *row, struct game_view *view)
{
    *view = (struct game_view){
        .id = row->id,
        .size = row->size,
        .rated = row->rated,
        .time = &row->time,
        .status = row->status,
        .players = {player_view_of(&row->players[0]), player_view_of(&row->players[1])},
        .ply = row->ply,
        .result = {.winner = row->winner, .reason = row->reason},
        .started_at = row->started_at,
        .ended_at = row->ended_at,
    };
}

void show_clock(const struct machine *machine, const struct game *game, struct clock_view *view)
{
    replay_clock(&game->replay, view);
    if (view->running < 0)
        return;
    view->left_ms[view->running] =
        game_clock_left(&game->replay.clock, (enum color)view->running, game_spent(machine, game));
    view->at = machine->wall_ms;
}

void show_snapshot(struct machine *machine, struct game *game, struct game_view *view)
{
    show_summary(game, view);
    writer_clear(&machine->moves);
    replay_moves(&machine->moves, game->replay.position.size, &game->log);
    writer_raw(&machine->moves, "", 1);
    position_format(&game->replay.position, game->replay.position_text);
    view->v = game->log.v;
    view->moves = machine->moves.bytes;
    view->position = game->replay.position_text;
    view->to_move = game_over(game) ? -1 : game->replay.position.to_move;
    memcpy(view->offers, game->replay.offers, sizeof view->offers);
    show_clock(machine, game, &view->clock);
    presence_view(machine, game, &view->presence);
}
