#include "proto/bot/search.h"

#include <assert.h>
#include <string.h>

#include "proto/bot/hash.h"

/* Nodes from one look at the time to the next: about a millisecond. */
#define ASK_EVERY 2000
/* Nodes are candidates valued; far fewer are looked at themselves, and remembered. */
#define NODES_PER_ENTRY 4

/* A position being looked at. */
struct node {
    struct position position;
    uint64_t hash;
    int ply; /* from the root */
};

static int32_t search_node(struct search *search, const struct node *node, int depth, int32_t alpha,
                           int32_t beta);

static bool must_stop(struct search *search)
{
    const struct search_limits *limits = search->limits;
    if (search->nodes >= limits->nodes)
        search->stopped = true;
    if (limits->stop != NULL && search->nodes - search->asked_at >= ASK_EVERY) {
        search->asked_at = search->nodes;
        search->stopped |= limits->stop(limits->context);
    }
    return search->stopped;
}

static struct candidates open_list(struct search *search, int room)
{
    int left = SEARCH_POOL - search->used;
    return (struct candidates){.items = &search->pool[search->used],
                               .room = room < left ? room : left};
}

/* Counts a list that was filled, and keeps it until search->used is set back. */
static void keep_list(struct search *search, const struct candidates *list)
{
    search->used += list->count;
    search->nodes += (uint64_t)list->count + 1;
}

/* Brings to place `at` the best of those from there on, or the one that is known to be `first`. */
static void bring_best(struct candidates *list, int at, const uint32_t *first)
{
    int best = at;
    for (int i = at; i < list->count; i++) {
        if (first != NULL && (uint32_t)list->items[i].hash == *first) {
            best = i;
            break;
        }
        if (list->items[i].value > list->items[best].value)
            best = i;
    }
    struct candidate moved = list->items[at];
    list->items[at] = list->items[best];
    list->items[best] = moved;
}

static struct node after(const struct node *node, const struct candidate *candidate)
{
    struct node next = {.position = node->position, .hash = candidate->hash, .ply = node->ply + 1};
    candidates_play(&next.position, &candidate->turn);
    return next;
}

/* The value for the side to move, which may stand on `value` or capture. */
static int32_t search_quiet(struct search *search, const struct node *node, int plies,
                            int32_t value, int32_t alpha, int32_t beta)
{
    if (value >= beta || plies == 0 || must_stop(search))
        return value;
    struct candidates list = open_list(search, SEARCH_QUIET_ROOM);
    candidates_list_captures(&list, &node->position, node->hash, &search->evaluator);
    if (list.wins)
        return SEARCH_WON - (node->ply + 1);
    int used = search->used;
    keep_list(search, &list);
    for (int i = 0; i < list.count; i++) {
        bring_best(&list, i, NULL);
        const struct candidate *candidate = &list.items[i];
        if (candidate->value <= value || candidate->value <= alpha)
            break;
        alpha = value > alpha ? value : alpha;
        struct node next = after(node, candidate);
        int32_t found = -search_quiet(search, &next, plies - 1, -candidate->value, -beta, -alpha);
        value = found > value ? found : value;
        if (value >= beta)
            break;
    }
    search->used = used;
    return value;
}

/* The value of a candidate for the side that would make it. */
static int32_t search_after(struct search *search, const struct node *node,
                            const struct candidate *candidate, int depth, int32_t alpha,
                            int32_t beta)
{
    struct node next = after(node, candidate);
    if (depth <= 0 || next.ply >= SEARCH_MAX_PLY)
        return -search_quiet(search, &next, SEARCH_QUIET_PLIES, -candidate->value, -beta, -alpha);
    return -search_node(search, &next, depth, -beta, -alpha);
}

/* The same for the candidate at `index`, best first. All but the first are expected to be worse
 * than alpha: that is cheaper to show, for late ones less deep; what turns out better is looked at
 * again in full. */
static int32_t search_candidate(struct search *search, const struct node *node,
                                const struct candidate *candidate, int index, int depth,
                                int32_t alpha, int32_t beta)
{
    if (index == 0)
        return search_after(search, node, candidate, depth - 1, alpha, beta);
    int reduced = depth < 3 || index < 4 ? 0 : index < 16 ? 1 : 2;
    int32_t value = search_after(search, node, candidate, depth - 1 - reduced, alpha, alpha + 1);
    if (value > alpha && reduced > 0)
        value = search_after(search, node, candidate, depth - 1, alpha, alpha + 1);
    if (value > alpha && value < beta)
        value = search_after(search, node, candidate, depth - 1, alpha, beta);
    return value;
}

/* A decided value counts plies from the root, but is remembered as counted from its own node. */
static int32_t from_root(int32_t value, int ply)
{
    if (value > SEARCH_DECIDED)
        return value - ply;
    return value < -SEARCH_DECIDED ? value + ply : value;
}

