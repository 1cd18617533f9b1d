/* The words by which the database knows what C has as enums. They are on disk for ever: an enum may
 * be put in another order, a word never changes its meaning. (Pools have theirs in proto/pool.h.)
 */
#pragma once

#include "server/machine/storage.h"

enum code_set {
    CODE_ACCOUNT_KIND, /* enum account_kind */
    CODE_STATUS,       /* enum game_status */
    CODE_REASON,       /* enum reason; REASON_NONE is NULL */
    CODE_COLOR,        /* enum color; -1 is NULL */
    CODE_WANTED_COLOR, /* enum wanted_color */
    CODE_RESULT,       /* enum wanted_result; RESULT_ANY is NULL */
    CODE_STREAM,       /* enum stream_kind */
    CODE_CHAT_ROOM,    /* enum chat_room */
    CODE_SET_COUNT
};

/* NULL for the value that is NULL in the database. */
const char *code_text(enum code_set set, int value);

/* The value of a word, or of NULL. False where the set has no such value. */
bool code_read(enum code_set set, const char *text, int *value);
