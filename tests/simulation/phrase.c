#include "tests/simulation/phrase.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

bool phrase_chance(struct phrase *phrase, uint32_t in)
{
    return random_below(phrase->random, in) == 0;
}

uint32_t phrase_below(struct phrase *phrase, uint32_t limit)
{
    return random_below(phrase->random, limit);
}

void phrase_put(struct phrase *phrase, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length =
        vsnprintf(phrase->out + phrase->length, SAYING_MAX - phrase->length, format, arguments);
    va_end(arguments);
    phrase->length += (size_t)length;
}

void phrase_begin(struct phrase *phrase, const char *operation)
{
    phrase_put(phrase, "{\"id\":%" PRId64 ",\"op\":\"%s\"", phrase->client->next_id++, operation);
}

void phrase_user(struct phrase *phrase, const char *key)
{
    phrase_put(phrase, ",\"%s\":\"character-%" PRIu32 "\"", key,
               phrase_below(phrase, CROWD_CHARACTERS));
}

const struct known_game *phrase_any_game(struct phrase *phrase)
{
    static const struct known_game no_game = {.id = "AAAAAAAAAAAA"};
    const struct crowd *crowd = phrase->crowd;
    if (crowd->game_count == 0 || phrase_chance(phrase, 20))
        return &no_game;
    /* The latest are the most interesting. */
    size_t among = crowd->game_count < 12 || phrase_chance(phrase, 4) ? crowd->game_count : 12;
    return &crowd->games[crowd->game_count - 1 - phrase_below(phrase, (uint32_t)among)];
}

const struct known_game *phrase_own_game(struct phrase *phrase, bool to_move)
{
    const struct crowd *crowd = phrase->crowd;
    const char *name = phrase->client->name;
    const struct known_game *found = NULL;
    uint32_t seen = 0;
    for (size_t i = 0; i < crowd->game_count; i++) {
        const struct known_game *game = &crowd->games[i];
        bool blue = strcmp(game->names[0], name) == 0, red = strcmp(game->names[1], name) == 0;
        bool wanted = to_move ? game->position.size != 0 &&
                                    (game->position.to_move == COLOR_BLUE ? blue : red)
                              : blue || red;
        if (!game->over && wanted && phrase_below(phrase, ++seen) == 0)
            found = game;
    }
    return found;
}
