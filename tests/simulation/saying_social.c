/* What clients say that concerns other people: challenges, offers, claims, rematches, chat, tv. */
#include "tests/simulation/phrase.h"

#include <inttypes.h>

static void put_game(struct phrase *phrase, const struct known_game *game)
{
    phrase_put(phrase, ",\"game\":\"%s\"", game->id);
}

/* Mostly a game of one's own. */
static const struct known_game *some_game(struct phrase *phrase)
{
    const struct known_game *game = phrase_own_game(phrase, false);
    return game == NULL || phrase_chance(phrase, 10) ? phrase_any_game(phrase) : game;
}

static const char *any_boolean(struct phrase *phrase)
{
    return phrase_chance(phrase, 3) ? "false" : "true";
}

static void say_about_an_offer(struct phrase *phrase)
{
    bool answer = phrase_chance(phrase, 2);
    phrase_begin(phrase, answer ? "answer" : "offer");
    put_game(phrase, some_game(phrase));
    phrase_put(phrase, ",\"kind\":\"%s\"", phrase_chance(phrase, 6) ? "abort" : "takeback");
    if (answer)
        phrase_put(phrase, ",\"accept\":%s", any_boolean(phrase));
    phrase_put(phrase, "}");
}

static void say_about_a_challenge(struct phrase *phrase)
{
    static const char *const terms[] = {"", ",\"time\":null", ",\"rated\":true",
                                        ",\"time\":{\"per_move_ms\":60000},\"color\":\"red\""};
    const char *challenge = texts_any(&phrase->crowd->challenges, phrase->random);
    switch (phrase_below(phrase, 6)) {
    case 0:
    case 1:
        phrase_begin(phrase, "challenge");
        phrase_user(phrase, "user");
        phrase_put(phrase, "%s", terms[phrase_below(phrase, 4)]);
        break;
    case 2:
    case 3:
        phrase_begin(phrase, "challenge_answer");
        phrase_put(phrase, ",\"challenge\":\"%s\",\"accept\":%s", challenge, any_boolean(phrase));
        break;
    case 4:
        phrase_begin(phrase, "challenge_cancel");
        phrase_put(phrase, ",\"challenge\":\"%s\"", challenge);
        break;
    default:
        phrase_begin(phrase, "challenges");
        break;
    }
    phrase_put(phrase, "}");
}

static void say_chat(struct phrase *phrase)
{
    static const char *const rooms[] = {"players", "spectators"};
    bool reads = phrase_chance(phrase, 2);
    phrase_begin(phrase, reads ? "chat" : "say");
    put_game(phrase, some_game(phrase));
    phrase_put(phrase, ",\"room\":\"%s\"", rooms[phrase_below(phrase, 2)]);
    if (!reads)
        phrase_put(phrase, ",\"text\":\"%s\"", phrase_chance(phrase, 4) ? "\\u00e9 \\\"!" : "hm");
    else if (phrase_chance(phrase, 2))
        phrase_put(phrase, ",\"from\":%" PRIu32, phrase_below(phrase, 4));
    phrase_put(phrase, "}");
}

static void say_about_a_finished_game(struct phrase *phrase)
{
    const struct known_game *game = phrase_any_game(phrase);
    for (int i = 0; i < 5 && !game->over; i++)
        game = phrase_any_game(phrase);
    phrase_begin(phrase, "rematch");
    put_game(phrase, game);
    if (phrase_chance(phrase, 3))
        phrase_put(phrase, ",\"accept\":%s", any_boolean(phrase));
    phrase_put(phrase, "}");
}

static void say_claim(struct phrase *phrase)
{
    phrase_begin(phrase, "claim");
    put_game(phrase, some_game(phrase));
    phrase_put(phrase, "}");
}

static void say_something_else(struct phrase *phrase)
{
    switch (phrase_below(phrase, 5)) {
    case 0:
    case 1:
        phrase_begin(phrase, "tv");
        break;
    case 2:
        phrase_begin(phrase, "untv");
        break;
    case 3:
        phrase_begin(phrase, "ignore");
        phrase_user(phrase, "user");
        if (!phrase_chance(phrase, 3))
            phrase_put(phrase, ",\"ignore\":false");
        break;
    default:
        phrase_begin(phrase, "openings");
        phrase_put(phrase, ",\"size\":%d,\"moves\":\"%s\"", phrase_chance(phrase, 4) ? 4 : 3,
                   phrase_chance(phrase, 2) ? "" : "C3 C4");
        break;
    }
    phrase_put(phrase, "}");
}

void saying_social(struct phrase *phrase)
{
    switch (phrase_below(phrase, 10)) {
    case 0:
    case 1:
        say_about_an_offer(phrase);
        break;
    case 2:
    case 3:
        say_about_a_challenge(phrase);
        break;
    case 4:
        say_chat(phrase);
        break;
    case 5:
    case 6:
        say_about_a_finished_game(phrase);
        break;
    case 7:
    case 8:
        say_claim(phrase);
        break;
    default:
        say_something_else(phrase);
        break;
    }
}

void saying_answer(struct phrase *phrase)
{
    struct client *client = phrase->client;
    switch (client->asked) {
    case ASKED_OFFER:
        phrase_begin(phrase, "answer");
        phrase_put(phrase, ",\"game\":\"%s\",\"kind\":\"%s\"", client->asked_id,
                   client->asked_kind);
        break;
    case ASKED_REMATCH:
        phrase_begin(phrase, "rematch");
        phrase_put(phrase, ",\"game\":\"%s\"", client->asked_id);
        break;
    case ASKED_CHALLENGE:
        phrase_begin(phrase, "challenge_answer");
        phrase_put(phrase, ",\"challenge\":\"%s\"", client->asked_id);
        break;
    case ASKED_NOTHING:
        return;
    }
    phrase_put(phrase, ",\"accept\":%s}", any_boolean(phrase));
    client->asked = ASKED_NOTHING;
}
