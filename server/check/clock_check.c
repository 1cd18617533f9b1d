#include "server/check/clock_check.h"

#include <assert.h>
#include <stdlib.h>

static void remember(struct clock_check *check, int64_t ply, const int64_t left_ms[2])
{
    size_t place = (size_t)ply;
    if (place >= check->capacity) {
        check->capacity = check->capacity == 0 ? 256 : check->capacity * 2;
        check->left_ms = reallocarray(check->left_ms, check->capacity, sizeof *check->left_ms);
        if (check->left_ms == NULL)
            abort();
    }
    assert(place < check->capacity); /* turns come one by one */
    check->left_ms[place][COLOR_BLUE] = left_ms[COLOR_BLUE];
    check->left_ms[place][COLOR_RED] = left_ms[COLOR_RED];
}

void clock_check_init(struct clock_check *check, struct findings *findings,
                      const struct replay *replay)
{
    *check = (struct clock_check){.findings = findings};
    remember(check, 0, replay->clock.left_ms);
}

void clock_check_deinit(struct clock_check *check)
{
    free(check->left_ms);
}

static void add(struct clock_check *check, const struct replay *replay, enum color color,
                int64_t said_ms, int64_t right_ms)
{
    findings_add(check->findings,
                 "game %s, entry %lld: %s's clock says %lld ms, and should say %lld", replay->game,
                 (long long)replay->item.v, color_name(color), (long long)said_ms,
                 (long long)right_ms);
}

static void check_move(struct clock_check *check, const struct replay *replay,
                       const struct game_clock *before, enum color by)
{
    const struct log_item *item = &replay->item;
    struct game_clock clock = *before;
    if (!game_clock_turn(&clock, by, item->spent_ms, item->lag_ms))
        findings_add(check->findings, "game %s, entry %lld: %s moved after the flag had fallen",
                     replay->game, (long long)item->v, color_name(by));
    else if (clock.left_ms[by] != item->left_ms)
        add(check, replay, by, item->left_ms, clock.left_ms[by]);
}

static void check_takeback(struct clock_check *check, const struct replay *replay)
{
    const int64_t *right_ms = check->left_ms[replay->ply];
    for (int color = 0; color < 2; color++) {
        if (replay->item.clock_ms[color] != right_ms[color])
            add(check, replay, (enum color)color, replay->item.clock_ms[color], right_ms[color]);
    }
}

/* The clock that ran may have lost time since the last turn. A game that was won had none. */
static void check_end(struct clock_check *check, const struct replay *replay,
                      const struct game_clock *before, enum color to_move)
{
    bool runs = game_clock_runs(before) && !replay->won;
    for (int color = 0; color < 2; color++) {
        int64_t said_ms = replay->item.clock_ms[color], left_ms = before->left_ms[color];
        bool ran = runs && color == (int)to_move;
        if (ran ? said_ms > left_ms : said_ms != left_ms)
            add(check, replay, (enum color)color, said_ms, left_ms);
    }
}

void clock_check_entry(struct clock_check *check, const struct replay *replay,
                       const struct game_clock *before, enum color to_move)
{
    switch (replay->item.kind) {
    case STREAM_MOVE:
        check_move(check, replay, before, to_move);
        break;
    case STREAM_TAKEBACK:
        check_takeback(check, replay);
        break;
    case STREAM_END:
        check_end(check, replay, before, to_move);
        break;
    case STREAM_START:
    case STREAM_SKIP:
    case STREAM_OFFER:
    case STREAM_OFFER_CLOSED:
        break;
    }
    if (replay->item.kind == STREAM_MOVE || replay->item.kind == STREAM_SKIP)
        remember(check, replay->ply, replay->clock.left_ms);
}
