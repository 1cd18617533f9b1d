#include "proto/verify/finding.h"

#include <stdarg.h>
#include <stdio.h>

/* A record comes from anywhere, and its texts must not reach a terminal as they are. */
static void make_printable(char *text)
{
    for (; *text != '\0'; text++) {
        if (*text < ' ' || *text > '~')
            *text = '?';
    }
}

bool finding_set(struct finding *finding, int64_t v, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(finding->what, sizeof finding->what, format, arguments);
    va_end(arguments);
    make_printable(finding->what);
    finding->v = v;
    return false;
}
