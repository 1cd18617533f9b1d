/* Games: the table of those in memory, finding one, changing one, starting and ending. */
#pragma once

#include "server/machine/state.h"

/* ---- game.c: the table ---- */

/* Calls `handler` with the game of request->game, from memory or from the store; answers not_found
 * where there is none. */
void with_game(struct machine *machine, struct connection *connection, struct request *request,
               game_handler *handler);
/* Reads the game of request->game from the store, `bare` without its log, and goes on with the
 * answer; answers not_found at once where that can be no game. */
void game_read(struct machine *machine, struct connection *connection, struct request *request,
               bool bare,
               void (*answered)(struct machine *, struct connection *, struct request *,
                                const struct read_answer *));
void game_not_found(struct machine *machine, struct connection *connection,
                    const struct request *request);

/* NULL where it is not in memory. */
struct game *game_find(struct machine *machine, const char *id);
/* A game of a row with its log, in no table yet. NULL where the log is damaged. */
struct game *game_from_row(struct machine *machine, const struct game_row *row);
/* Puts it into the table and, while unfinished, into its players' lists. */
void game_add(struct machine *machine, struct game *game);
/* Takes it out of memory: watches end, and it is freed. */
void game_remove(struct machine *machine, struct game *game);
void game_free(struct machine *machine, struct game *game);
/* Whether there is room for one more, making it by letting the oldest finished one go. */
bool game_room(struct machine *machine);
/* Takes it off its players' lists of unfinished games, once it has ended. */
void game_leave_accounts(struct machine *machine, struct game *game);

/* The color of an account in it, or -1. Works for games of the store, too. */
int game_color_of(const struct game *game, const struct account *account);
bool game_over(const struct game *game);

/* ---- game_start.c ---- */

/* Whether the connection's account could begin a game now; answered where not. Makes room, for
 * which a finished game may have to go from memory. */
bool game_may_begin(struct machine *machine, struct connection *connection,
                    const struct request *request);

/* The colour of who takes what somebody offered: as wanted by either, or drawn. */
enum color start_color(struct machine *machine, enum wanted_color mine, enum wanted_color theirs);

/* Starts a game between two accounts: game_prepare begins and stores it, game_announce tells both
 * and watches it for all their connections. The reply of whoever caused it comes in between. */
struct start_terms {
    int size;
    struct time_control time;
    bool rated;
    struct account *accounts[2]; /* by enum color */
    char seek[ID_SIZE];          /* that it comes of and that goes with it, or "" */
    char challenge[ID_SIZE];     /* likewise */
    struct account *accepter;    /* of the seek or challenge; NULL where there is neither */
};
struct game *game_prepare(struct machine *machine, const struct start_terms *terms);
void game_announce(struct machine *machine, struct game *game);

/* ---- game_end.c: changes and the end ---- */

/* Entries being added to a game's log: first all, then they are stored and told. */
struct game_change {
    struct game *game;
    struct store_request *request;
    struct message *messages[STORE_LOG_ENTRIES_MAX];
    int count;
    bool turned; /* a turn was made or taken back: the clocks go on from when it is on disk */
};

void change_begin(struct machine *machine, struct game_change *change, struct game *game);
/* Appends the entry: v and at are set here. */
void change_add(struct machine *machine, struct game_change *change, struct log_item *item);
/* Closes every open offer: a turn and the end lapse them. */
void change_lapse_offers(struct machine *machine, struct game_change *change);
/* Appends the end, with clocks as they are after spent_ms of the running one, and the ratings. */
void change_end(struct machine *machine, struct game_change *change, int winner,
                enum reason reason);
/* Issues the store request. */
void change_store(struct machine *machine, struct game_change *change);
/* Tells the events to all who watch; behind the end, guests who have left are deleted. */
void change_tell(struct machine *machine, struct game_change *change);

/* Ends the game on a player's wish: the reply is {"v"} of the end, before the event. */
void game_end_by(struct machine *machine, struct connection *connection,
                 const struct request *request, struct game *game, int winner, enum reason reason);

/* Begins, ends, stores and tells in one: flags and aborted games. */
void game_end(struct machine *machine, struct game *game, int winner, enum reason reason);

/* ---- play.c: time ---- */

/* A turn of this game is on disk: the clock of the side to move starts. */
void game_stored(struct machine *machine, struct game *game, uint64_t number);
/* The color of the player who asks, where it is a player's game in play; else -1, answered. */
int game_player_asking(struct machine *machine, struct connection *connection,
                       const struct request *request, const struct game *game);

/* What the running clock has used since it started; 0 where none runs. */
int64_t game_spent(const struct machine *machine, const struct game *game);
/* Arms the deadline that the state of the game calls for. */
void game_arm(struct machine *machine, struct game *game);
/* That deadline is due. */
void game_due(struct machine *machine, struct game *game);
