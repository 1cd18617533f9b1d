/* Texts of turns and positions, whole and damaged: what is read is what was written, and nothing
 * that is not a legal turn of the position is ever taken for one. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "core/perft.h"
#include "tests/property/property.h"
#include "tests/support/rules.h"

#define MAX_PLY 60
#define MAX_TURNS 3000
#define MUTATIONS 200
#define TEXT_ROOM 512

/* Bytes that make texts which are nearly right. */
static const char likely[] = "ABCDEFGHabcdefgh0123456789xX/.br skip";

struct text {
    char bytes[TEXT_ROOM];
    size_t length;
};

static struct text text_of(const char *bytes)
{
    struct text text = {.length = strlen(bytes)};
    memcpy(text.bytes, bytes, text.length);
    return text;
}

static char random_byte(struct random *random)
{
    if (random_index(random, 8) == 0)
        return (char)random_index(random, 256);
    return likely[random_index(random, (int)sizeof likely - 1)];
}

/* Writes over, leaves out, puts in or doubles a little of the text. */
static void mutate(struct random *random, struct text *text)
{
    size_t at = (size_t)random_index(random, (int)text->length + 1);
    if (text->length + 1 >= TEXT_ROOM)
        return;
    switch (random_index(random, 4)) {
    case 0:
        if (at < text->length)
            text->bytes[at] = random_byte(random);
        break;
    case 1:
        if (at < text->length) {
            memmove(text->bytes + at, text->bytes + at + 1, text->length - at - 1);
            text->length--;
        }
        break;
    case 2:
        memmove(text->bytes + at + 1, text->bytes + at, text->length - at);
        text->bytes[at] = random_byte(random);
        text->length++;
        break;
    case 3:
        if (2 * text->length < TEXT_ROOM) {
            memmove(text->bytes + text->length, text->bytes + at, text->length - at);
            text->length += text->length - at;
        }
        break;
    }
}

static void change_case(struct random *random, struct text *text)
{
    for (size_t i = 0; i < text->length; i++) {
        unsigned char byte = (unsigned char)text->bytes[i];
        bool upper = random_index(random, 2) == 0;
        text->bytes[i] = (char)(upper ? toupper(byte) : tolower(byte));
    }
}

/* The text in canonical case, where it could be one at all: letters of cells large, x small. This
 * knows nothing of the grammar, so that it can judge who does. */
static void fold(const struct text *text, char out[TEXT_ROOM + 1])
{
    for (size_t i = 0; i < text->length; i++) {
        int byte = toupper((unsigned char)text->bytes[i]);
        out[i] = (char)(byte == 'X' ? 'x' : byte);
    }
    out[text->length] = '\0';
}

static void check_turn_text(const struct position *position, const struct turn_texts *listed,
                            const struct text *text)
{
    char folded[TEXT_ROOM + 1];
    fold(text, folded);
    bool legal = strlen(folded) == text->length && turn_texts_have(listed, folded);

    struct turn turn;
    struct position after = *position;
    enum outcome outcome;
    bool taken = referee_read(&turn, position->size, text->bytes, text->length) == REFUSAL_NONE &&
                 referee_apply(&after, &turn, &outcome) == REFUSAL_NONE;
    HOLDS(taken == legal);
    if (taken) {
        char written[TURN_TEXT_MAX];
        turn_format(&turn, position->size, written);
        HOLDS(strcmp(written, folded) == 0);
    }
}

static void check_position_text(const struct text *text)
{
    struct position position;
    char written[POSITION_TEXT_MAX];
    if (!position_parse(&position, text->bytes, text->length))
        return;
    HOLDS(position_format(&position, written) == text->length);
    HOLDS(memcmp(written, text->bytes, text->length) == 0);
}

static void look_at(struct random *random, const struct position *position)
{
    if (perft_count(position, 1) > MAX_TURNS)
        return;
    struct turn_texts listed;
    turn_texts_init(&listed, position);
    char position_text[POSITION_TEXT_MAX];
    position_format(position, position_text);
    for (int i = 0; i < MUTATIONS; i++) {
        struct text text = text_of(listed.texts[random_index(random, (int)listed.count)]);
        change_case(random, &text);
        check_turn_text(position, &listed, &text);
        for (int changes = random_index(random, 3); changes >= 0; changes--)
            mutate(random, &text);
        check_turn_text(position, &listed, &text);

        text = text_of(position_text);
        mutate(random, &text);
        check_position_text(&text);
    }
    turn_texts_deinit(&listed);
}

static void play_a_game(struct random *random, int size)
{
    struct position position;
    position_init(&position, size);
    for (int ply = 0; ply < MAX_PLY; ply++) {
        look_at(random, &position);
        if (!property_play_on(random, &position))
            return;
    }
}

int main(int argc, char **argv)
{
    return property_main(argc, argv, 40, play_a_game);
}
