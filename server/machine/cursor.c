#include "server/machine/cursor.h"

#include <sodium.h>
#include <string.h>

/* The parts of a cursor, and a digest over them and the filters. It need not be secret: a cursor
 * made up by a client shows it nothing that it could not ask for anyway. */
struct packed {
    unsigned char place[8];
    char name[NAME_SIZE];
    unsigned char digest[16];
};

static void digest_of(struct packed *packed, const char *filters)
{
    crypto_generichash_state state;
    crypto_generichash_init(&state, NULL, 0, sizeof packed->digest);
    crypto_generichash_update(&state, packed->place, sizeof packed->place);
    crypto_generichash_update(&state, (const unsigned char *)packed->name, sizeof packed->name);
    crypto_generichash_update(&state, (const unsigned char *)filters, strlen(filters));
    crypto_generichash_final(&state, packed->digest, sizeof packed->digest);
}

void cursor_write(const struct cursor *cursor, const char *filters, char out[CURSOR_SIZE])
{
    struct packed packed;
    memset(&packed, 0, sizeof packed);
    for (unsigned i = 0; i < 8; i++)
        packed.place[i] = (unsigned char)((uint64_t)cursor->place >> (8 * i));
    memcpy(packed.name, cursor->name, strlen(cursor->name));
    digest_of(&packed, filters);
    sodium_bin2base64(out, CURSOR_SIZE, (const unsigned char *)&packed, sizeof packed,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

bool cursor_read(struct cursor *cursor, const char *filters, const char *text)
{
    struct packed packed, again;
    size_t length;
    const char *end;
    if (sodium_base642bin((unsigned char *)&packed, sizeof packed, text, strlen(text), NULL,
                          &length, &end, sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0 ||
        length != sizeof packed || *end != '\0')
        return false;
    again = packed;
    digest_of(&again, filters);
    if (memcmp(again.digest, packed.digest, sizeof packed.digest) != 0)
        return false;
    uint64_t place = 0;
    for (unsigned i = 0; i < 8; i++)
        place |= (uint64_t)packed.place[i] << (8 * i);
    cursor->place = (int64_t)place;
    memcpy(cursor->name, packed.name, sizeof cursor->name);
    cursor->name[NAME_LENGTH] = '\0';
    return true;
}
