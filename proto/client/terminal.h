/* The terminal as a full screen: takes it over, shows canvases on it, and gives it back as it was,
 * whatever happens. One a process. */
#pragma once

#include "proto/client/canvas.h"

struct terminal {
    bool open;
    bool colored;
    struct canvas shown; /* what stands on the screen; width 0 where that is not known */
};

void terminal_init(struct terminal *terminal, bool colored);

/* Switches to the alternate screen and to single keys. False with errno where it cannot be. */
bool terminal_open(struct terminal *terminal);

/* Restores everything; nothing where it is not open. */
void terminal_close(struct terminal *terminal);

/* Gives the terminal back, stops this process as Ctrl-Z does, and takes it over again after. */
void terminal_suspend(struct terminal *terminal);

/* Takes it over once more after a stop that could not be expected (SIGSTOP), in which the shell has
 * set it as it likes. Nothing where it is not open. */
void terminal_retake(struct terminal *terminal);

/* Size in characters, 80 x 24 where the terminal does not tell. */
void terminal_size(int *width, int *height);

/* Makes the screen look like the canvas, writing only lines that differ, and puts the cursor at
 * x, y. */
void terminal_show(struct terminal *terminal, const struct canvas *canvas, int x, int y);

/* Forgets what stands on the screen, so that all of it is drawn again. */
void terminal_forget(struct terminal *terminal);
