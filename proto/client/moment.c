#include "proto/client/moment.h"

#include <time.h>
#include <unistd.h>

static int64_t read_ms(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t moment_now_ms(void)
{
    return read_ms(CLOCK_MONOTONIC);
}

int64_t moment_wall_ms(void)
{
    return read_ms(CLOCK_REALTIME);
}

uint32_t moment_chance(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (uint32_t)now.tv_nsec * 2654435761U ^ (uint32_t)getpid() * 40503U;
}
