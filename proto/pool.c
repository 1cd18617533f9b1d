#include "proto/pool.h"

#include <assert.h>
#include <string.h>

/* By size, then by speed in the order of enum speed. */
static const char *const names[POOL_COUNT] = {
    "3-bullet", "3-blitz", "3-rapid", "3-classical", "3-correspondence",
    "4-bullet", "4-blitz", "4-rapid", "4-classical", "4-correspondence",
};

int pool_of(int size, const struct time_control *control)
{
    assert(board_size_valid(size));
    enum speed speed = time_control_speed(control);
    if (speed == SPEED_NONE)
        return POOL_NONE;
    return (size - BOARD_MIN_SIZE) * SPEED_COUNT + (int)speed;
}

const char *pool_name(int pool)
{
    assert(pool >= POOL_NONE && pool < POOL_COUNT);
    return pool == POOL_NONE ? NULL : names[pool];
}

int pool_parse(const char *name)
{
    for (int pool = 0; pool < POOL_COUNT; pool++) {
        if (strcmp(names[pool], name) == 0)
            return pool;
    }
    return POOL_NONE;
}
