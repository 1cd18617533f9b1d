/* What the files of the survey share; nobody else includes it. */
#pragma once

#include "server/store/database.h"
#include "server/store/folder.h"
#include "server/store/survey.h"

struct survey {
    struct folder folder; /* holds the lock */
    struct database database;
    struct database scratch; /* openings counted anew, in a table as the database has it */
    const char *error;       /* of whichever of the two failed last */
};
