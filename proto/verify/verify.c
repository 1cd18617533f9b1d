#include "proto/verify/verify.h"

#include <stdio.h>
#include <string.h>

#include "proto/verify/agreement.h"
#include "proto/verify/members.h"

const json_t *verify_find(const json_t *text)
{
    const json_t *ok = json_object_get(text, "ok");
    const json_t *record = json_object_get(ok != NULL ? ok : text, "record");
    if (record != NULL)
        return record;
    return json_object_get(text, "stream") != NULL ? text : NULL;
}

/* ---- The stream ---------------------------------------------------------------------------- */

/* Plays the stream through, and chains its events as they were sent: written anew, so that it does
 * not matter how the file that holds them was written. */
static bool check_stream(const json_t *record, struct progress *progress, struct proof_chain *chain,
                         struct finding *finding)
{
    const json_t *stream = json_object_get(record, "stream");
    struct writer text;
    bool sound = true;
    if (!json_is_array(stream))
        return finding_set(finding, 0, "stream is missing or no array");
    writer_init(&text);
    view_proof_header(&text, progress->game);
    proof_begin(chain, text.bytes, text.length);
    for (size_t i = 0; i < json_array_size(stream) && sound; i++) {
        struct rating_change ratings[2];
        struct stream_view event;
        sound = read_event(json_array_get(stream, i), (int64_t)i + 1, &event, ratings, finding) &&
                progress_event(progress, &event, finding);
        if (sound) {
            writer_clear(&text);
            view_stream(&text, &event);
            proof_add(chain, text.bytes, text.length);
        }
    }
    writer_deinit(&text);
    if (sound && !progress->over && progress->due != DUE_ANYTHING)
        return finding_set(finding, progress->v + 1,
                           "the stream breaks off where more must follow");
    return sound;
}

/* ---- The proof ----------------------------------------------------------------------------- */

static bool check_signature(const json_t *proof, const struct proof_chain *chain,
                            const unsigned char *trusted, struct verdict *verdict)
{
    struct finding *finding = &verdict->finding;
    unsigned char key[PROOF_PUBLIC_KEY_SIZE];
    unsigned char signature[PROOF_SIGNATURE_SIZE];
    char text[PROOF_TEXT_SIZE];
    struct members members;
    members_open(&members, proof, "proof", 0, finding);
    const char *shown_chain = members_text(&members, "chain");
    const char *shown_key = members_text(&members, "key");
    const char *shown_signature = members_text(&members, "signature");
    if (!members_end(&members))
        return false;
    proof_chain_text(chain, text);
    if (strcmp(shown_chain, text) != 0)
        return finding_set(finding, 0,
                           "the chain in proof is not that of this header and stream: "
                           "something in them has been changed");
    if (!proof_from_base64(shown_key, key, sizeof key))
        return finding_set(finding, 0, "key of proof is no key");
    if (trusted != NULL && memcmp(key, trusted, sizeof key) != 0)
        return finding_set(finding, 0, "it is signed with another key than the one given: %.60s",
                           shown_key);
    if (!proof_from_base64(shown_signature, signature, sizeof signature))
        return finding_set(finding, 0, "signature of proof is no signature");
    if (!proof_check(chain, key, signature))
        return finding_set(finding, 0, "the signature is not that of the key");
    proof_base64(key, sizeof key, verdict->key);
    verdict->trusted = trusted != NULL;
    return true;
}

static bool check_proof(const json_t *record, const struct progress *progress,
                        const struct proof_chain *chain, const unsigned char *key,
                        struct verdict *verdict)
{
    const json_t *proof = json_object_get(record, "proof");
    if (progress->over)
        return check_signature(proof, chain, key, verdict);
    return json_is_null(proof) ||
           finding_set(&verdict->finding, 0, "proof, in a game that is not over");
}

/* -------------------------------------------------------------------------------------------- */

static void check(const json_t *record, const struct record_header *header,
                  const unsigned char *key, struct verdict *verdict)
{
    struct progress progress;
    struct proof_chain chain;
    progress_init(&progress, &header->view);
    bool sound = check_stream(record, &progress, &chain, &verdict->finding) &&
                 agreement_turns(record, &progress, &verdict->finding) &&
                 agreement_snapshot(record, &progress, &verdict->finding) &&
                 check_proof(record, &progress, &chain, key, verdict);
    if (sound) {
        verdict->kind = progress.over ? VERDICT_SOUND : VERDICT_UNFINISHED;
        verdict->turns = (int64_t)progress.count;
        verdict->events = progress.v;
    }
    progress_deinit(&progress);
}

void verify_record(const json_t *record, const unsigned char *key, struct verdict *verdict)
{
    struct record_header header;
    *verdict = (struct verdict){.kind = VERDICT_WRONG};
    if (!read_header(record, &header, &verdict->finding))
        return;
    snprintf(verdict->game, sizeof verdict->game, "%s", header.view.id);
    check(record, &header, key, verdict);
}
