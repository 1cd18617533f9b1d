/* Who plays: takes up the sign-in kept from last time, or registers, logs in or plays as a guest as
 * the options or the person say, and keeps the token for next time. Before any screen is opened. */
#pragma once

#include "proto/client/app.h"

/* Connects and signs in. Gives 0, or an exit status after saying what is wrong. */
int sign_in(struct app *app);
