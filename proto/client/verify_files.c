#include "proto/client/verify_files.h"

#include <errno.h>
#include <sodium.h>
#include <string.h>

#include "proto/client/member.h"
#include "proto/client/text_reader.h"
#include "proto/json.h"
#include "proto/verify/verify.h"

/* Longest line of a file with a key that is looked at. */
#define KEY_LINE_MAX 256

struct checking {
    const struct arguments *arguments;
    bool has_key;
    unsigned char key[PROOF_PUBLIC_KEY_SIZE];
    const char *file;
    long line;
    long sound, unfinished, wrong;
    bool unreadable;               /* some file could not be read, or had no record in it */
    char own_key[PROOF_TEXT_SIZE]; /* the first that a record was signed with */
    bool other_keys;               /* and there were others */
};

static bool read_key(struct checking *checking);
static void check_file(struct checking *checking, const char *name);
static void check_texts(struct checking *checking, FILE *in);
static bool check_text(struct checking *checking, const char *text, size_t length);
static void count(struct checking *checking, const struct verdict *verdict);
static void print_verdict(const struct checking *checking, const struct verdict *verdict);
static void print_object(const struct checking *checking, const struct verdict *verdict);
static void print_summary(const struct checking *checking);

int verify_files_run(const struct arguments *arguments)
{
    struct checking checking = {.arguments = arguments};
    if (sodium_init() < 0) {
        fputs("clamber: the library that checks signatures cannot be used\n", stderr);
        return 1;
    }
    if (!read_key(&checking))
        return 2;
    for (int i = 0; i < arguments->operand_count; i++)
        check_file(&checking, arguments->operands[i]);
    if (fflush(stdout) == 0 && !arguments->json)
        print_summary(&checking);
    bool all_sound = checking.unfinished == 0 && checking.wrong == 0 && !checking.unreadable;
    return all_sound ? 0 : 1;
}

/* The key of --key or --key-file, where one is given. False, having said so, where it is none. */
static bool read_key(struct checking *checking)
{
    const struct arguments *arguments = checking->arguments;
    char line[KEY_LINE_MAX];
    const char *text = arguments->key;
    if (arguments->key_file != NULL) {
        FILE *in = fopen(arguments->key_file, "r");
        if (in == NULL || fgets(line, sizeof line, in) == NULL) {
            fprintf(stderr, "clamber: %s: %s\n", arguments->key_file,
                    in == NULL ? strerror(errno) : "there is no key in it");
            if (in != NULL)
                fclose(in);
            return false;
        }
        fclose(in);
        line[strcspn(line, " \t\r\n")] = '\0';
        text = line;
    }
    checking->has_key = text != NULL;
    if (text == NULL || proof_from_base64(text, checking->key, sizeof checking->key))
        return true;
    fputs("clamber: that is no key; \"clamber key\" prints the one of a server\n", stderr);
    return false;
}

static void check_file(struct checking *checking, const char *name)
{
    bool input = strcmp(name, "-") == 0;
    FILE *in = input ? stdin : fopen(name, "r");
    checking->file = input ? "standard input" : name;
    if (in == NULL) {
        fprintf(stderr, "clamber: %s: %s\n", name, strerror(errno));
        checking->unreadable = true;
        return;
    }
    check_texts(checking, in);
    if (!input)
        fclose(in);
}

static void check_texts(struct checking *checking, FILE *in)
{
    struct text_reader reader;
    bool any = false;
    text_reader_init(&reader, in);
    while (text_reader_next(&reader)) {
        checking->line = reader.first;
        any = check_text(checking, reader.text, reader.length) || any;
    }
    if (ferror(in))
        fprintf(stderr, "clamber: %s cannot be read\n", checking->file);
    else if (!any)
        fprintf(stderr, "clamber: %s has no record in it\n", checking->file);
    checking->unreadable = checking->unreadable || ferror(in) || !any;
    text_reader_deinit(&reader);
}

