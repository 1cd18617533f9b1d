/* The configuration file (libconfig) -> options. Called by the options while they are read. */
#pragma once

#include "server/io/options.h"

/* Sets what the file sets. False with one plain line in `error`, which names file and line: what
 * cannot be read, an unknown setting, a wrong type, a bad value. */
bool config_file_read(struct options *options, const char *path, char error[OPTIONS_ERROR_SIZE]);