static bool settles(const struct memo_entry *known, int ply, int depth, int32_t alpha, int32_t beta)
{
    int32_t value = from_root(known->value, ply);
    if (known->depth < depth)
        return false;
    return known->bound == MEMO_EXACT || (known->bound == MEMO_AT_LEAST && value >= beta) ||
           (known->bound == MEMO_AT_MOST && value <= alpha);
}

static void remember(struct search *search, const struct node *node, int depth, int32_t value,
                     enum memo_bound bound, uint32_t best)
{
    struct memo_entry entry = {
        .best = best,
        .value = (int16_t)from_root(value, -node->ply),
        .depth = (uint8_t)depth,
        .bound = (uint8_t)bound,
    };
    memo_store(&search->memo, node->hash, &entry);
}

/* Looks at all turns in `list`; `first` is the hash of the one to begin with, or NULL. */
static int32_t search_list(struct search *search, const struct node *node, struct candidates *list,
                           const uint32_t *first, int depth, int32_t alpha, int32_t beta)
{
    int32_t low = alpha;
    int32_t best = -SEARCH_WON;
    uint32_t best_hash = 0;
    for (int i = 0; i < list->count && best < beta; i++) {
        bring_best(list, i, i == 0 ? first : NULL);
        int32_t value = search_candidate(search, node, &list->items[i], i, depth, low, beta);
        if (search->stopped)
            return 0;
        if (value > best) {
            best = value;
            best_hash = (uint32_t)list->items[i].hash;
        }
        low = best > low ? best : low;
    }
    enum memo_bound bound = best >= beta ? MEMO_AT_LEAST : best > alpha ? MEMO_EXACT : MEMO_AT_MOST;
    remember(search, node, depth, best, bound, best_hash);
    return best;
}

/* The value for the side to move, looking `depth` >= 1 plies ahead: exact between alpha and beta,
 * otherwise on the right side of them. Without meaning once the search has stopped. */
static int32_t search_node(struct search *search, const struct node *node, int depth, int32_t alpha,
                           int32_t beta)
{
    if (must_stop(search))
        return 0;
    const struct memo_entry *known = memo_find(&search->memo, node->hash);
    if (known != NULL && settles(known, node->ply, depth, alpha, beta))
        return from_root(known->value, node->ply);
    uint32_t first = known != NULL ? known->best : 0;

    struct candidates list = open_list(search, SEARCH_ROOM);
    candidates_list(&list, &node->position, node->hash, &search->evaluator);
    if (list.wins)
        return SEARCH_WON - (node->ply + 1);
    if (list.count == 0) { /* skipped; the other side is not, so this ends */
        struct node next = {
            .position = node->position, .hash = node->hash ^ HASH_SIDE, .ply = node->ply};
        next.position.to_move = (uint8_t)color_other(next.position.to_move);
        return -search_node(search, &next, depth, -beta, -alpha);
    }
    int used = search->used;
    keep_list(search, &list);
    int32_t value =
        search_list(search, node, &list, known != NULL ? &first : NULL, depth, alpha, beta);
    search->used = used;
    return value;
}

/* One iteration at the root. The best so far is kept at the front of the list. */
static void search_root(struct search *search, const struct node *root, struct candidates *list,
                        int depth, struct search_result *result)
{
    int32_t best = -SEARCH_WON;
    for (int i = 0; i < list->count; i++) {
        struct candidate candidate = list->items[i];
        int32_t value = search_candidate(search, root, &candidate, i, depth, best, SEARCH_WON);
        if (search->stopped)
            return;
        if (value > best) {
            best = value;
            memmove(&list->items[1], &list->items[0], (size_t)i * sizeof candidate);
            list->items[0] = candidate;
            result->turn = candidate.turn;
            result->value = value;
        }
    }
    result->depth = depth;
}

struct search_result search_run(struct search *search, const struct position *position,
                                const struct search_limits *limits)
{
    assert(limits->depth >= 1);
    struct node root = {.position = *position, .hash = hash_position(position)};
    search->limits = limits;
    search->nodes = search->asked_at = 0;
    search->stopped = false;
    search->used = 0;
    memo_clear(&search->memo, limits->nodes / NODES_PER_ENTRY);

    struct candidates list = open_list(search, SEARCH_ROOT_ROOM);
    candidates_list(&list, position, root.hash, &search->evaluator);
    assert(list.count > 0);
    keep_list(search, &list);
    for (int i = 0; i < list.count; i++)
        bring_best(&list, i, NULL);
    struct search_result result = {.turn = list.items[0].turn, .value = list.items[0].value};
    if (list.wins)
        result.value = SEARCH_WON - 1;
    bool open = !list.wins && list.count > 1;
    for (int depth = 1; depth <= limits->depth && open && !search->stopped; depth++) {
        search_root(search, &root, &list, depth, &result);
        open = result.value < SEARCH_DECIDED && result.value > -SEARCH_DECIDED;
    }
    result.nodes = search->nodes;
    return result;
}
