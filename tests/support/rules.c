#include "tests/support/rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/perft.h"

void line_init(struct line *line, int size)
{
    *line = (struct line){.outcome = OUTCOME_GOES_ON};
    position_init(&line->position, size);
}

static enum refusal play_skip(struct line *line)
{
    if (line->outcome != OUTCOME_SKIP)
        return REFUSAL_SKIP;
    referee_skip(&line->position);
    line->outcome = OUTCOME_GOES_ON;
    line->ply++;
    return REFUSAL_NONE;
}

enum refusal line_play(struct line *line, const char *text, size_t length)
{
    struct turn turn;
    enum refusal refusal = referee_read(&turn, line->position.size, text, length);
    if (refusal != REFUSAL_NONE)
        return refusal;
    if (turn_is_skip(&turn))
        return play_skip(line);
    if (line->outcome == OUTCOME_WON)
        return REFUSAL_GAME_WON;
    refusal = referee_apply(&line->position, &turn, &line->outcome);
    line->ply += refusal == REFUSAL_NONE;
    return refusal;
}

bool line_play_all(struct line *line, const char *turns)
{
    for (const char *at = turns; *at != '\0';) {
        size_t length = strcspn(at, " ");
        if (line_play(line, at, length) != REFUSAL_NONE) {
            fprintf(stderr, "refused at ply %d: %.*s\n", line->ply, (int)length, at);
            return false;
        }
        at += length;
        at += strspn(at, " ");
    }
    return true;
}

static _Noreturn void give_up(const char *what, const char *about)
{
    fprintf(stderr, "%s: %s\n", what, about);
    exit(1);
}

json_t *rules_load(const char *file_name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", RULES_DATA, file_name);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        give_up("cannot open", path);
    json_t *values = json_array();
    char *text = NULL;
    size_t room = 0;
    while (getline(&text, &room, file) > 0) {
        json_t *value = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
        if (value == NULL)
            give_up("not JSON", text);
        json_array_append_new(values, value);
    }
    free(text);
    fclose(file);
    if (json_array_size(values) == 0)
        give_up("nothing in", path);
    return values;
}

struct position rules_position(const char *text)
{
    struct position position;
    if (!position_parse(&position, text, strlen(text)))
        give_up("not a position", text);
    return position;
}

bool rules_position_is(const struct position *position, const char *text)
{
    char have[POSITION_TEXT_MAX];
    position_format(position, have);
    if (strcmp(have, text) == 0)
        return true;
    fprintf(stderr, "position is  %s\nand not      %s\n", have, text);
    return false;
}

static void add_text(const struct turn *turn, void *context)
{
    struct turn_texts *list = context;
    if (list->count == list->room) {
        list->room = list->room == 0 ? 256 : list->room * 2;
        list->texts = realloc(list->texts, list->room * sizeof *list->texts);
        if (list->texts == NULL)
            give_up("out of memory", "list of turns");
    }
    turn_format(turn, list->size, list->texts[list->count++]);
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(a, b);
}

void turn_texts_init(struct turn_texts *list, const struct position *position)
{
    *list = (struct turn_texts){.size = position->size};
    perft_turns(position, add_text, list);
    qsort(list->texts, list->count, sizeof *list->texts, compare_texts);
}

void turn_texts_deinit(struct turn_texts *list)
{
    free(list->texts);
    *list = (struct turn_texts){.texts = NULL};
}

bool turn_texts_have(const struct turn_texts *list, const char *canonical)
{
    return bsearch(canonical, list->texts, list->count, sizeof *list->texts, compare_texts) != NULL;
}
