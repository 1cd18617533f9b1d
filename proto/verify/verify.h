/* Checks the record of a game by itself, without a server: that it was signed, that it is whole,
 * and that all of it is according to the rules. Made from proto and core only; called by
 * `clamber verify`, by tests, and for whoever wants to judge records in another program. */
#pragma once

#include "proto/proof.h"
#include "proto/verify/finding.h"

enum verdict_kind {
    VERDICT_SOUND,      /* all of it, and the signature fits */
    VERDICT_UNFINISHED, /* sound as far as it goes; only a finished game is signed */
    VERDICT_WRONG,      /* `finding` says what, and where */
};

struct verdict {
    enum verdict_kind kind;
    char game[16];             /* id; "" where none can be told */
    int64_t turns;             /* of the line as it stands, if not wrong */
    int64_t events;            /* of the stream, likewise */
    char key[PROOF_TEXT_SIZE]; /* that it is signed with, where sound */
    bool trusted;              /* that key is the one given */
    struct finding finding;
};

/* The record in a JSON text: a record itself, {"record":RECORD}, or a reply with that in its `ok`.
 * NULL where there is none. */
const json_t *verify_find(const json_t *text);

/* `key`: the server's, or NULL to go by the one that the record names, which proves only that
 * nobody has changed the record since whoever has that key signed it. */
void verify_record(const json_t *record, const unsigned char *key, struct verdict *verdict);
