/* What core/ takes of string.h, for WebAssembly without a C library: string.c has it. Found before
 * the system's by the build of referee.wasm alone. */
#pragma once

#include <stddef.h>

void *memcpy(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
int memcmp(const void *a, const void *b, size_t size);
size_t strlen(const char *text);
char *strcpy(char *to, const char *from);
