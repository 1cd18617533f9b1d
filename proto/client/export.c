#include "proto/client/export.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "proto/client/app.h"
#include "proto/client/ask.h"
#include "proto/client/moment.h"
#include "proto/client/query.h"
#include "proto/client/record_feed.h"

#define PROGRESS_EVERY_MS 200
/* What a file is called until all is in it. */
#define PART_SUFFIX ".part"

struct export
{
    struct app app;
    struct record_feed feed;
    FILE *out;
    char part[PATH_MAX]; /* "" for standard output */
    long count;
    bool progress; /* somebody looks on */
    int64_t shown_at_ms;
};

static int export_all(struct export *export);
static bool open_output(struct export *export);
static bool close_output(struct export *export);
static bool take_next(struct export *export);
static bool write_record(struct export *export, const json_t *record);
static void show_progress(struct export *export, bool last);
static void complain(struct export *export, const char *why);

int export_run(const struct arguments *arguments)
{
    struct export export = {.progress = isatty(STDERR_FILENO) == 1};
    app_init(&export.app, arguments);
    record_feed_init(&export.feed, &export.app.session, query_request(arguments));
    int status = export_all(&export);
    record_feed_deinit(&export.feed);
    app_deinit(&export.app);
    return status;
}

static int export_all(struct export *export)
{
    bool whole = true;
    if (!app_connect(&export->app, NULL))
        return app_fail_to_connect(&export->app);
    if (!open_output(export))
        return 1;
    while (whole && !record_feed_done(&export->feed)) {
        const json_t *record = record_feed_next(&export->feed);
        whole = record != NULL ? write_record(export, record) : take_next(export);
    }
    show_progress(export, true);
    if (whole)
        return close_output(export) ? 0 : 1;
    fflush(export->out);
    complain(export, export->feed.why);
    return 1;
}

/* A file has its name only once it is whole, so that nobody takes half of an export for all. */
static bool open_output(struct export *export)
{
    const char *name = export->app.arguments->output;
    export->out = stdout;
    if (name == NULL)
        return true;
    int length = snprintf(export->part, sizeof export->part, "%s" PART_SUFFIX, name);
    if (length >= (int)sizeof export->part)
        errno = ENAMETOOLONG;
    else
        export->out = fopen(export->part, "w");
    if (length < (int)sizeof export->part && export->out != NULL)
        return true;
    app_fail(&export->app, "%s: %s", name, strerror(errno));
    return false;
}

static bool close_output(struct export *export)
{
    const char *name = export->app.arguments->output;
    bool written = fflush(export->out) == 0 && !ferror(export->out);
    if (name != NULL)
        written = fclose(export->out) == 0 && written && rename(export->part, name) == 0;
    if (!written)
        complain(export, strerror(errno));
    return written;
}

/* Waits for what comes next and takes it, unless nothing does. False with feed.why where that is
 * the end of it. */
static bool take_next(struct export *export)
{
    struct session *session = &export->app.session;
    struct happening happening;
    if (record_feed_done(&export->feed))
        return true;
    int64_t now_ms = moment_now_ms();
    int64_t hold_until_ms = record_feed_ask(&export->feed, now_ms);
    bool holding = hold_until_ms != INT64_MAX;
    if (!ask_next(session, holding ? hold_until_ms : now_ms + ASK_PATIENCE_MS, &happening)) {
        if (holding && moment_now_ms() >= hold_until_ms)
            return true;
        snprintf(export->feed.why, sizeof export->feed.why, "%s", session->why);
        return false;
    }
    return record_feed_take(&export->feed, &happening, moment_now_ms()) == RECORD_FEED_GOES_ON;
}

static bool write_record(struct export *export, const json_t *record)
{
    if (json_dumpf(record, export->out, JSON_COMPACT) != 0 || fputc('\n', export->out) == EOF) {
        snprintf(export->feed.why, sizeof export->feed.why, "it cannot be written: %s",
                 strerror(errno));
        return false;
    }
    export->count++;
    show_progress(export, false);
    return true;
}

static void show_progress(struct export *export, bool last)
{
    int64_t now_ms = moment_now_ms();
    if (!export->progress || (!last && now_ms < export->shown_at_ms + PROGRESS_EVERY_MS))
        return;
    export->shown_at_ms = now_ms;
    fprintf(stderr, "\r%ld game%s%s", export->count, export->count == 1 ? "" : "s",
            last ? "\n" : " ");
}

static void complain(struct export *export, const char *why)
{
    bool file = export->part[0] != '\0';
    app_fail(&export->app, "the export breaks off after %ld games: %s%s%s", export->count, why,
             file ? "; what there is of it is in " : "", file ? export->part : "");
}
