/* Plays a match between two levels of the bot, and says whether the first won as often as it
 * should.
 *
 *   match SIZE GAMES UPPER LOWER LEAST [SEED]
 *
 * LOWER 0 is a random mover. Colours alternate, and the seeds of the levels make every game
 * another. The same arguments play the same games everywhere: the levels are limited by nodes, and
 * nothing here asks the time. A game that is not over after PLY_LIMIT turns counts as not won. */
#include <stdio.h>
#include <stdlib.h>

#include "proto/bot/thinker.h"
#include "tests/support/random_play.h"

#define PLY_LIMIT 1000

struct side {
    int level; /* 0 for a random mover */
    uint64_t seed;
    struct random random;
};

struct match {
    struct thinker *thinker;
    int size, games, least;
    struct side sides[2]; /* the upper level, and the lower */
    int won[2], open;
    long plies;
    int longest;
};

static struct turn choose(struct match *match, int side, const struct position *position)
{
    struct side *player = &match->sides[side];
    if (player->level == 0)
        return random_turn(&player->random, position);
    struct thinker_question question = {
        .position = position, .level = player->level, .seed = player->seed};
    return thinker_choose(match->thinker, &question).turn;
}

static void play_game(struct match *match, int blue)
{
    struct position position;
    enum outcome outcome = OUTCOME_GOES_ON;
    int ply = 0;
    position_init(&position, match->size);
    while (outcome != OUTCOME_WON && ply < PLY_LIMIT) {
        if (outcome == OUTCOME_SKIP) {
            referee_skip(&position);
            outcome = OUTCOME_GOES_ON;
        } else {
            int side = position.to_move == COLOR_BLUE ? blue : 1 - blue;
            struct turn turn = choose(match, side, &position);
            if (referee_apply(&position, &turn, &outcome) != REFUSAL_NONE)
                abort();
            if (outcome == OUTCOME_WON)
                match->won[side]++;
        }
        ply++;
    }
    match->open += outcome != OUTCOME_WON;
    match->plies += ply;
    match->longest = ply > match->longest ? ply : match->longest;
}

static void play_match(struct match *match, uint64_t seed)
{
    struct random seeds = {.state = seed};
    for (int game = 0; game < match->games; game++) {
        for (int side = 0; side < 2; side++) {
            match->sides[side].seed = random_next(&seeds);
            match->sides[side].random.state = match->sides[side].seed;
        }
        play_game(match, game % 2);
    }
}

static void say_level(int level)
{
    if (level == 0)
        printf("a random mover");
    else
        printf("level %d", level);
}

static void report(const struct match *match)
{
    say_level(match->sides[0].level);
    printf(" against ");
    say_level(match->sides[1].level);
    printf(", size %d: won %d, lost %d, unfinished %d of %d games; %ld turns a game, at most %d\n",
           match->size, match->won[0], match->won[1], match->open, match->games,
           match->plies / match->games, match->longest);
}

int main(int argc, char **argv)
{
    if (argc < 6 || argc > 7) {
        fprintf(stderr, "usage: match SIZE GAMES UPPER LOWER LEAST [SEED]\n");
        return 2;
    }
    struct match match = {.size = atoi(argv[1]), .games = atoi(argv[2]), .least = atoi(argv[5])};
    match.sides[0].level = atoi(argv[3]);
    match.sides[1].level = atoi(argv[4]);
    if (!board_size_valid(match.size) || match.games < 1) {
        fprintf(stderr, "match: there is no such board, or no game\n");
        return 2;
    }
    void *memory = malloc(THINKER_MEMORY);
    if (memory == NULL)
        return 2;
    match.thinker = thinker_init(memory, THINKER_MEMORY);
    play_match(&match, argc == 7 ? strtoull(argv[6], NULL, 10) : 1);
    report(&match);
    free(memory);
    return match.won[0] >= match.least ? 0 : 1;
}
