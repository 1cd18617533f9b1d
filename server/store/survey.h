/* Reads all that a stopped server's database holds, for the check of it, and tells what can be told
 * from the rows alone. Called by server/check; changes nothing in the database.
 * Where a function gives false the database could not be read, and survey_error has the line. */
#pragma once

#include "server/store/store.h"

struct survey;

/* NULL with a line in `error` where there is no database, a server is using it, or its schema is
 * not that of this program. */
struct survey *survey_open(const char *folder, char error[STORE_ERROR_SIZE]);
void survey_close(struct survey *survey);
const char *survey_error(const struct survey *survey);

/* Whoever is told gets a line without its end. */
typedef void survey_tell(void *context, const char *line);

/* The file's own integrity, references, gaps in the order of endings and in chats, results that are
 * not those of their games, logs that were not folded, points and ratings of nothing, and accepts
 * by who did not play. */
bool survey_rows(struct survey *survey, survey_tell *tell, void *context);

/* One entry of the log of a game that is being played, as its columns have it. */
struct survey_entry {
    int64_t v, at;
    enum stream_kind kind;
    int ply;
    size_t length; /* of its data */
};

/* Borrowed until the call of `take` ends. */
struct survey_game {
    struct game_row
        row;  /* with its log; v and ply of one that is played are those of its entries */
    int pool; /* as its column has it */
    const struct survey_entry *entries; /* of a game that is being played */
    size_t entry_count;
};

/* Every game: those that have ended in the order in which they did, then those being played. */
bool survey_games(struct survey *survey,
                  void (*take)(void *context, const struct survey_game *game), void *context);

/* The point on an account's curve at that ending; *found tells whether there is one. Its at_ms is
 * not set. */
bool survey_point(struct survey *survey, const char *account, int pool, int64_t sequence,
                  struct rating *point, bool *found);

/* Every rating, with the name of whose it is. */
bool survey_ratings(struct survey *survey,
                    void (*take)(void *context, const char *name, const char *account, int pool,
                                 const struct rating *rating, uint32_t version),
                    void *context);

/* The first ending of which all that this schema keeps was kept. */
bool survey_complete_from(struct survey *survey, int64_t *sequence);

/* Counts an opening anew; in the end, what was counted is compared with what the database says. */
bool survey_count_opening(struct survey *survey, int size, const struct opening *opening,
                          int winner);
bool survey_openings(struct survey *survey, survey_tell *tell, void *context, int64_t *count);
