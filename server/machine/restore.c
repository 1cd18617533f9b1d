#include "server/machine/restore.h"

#include "server/machine/accepted.h"
#include "server/machine/account.h"
#include "server/machine/challenge.h"
#include "server/machine/game.h"
#include "server/machine/seek.h"

#include <assert.h>
#include <sodium.h>

static void restore_game(struct machine *machine, const struct game_row *row)
{
    struct game *game = game_from_row(machine, row);
    /* The store checked its own file; a log that breaks the rules was never written by us. */
    assert(game != NULL);
    game_add(machine, game);
    game->turn_stored = true;
    game->applied_ms = game->counted_ms = machine->now_ms;
    game_arm(machine, game);
}

void restore(struct machine *machine, const struct restored *restored)
{
    crypto_sign_seed_keypair(machine->public_key, machine->secret_key, restored->signing_seed);
    if (restored->last_at > machine->wall_ms)
        machine->wall_ms = restored->last_at;
    machine->pairing_at = restored->last_at;
    for (size_t i = 0; i < restored->account_count; i++)
        account_load(machine, &restored->accounts[i]);
    for (size_t i = 0; i < restored->seek_count; i++) {
        struct account *account = account_find(machine, restored->seeks[i].account);
        assert(account != NULL);
        seek_add(machine, account, &restored->seeks[i], true);
    }
    for (size_t i = 0; i < restored->challenge_count; i++)
        challenge_restore(machine, &restored->challenges[i]);
    for (size_t i = 0; i < restored->accepted_count; i++)
        accepted_remember(machine, &restored->accepted[i]);
    for (size_t i = 0; i < restored->game_count; i++)
        restore_game(machine, &restored->games[i]);
}
