/* What the server says while it runs: one line each on standard error, with time and level.
 * Called on the loop's thread only. Never blocks: where nobody reads standard error, lines are
 * dropped and counted. */
#pragma once

enum log_level { LOG_LEVEL_INFO, LOG_LEVEL_WARNING, LOG_LEVEL_ERROR };

/* "2026-01-31T12:00:00.000Z warning: …". The text carries no line end; one too long is cut. */
void log_line(enum log_level level, const char *format, ...) __attribute__((format(printf, 2, 3)));
