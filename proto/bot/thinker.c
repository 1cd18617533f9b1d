#include "proto/bot/thinker.h"

#include <assert.h>

#include "proto/bot/search.h"

struct thinker {
    struct search search;
};

/* What makes a level weaker is how far it looks and how well it judges. Each beats the one below in
 * more than four games of five, so that there is a level for everybody; tests/match counts. */
struct level {
    int depth;
    uint64_t nodes;
    int32_t noise; /* in values: see evaluate.h */
};

static const struct level levels[] = {
    {.depth = 1, .nodes = 100, .noise = 400},
    {.depth = 1, .nodes = 400, .noise = 200},
    {.depth = 2, .nodes = 1500, .noise = 80},
    {.depth = 6, .nodes = 5000, .noise = 25},
    {.depth = SEARCH_MAX_PLY, .nodes = 32000, .noise = 5},
};

struct thinker *thinker_init(void *memory, size_t bytes)
{
    assert(bytes >= THINKER_MEMORY / 4 * 3);
    struct thinker *thinker = memory;
    memo_init(&thinker->search.memo, thinker + 1, bytes - sizeof *thinker);
    return thinker;
}

static bool time_is_up(void *context)
{
    const struct thinker_question *question = context;
    return question->now_ms(question->context) >= question->until_ms;
}

struct thinker_answer thinker_choose(struct thinker *thinker,
                                     const struct thinker_question *question)
{
    assert(question->level >= THINKER_MIN_LEVEL && question->level <= THINKER_MAX_LEVEL);
    const struct level *level = &levels[question->level - THINKER_MIN_LEVEL];
    struct thinker_question asked = *question;
    struct search_limits limits = {
        .depth = level->depth,
        .nodes = level->nodes,
        .stop = question->now_ms != NULL ? time_is_up : NULL,
        .context = &asked,
    };
    thinker->search.evaluator = (struct evaluator){.noise = level->noise, .seed = question->seed};
    struct search_result found = search_run(&thinker->search, question->position, &limits);
    return (struct thinker_answer){
        .turn = found.turn,
        .value = found.value,
        .depth = found.depth,
        .nodes = found.nodes,
        .decided = found.value > SEARCH_DECIDED || found.value < -SEARCH_DECIDED,
    };
}
