#include "server/machine/pairing_moment.h"

int64_t pairing_moment(struct machine *machine)
{
    int64_t after_last = machine->pairing_at + 1;
    machine->pairing_at = machine->wall_ms > after_last ? machine->wall_ms : after_last;
    return machine->pairing_at;
}
