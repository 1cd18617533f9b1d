/* What tests of the rules share: playing a line of turns from its text, and reading the data files
 * under tests/data/rules. For tests only; a broken data file ends the test. */
#pragma once

#include <jansson.h>

#include "core/referee.h"

/* A game being played from texts. */
struct line {
    struct position position;
    enum outcome outcome; /* of the last turn; OUTCOME_GOES_ON at the start */
    int ply;
};

void line_init(struct line *line, int size);

/* Plays one turn, "skip" where it is due. Gives why it was refused, and then changes nothing. */
enum refusal line_play(struct line *line, const char *text, size_t length);

/* Plays turns separated by blanks. False at the first that is refused. */
bool line_play_all(struct line *line, const char *turns);

/* The whole of a file with one JSON value a line, as an array for json_decref. */
json_t *rules_load(const char *file_name);

/* A position that must be one. */
struct position rules_position(const char *text);

/* Whether the position has exactly this text. */
bool rules_position_is(const struct position *position, const char *text);

/* Every full turn of a position as canonical text, sorted bytewise. */
struct turn_texts {
    char (*texts)[TURN_TEXT_MAX];
    size_t count;
    size_t room;
    int size;
};
void turn_texts_init(struct turn_texts *list, const struct position *position);
void turn_texts_deinit(struct turn_texts *list);
bool turn_texts_have(const struct turn_texts *list, const char *canonical);