/* False for what is no record and none is to be expected in: events, in what a server said. */
static bool check_text(struct checking *checking, const char *text, size_t length)
{
    char why[128];
    struct verdict verdict = {.kind = VERDICT_WRONG};
    json_t *value = json_read(text, length, why, sizeof why);
    const json_t *record = verify_find(value);
    bool event = json_object_get(value, "ev") != NULL;
    if (value == NULL)
        finding_set(&verdict.finding, 0, "no record: %s", why);
    else if (record != NULL)
        verify_record(record, checking->has_key ? checking->key : NULL, &verdict);
    else
        finding_set(&verdict.finding, 0, "no record: %s",
                    member_text(json_object_get(value, "error"), "message",
                                "neither one nor a reply with one"));
    if (!event) {
        count(checking, &verdict);
        if (checking->arguments->json)
            print_object(checking, &verdict);
        else
            print_verdict(checking, &verdict);
    }
    json_decref(value);
    return !event;
}

static void count(struct checking *checking, const struct verdict *verdict)
{
    checking->sound += verdict->kind == VERDICT_SOUND;
    checking->unfinished += verdict->kind == VERDICT_UNFINISHED;
    checking->wrong += verdict->kind == VERDICT_WRONG;
    if (verdict->key[0] != '\0' && checking->own_key[0] == '\0')
        memcpy(checking->own_key, verdict->key, sizeof checking->own_key);
    if (verdict->key[0] != '\0' && strcmp(checking->own_key, verdict->key) != 0)
        checking->other_keys = true;
}

static void print_verdict(const struct checking *checking, const struct verdict *verdict)
{
    printf("%s:%ld: %s%s", checking->file, checking->line, verdict->game,
           verdict->game[0] != '\0' ? ": " : "");
    switch (verdict->kind) {
    case VERDICT_SOUND:
        printf("OK, %lld turns, signed with %s\n", (long long)verdict->turns,
               verdict->trusted ? "the key given" : "the key it names itself");
        break;
    case VERDICT_UNFINISHED:
        printf("UNFINISHED after %lld turns: only a finished game is signed\n",
               (long long)verdict->turns);
        break;
    case VERDICT_WRONG:
        if (verdict->finding.v > 0)
            printf("WRONG at v %lld: %s\n", (long long)verdict->finding.v, verdict->finding.what);
        else
            printf("WRONG: %s\n", verdict->finding.what);
        break;
    }
}

static void print_object(const struct checking *checking, const struct verdict *verdict)
{
    static const char *const outcomes[] = {
        [VERDICT_SOUND] = "ok", [VERDICT_UNFINISHED] = "unfinished", [VERDICT_WRONG] = "wrong"};
    json_t *object = json_pack(
        "{s:s, s:I, s:s?, s:s}", "file", checking->file, "line", (json_int_t)checking->line, "game",
        verdict->game[0] != '\0' ? verdict->game : NULL, "outcome", outcomes[verdict->kind]);
    if (object == NULL)
        return; /* a file whose name is not UTF-8 */
    if (verdict->kind == VERDICT_WRONG) {
        json_object_set_new(
            object, "v", verdict->finding.v > 0 ? json_integer(verdict->finding.v) : json_null());
        json_object_set_new(object, "what", json_string(verdict->finding.what));
    } else {
        json_object_set_new(object, "turns", json_integer(verdict->turns));
        json_object_set_new(object, "events", json_integer(verdict->events));
    }
    if (verdict->kind == VERDICT_SOUND) {
        json_object_set_new(object, "key", json_string(verdict->key));
        json_object_set_new(object, "trusted", json_boolean(verdict->trusted));
    }
    json_dumpf(object, stdout, JSON_COMPACT);
    putchar('\n');
    json_decref(object);
}

/* Beside the lines, one a record, that scripts may count. */
static void print_summary(const struct checking *checking)
{
    long all = checking->sound + checking->unfinished + checking->wrong;
    fprintf(stderr, "%ld record%s: %ld OK, %ld wrong, %ld unfinished\n", all, all == 1 ? "" : "s",
            checking->sound, checking->wrong, checking->unfinished);
    if (checking->has_key || checking->sound == 0)
        return;
    fprintf(stderr,
            "No key was given, so that the server really signed them is not checked. They name "
            "the key\n%s%s\nwhich should be what \"clamber key\" prints.\n",
            checking->own_key, checking->other_keys ? " (and others)" : "");
}
