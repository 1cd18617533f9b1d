#include "server/check/findings.h"

#include <stdarg.h>
#include <stdio.h>

#define LINE_SIZE 512

void findings_add(struct findings *findings, const char *format, ...)
{
    char line[LINE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    findings_add_line(findings, line);
}

void findings_add_line(void *context, const char *line)
{
    struct findings *findings = context;
    findings->count++;
    findings->tell(findings->context, line);
}
