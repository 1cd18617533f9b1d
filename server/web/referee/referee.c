/* The referee in the browser: core/ behind functions that WebAssembly can export. Texts come and go
 * through one buffer, sets of cells as 64 bits; js/referee.js is the other side. Adds no rule. */
#include "core/referee.h"

#include "server/web/referee/blake2b.h"

#define EXPORT(name) __attribute__((export_name(#name), used)) name

/* Longer than any position, turn or event of a record. */
#define TEXT_SIZE 8192

static char text[TEXT_SIZE];
static struct position current;
static enum outcome last_outcome;
static uint64_t found;

static const char game_domain[] = "clamber-game-1\n";
static unsigned char chain[BLAKE2B_SIZE];

char *EXPORT(web_text)(void);
int EXPORT(web_text_size)(void);
void EXPORT(web_start)(int size);
int EXPORT(web_load)(size_t length);
size_t EXPORT(web_position)(void);
uint64_t EXPORT(web_placements)(void);
uint64_t EXPORT(web_first_captures)(int cell);
int EXPORT(web_next)(size_t length);
uint64_t EXPORT(web_found)(void);
int EXPORT(web_apply)(size_t length);
int EXPORT(web_outcome)(void);
int EXPORT(web_can_move)(void);
void EXPORT(web_skip)(void);
void EXPORT(web_chain_begin)(size_t length);
void EXPORT(web_chain_add)(size_t length);
const unsigned char *EXPORT(web_chain_hash)(void);

/* Where the caller writes texts and finds them. */
char *web_text(void)
{
    return text;
}

int web_text_size(void)
{
    return TEXT_SIZE;
}

/* The current position becomes the empty board. */
void web_start(int size)
{
    position_init(&current, size);
}

/* The current position becomes the one in the buffer; 0 where that is none. */
int web_load(size_t length)
{
    return position_parse(&current, text, length);
}

/* Writes the current position into the buffer; gives its length. */
size_t web_position(void)
{
    return position_format(&current, text);
}

uint64_t web_placements(void)
{
    return referee_placements(&current);
}

uint64_t web_first_captures(int cell)
{
    return referee_first_captures(&current, cell);
}

/* How the capture in the buffer may go on is then told by web_found; gives a refusal. */
int web_next(size_t length)
{
    struct turn prefix;
    enum refusal refusal = referee_read(&prefix, current.size, text, length);
    if (refusal == REFUSAL_NONE)
        refusal = referee_next(&current, &prefix, &found);
    return (int)refusal;
}

uint64_t web_found(void)
{
    return found;
}

/* Plays the turn in the buffer; gives a refusal. What it led to is then told by web_outcome. */
int web_apply(size_t length)
{
    struct turn turn;
    enum refusal refusal = referee_read(&turn, current.size, text, length);
    if (refusal == REFUSAL_NONE)
        refusal = referee_apply(&current, &turn, &last_outcome);
    return (int)refusal;
}

int web_outcome(void)
{
    return (int)last_outcome;
}

int web_can_move(void)
{
    return referee_can_move(&current);
}

void web_skip(void)
{
    referee_skip(&current);
}

/* The chain of proto/proof.h: begins with the header in the buffer, goes on with each event. */
void web_chain_begin(size_t length)
{
    struct blake2b hash;
    blake2b_init(&hash);
    blake2b_add(&hash, game_domain, sizeof game_domain - 1);
    blake2b_add(&hash, text, length);
    blake2b_finish(&hash, chain);
}

void web_chain_add(size_t length)
{
    struct blake2b hash;
    blake2b_init(&hash);
    blake2b_add(&hash, chain, sizeof chain);
    blake2b_add(&hash, text, length);
    blake2b_finish(&hash, chain);
}

const unsigned char *web_chain_hash(void)
{
    return chain;
}
