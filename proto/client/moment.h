/* What time it is. The only place of the client that asks. */
#pragma once

#include <stdint.h>

/* A clock that never goes back, with no meaning beyond this process. */
int64_t moment_now_ms(void);

/* Unix time. */
int64_t moment_wall_ms(void);

/* A number that differs from process to process, for jitter; not for secrets. */
uint32_t moment_chance(void);
