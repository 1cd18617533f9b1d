/* clamber password: gives an account a new password, which signs it out everywhere but here. */
#pragma once

#include "proto/client/arguments.h"

/* Gives the exit status. */
int change_password_run(const struct arguments *arguments);
