/* What the process needs from the system before it serves. Called once by main. */
#pragma once

#include <stdint.h>

/* Ignores SIGPIPE, keeps files private, and raises the limit of open files as far as it may.
 * Returns how many of `wanted` connections there is room for, at least 1. */
uint32_t process_prepare(uint32_t wanted);
