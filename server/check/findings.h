/* What a check has found: each difference is told once, in one line. */
#pragma once

#include "server/store/survey.h"

struct findings {
    survey_tell *tell;
    void *context; /* of tell */
    int64_t count;
};

void findings_add(struct findings *findings, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The same, as a survey_tell: `context` is the findings. */
void findings_add_line(void *context, const char *line);
