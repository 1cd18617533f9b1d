/* What a fuzz target gives: the entry point that libFuzzer calls, and seeds for the standalone
 * driver, which mutates them where there is no libFuzzer. What must hold is asserted. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Takes one input. Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Inputs to begin from, the last followed by NULL. */
extern const char *const fuzz_seeds[];
