#include "tests/unit/verify/games.h"

#include <assert.h>

void game_on_time(struct scribe *scribe)
{
    scribe_init(scribe, 3, BLITZ, true);
    scribe_moves(scribe, "C1 D3 C4 A1");
    scribe_offer(scribe, COLOR_RED, OFFER_TAKEBACK);
    scribe_close(scribe, COLOR_RED, OFFER_TAKEBACK, OFFER_DECLINED);
    scribe_offer(scribe, COLOR_BLUE, OFFER_TAKEBACK);
    scribe_offer(scribe, COLOR_RED, OFFER_ABORT);
    scribe_close(scribe, COLOR_BLUE, OFFER_TAKEBACK, OFFER_ACCEPTED);
    scribe_close(scribe, COLOR_RED, OFFER_ABORT, OFFER_LAPSED);
    scribe_takeback(scribe, 2);
    scribe_moves(scribe, "C4");
    scribe_move(scribe, "A1", 1500, 900);
    scribe_offer(scribe, COLOR_BLUE, OFFER_ABORT);
    scribe_close(scribe, COLOR_BLUE, OFFER_ABORT, OFFER_WITHDRAWN);
    scribe_offer(scribe, COLOR_RED, OFFER_TAKEBACK);
    scribe_close(scribe, COLOR_RED, OFFER_TAKEBACK, OFFER_LAPSED);
    /* RULES: "Worked examples", 4 */
    scribe_moves(scribe, "B4 B1 E5 B1xC1 A2 E4 A2xA1 E3 D2 E3xD2 B1 D4 C4xD3 C1xA1 A3 C1xB1 D5 "
                         "D2xD3 C3 C5 B4xC5 E4 E3 D3xE3 D4 C2 E5xE4 B3 B2 B1xE4 E5xC2 B1xC5 C3xB3 "
                         "B1xC2");
    assert(scribe->v == GAME_ON_TIME_SKIP_V);
    scribe_moves(scribe, "A1xA2");
    scribe_end(scribe, COLOR_RED, REASON_TIME);
    assert(scribe->v == GAME_ON_TIME_END_V);
}

void game_by_chain(struct scribe *scribe)
{
    scribe_init(scribe, 3, BLITZ, false);
    scribe_moves(scribe, "C5 D5 D4 D5xC5 D4xD5xC5");
    scribe_end(scribe, COLOR_BLUE, REASON_CAPTURE);
}
