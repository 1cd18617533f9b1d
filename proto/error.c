#include "proto/error.h"

#include <assert.h>
#include <stddef.h>

static const char *const texts[] = {
#define ERROR_CODES_TEXT(name, text) [ERROR_##name] = text,
    ERROR_CODES(ERROR_CODES_TEXT)
#undef ERROR_CODES_TEXT
};

const char *error_code_text(enum error_code code)
{
    assert(code > ERROR_NONE && (size_t)code < sizeof texts / sizeof texts[0]);
    return texts[code];
}
