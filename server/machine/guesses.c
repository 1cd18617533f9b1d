#include "server/machine/guesses.h"

#include "server/machine/account.h"

#include <sodium.h>
#include <string.h>

/* Names have a cache of limits of their own, in which they stand as addresses. */
static void address_of(const char *name, unsigned char address[16])
{
    char key[NAME_SIZE];
    account_key(name, key);
    crypto_generichash(address, 16, (const unsigned char *)key, strlen(key), NULL, 0);
}

int64_t guesses_wait(struct machine *machine, const char *name)
{
    unsigned char address[16];
    address_of(name, address);
    return machine->config.open_limits
               ? 0
               : limits_wait(&machine->name_limits, address, LIMIT_GUESSES, machine->now_ms);
}

void guesses_wrong(struct machine *machine, const char *name)
{
    unsigned char address[16];
    address_of(name, address);
    limits_use(&machine->name_limits, address, LIMIT_GUESSES, machine->now_ms);
}
