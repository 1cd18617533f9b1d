/* Signals as facts to be asked for: a handler only sets a flag and wakes the poll. */
#pragma once

#include <stdbool.h>

/* A program that is asked to end does so within this time by itself; one that is held up, by a
 * terminal that takes no output or by a name that nobody resolves, is ended by the signal. */
#define SIGNALS_PATIENCE_S 15

/* Catches SIGINT, SIGQUIT, SIGTERM and SIGHUP, the last unless it is ignored. Call once. */
void signals_catch_quit(void);

/* Catches what concerns a full screen: SIGWINCH, SIGTSTP and SIGCONT. Gives these back with
 * signals_release_screen. */
void signals_catch_screen(void);
void signals_release_screen(void);

/* What is done last where the signal ends the program: only calls that a signal handler may make,
 * and none that could wait. NULL for nothing. */
void signals_set_last_act(void (*act)(void));

/* A descriptor that becomes readable with a signal; -1 where nothing is caught yet. */
int signals_descriptor(void);

/* Empties the descriptor. */
void signals_drain(void);

/* The signal that asked the program to end, or 0. Stays. */
int signals_quit(void);

/* Waits until a descriptor has something to read or has ended. False once a signal asks the program
 * to end, also one that came before. */
bool signals_wait(int descriptor);

/* Whether it has happened since asked last. */
bool signals_take_resize(void);
bool signals_take_stop(void);
bool signals_take_continue(void);
