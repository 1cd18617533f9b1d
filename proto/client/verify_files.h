/* `clamber verify`: checks the records in files, or in what comes from a pipe, without a server. */
#pragma once

#include "proto/client/arguments.h"

/* Gives the exit status: 0 where every record of every file is sound and signed. */
int verify_files_run(const struct arguments *arguments);
