/* Runs a transcript: a conversation with the server, as a text.
 *
 *     # a remark
 *     A connects                  a client; "from 7" gives it the address 10.0.0.7, and before
 *                                 that "by HTTP" counts its requests as such
 *     A joins                     the same, with hello read
 *     A > {"id":1,"op":"ping"}    says a line; $name stands for its value
 *     A < {"re":1,"ok":{"at":*}}  the next message is like this pattern (see pattern.h);
 *                                 "A, B <": to all of them, in the same bytes
 *     A < nothing                 there is no message
 *     A sends 5000 bytes          a line of so many blanks and one letter
 *     A says FF 00 7B             a line of these bytes
 *     A lags 300ms                so long its network takes from now on, there and back
 *     A leaves
 *     A, B play $game: C3 C4      turns, A being Blue; further names watch
 *     A, B play $game at random to ply 600
 *     $name is 5                  a value by hand
 *     wait 5s                     time passes: ms, s, min, h, d
 *     stall 5s                    the same, with the server not looking
 *     wall clock moves -1h
 *     commits hold                and "reads hold", "hashes hold"
 *     commit 1                    of what is held, so many get on disk, in one transaction
 *     write 1                     the same, but the machine does not hear of it
 *     fetch, answer               a read is looked up; its answer is handed over
 *     hash                        a password is hashed
 *     commits go on
 *     crash, restart              and "after 2h": all who are connected are cut off
 *     shutdown                    and "overdue": passwords are waited for no longer
 *     server turn_limit 4         before anything else; open_limits 0 puts rate limits in force
 *     include two_guests.txt      what stands in another file
 *
 *     20 times:                   and, indented below, what is done so often, a statement a line;
 *                                 $n counts from 0, and names set within are forgotten each time
 *
 * A line that begins with a blank goes on from the one before. At its end a transcript has read all
 * that it was shown. */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/protocol/line_play.h"

#define STATEMENT_MAX 16384
#define NAMED_MAX 8

/* ---- Reading statements ------------------------------------------------------------------- */

/* Takes `word` and the blanks behind it from the beginning of *text, where it stands there. */
static bool take_word(const char **text, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(*text, word, length) != 0 ||
        ((*text)[length] != '\0' && !isspace((unsigned char)(*text)[length])))
        return false;
    *text += length + strspn(*text + length, " \n");
    return true;
}

/* "5s" and the like, in milliseconds. */
static int64_t read_duration(struct stage *stage, const char *text)
{
    static const struct {
        const char *unit;
        int64_t ms;
    } units[] = {{"ms", 1}, {"s", 1000}, {"min", 60000}, {"h", 3600000}, {"d", 86400000}};
    char *unit;
    int64_t value = strtoll(text, &unit, 10);
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (strcmp(unit, units[i].unit) == 0)
            return value * units[i].ms;
    }
    stage_fail(stage, "not a duration: %s", text);
    return 0;
}

/* "A, B": the names before the verb, which must be connected if `known`. */
struct named {
    char names[NAMED_MAX][16];
    size_t count;
};

static bool read_names(const char **text, struct named *named)
{
    const char *at = *text;
    named->count = 0;
    for (;;) {
        size_t length = 0;
        while (isalnum((unsigned char)at[length]))
            length++;
        if (length == 0 || length >= sizeof named->names[0] || named->count == NAMED_MAX)
            return false;
        memcpy(named->names[named->count], at, length);
        named->names[named->count++][length] = '\0';
        at += length;
        if (*at != ',')
            break;
        at += 1 + strspn(at + 1, " ");
    }
    if (*at != ' ')
        return false;
    *text = at + strspn(at, " ");
    return true;
}

/* ---- What clients do ---------------------------------------------------------------------- */

static void do_connect(struct stage *stage, const char *name, const char *rest, bool greeted)
{
    long host = 1;
    bool by_http = take_word(&rest, "by HTTP");
    if (take_word(&rest, "from"))
        host = strtol(rest, NULL, 10);
    stage_connect(stage, name, (uint8_t)host, by_http);
    if (greeted && !stage->failed)
        json_decref(stage_read_json(stage, stage_client(stage, name)));
}

static void do_say(struct stage *stage, const struct client_name *client, const char *text)
{
    char *line = pattern_fill(text, &stage->variables);
    if (line == NULL)
        stage_fail(stage, "a name without a value in %s", text);
    else
        world_say(stage->world, client->connection, line, strlen(line));
    free(line);
}

static void do_say_bytes(struct stage *stage, const struct client_name *client, const char *text)
{
    char line[1024];
    size_t length = 0;
    char *end;
    for (const char *at = text; *at != '\0' && length < sizeof line; at = end) {
        line[length++] = (char)strtol(at, &end, 16);
        end += strspn(end, " ");
    }
    world_say(stage->world, client->connection, line, length);
}

static void do_send_blanks(struct stage *stage, const struct client_name *client, const char *rest)
{
    size_t length = (size_t)strtol(rest, NULL, 10);
    char *line = malloc(length + 1);
    if (line == NULL)
        abort();
    memset(line, ' ', length);
    line[length - 1] = 'x';
    world_say(stage->world, client->connection, line, length);
    free(line);
}

static void check_message(struct stage *stage, const struct client_name *client,
                          const char *pattern, const char *text)
{
    char why[PATTERN_WHY_SIZE];
    if (text == NULL) {
        stage_fail(stage, "%s is shown nothing\n  expected  %s", client->name, pattern);
        return;
    }
    json_t *value = json_loads(text, 0, NULL);
    if (value == NULL)
        stage_fail(stage, "%s is shown what is not JSON\n  got       %s", client->name, text);
    else if (!pattern_match(pattern, value, &stage->variables, why))
        stage_fail(stage, "%s\n  expected  %s\n  got       %s", why, pattern, text);
    json_decref(value);
}

static void do_read(struct stage *stage, struct client_name **clients, size_t count,
                    const char *pattern)
{
    char *first = stage_read(stage, clients[0]);
    if (strcmp(pattern, "nothing") == 0) {
        if (first != NULL)
            stage_fail(stage, "%s is shown\n  got       %s", clients[0]->name, first);
        free(first);
        if (count > 1)
            do_read(stage, clients + 1, count - 1, pattern);
        return;
    }
    check_message(stage, clients[0], pattern, first);
    for (size_t i = 1; i < count && !stage->failed; i++) {
        char *other = stage_read(stage, clients[i]);
        if (other == NULL || strcmp(other, first) != 0)
            stage_fail(stage, "%s is shown something else than %s\n  %s\n  %s", clients[i]->name,
                       clients[0]->name, other == NULL ? "nothing" : other, first);
        free(other);
    }
    free(first);
}

static void do_play(struct stage *stage, struct client_name **clients, size_t count,
                    const char *rest)
{
    size_t length = *rest == '$' ? pattern_name_length(rest + 1) : 0;
    const char *game = json_string_value(variables_find(&stage->variables, rest + 1, length));
    if (game == NULL || count < 2) {
        stage_fail(stage, "who plays which game?");
        return;
    }
    rest += 1 + length;
    if (*rest == ':') {
        line_play_turns(stage, clients, count, game, rest + 1);
        return;
    }
    rest += strspn(rest, " ");
    int64_t ply = 0;
    if (sscanf(rest, "at random to ply %" SCNd64, &ply) == 1)
        line_play_random(stage, clients, count, game, ply);
    else
        stage_fail(stage, "play what?");
}

/* A statement that begins with names. */
static void do_client_statement(struct stage *stage, const char *text)
{
    struct named named;
    const char *rest = text;
    if (!read_names(&rest, &named)) {
        stage_fail(stage, "not a statement: %s", text);
        return;
    }
    bool joins = take_word(&rest, "joins") || take_word(&rest, "join");
    if (joins || take_word(&rest, "connects") || take_word(&rest, "connect")) {
        for (size_t i = 0; i < named.count; i++)
            do_connect(stage, named.names[i], rest, joins);
        return;
    }
    if (take_word(&rest, "leaves") || take_word(&rest, "leave")) {
        for (size_t i = 0; i < named.count; i++)
            stage_leave(stage, named.names[i]);
        return;
    }
    struct client_name *clients[NAMED_MAX];
    for (size_t i = 0; i < named.count; i++) {
        clients[i] = stage_client(stage, named.names[i]);
        if (clients[i] == NULL)
            return;
    }
    if (take_word(&rest, "<"))
        do_read(stage, clients, named.count, rest);
    else if (take_word(&rest, "play"))
        do_play(stage, clients, named.count, rest);
    else if (named.count != 1)
        stage_fail(stage, "one at a time: %s", text);
    else if (take_word(&rest, ">"))
        do_say(stage, clients[0], rest);
    else if (take_word(&rest, "says"))
        do_say_bytes(stage, clients[0], rest);
    else if (take_word(&rest, "sends"))
        do_send_blanks(stage, clients[0], rest);
    else if (take_word(&rest, "lags"))
        world_lag(stage->world, clients[0]->connection, read_duration(stage, rest));
    else
        stage_fail(stage, "not a statement: %s", text);
}

/* ---- What happens to the server ----------------------------------------------------------- */

static void do_configure(struct stage *stage, const char *rest)
{
    char name[32];
    long value;
    struct machine_config *config = &stage->config;
    if (stage->world != NULL || sscanf(rest, "%31s %ld", name, &value) != 2)
        stage_fail(stage, "not a setting, or too late: %s", rest);
    else if (strcmp(name, "turn_limit") == 0)
        config->turn_limit = (int)value;
    else if (strcmp(name, "max_games") == 0)
        config->max_games = (uint32_t)value;
    else if (strcmp(name, "max_outstanding") == 0)
        config->max_outstanding = (uint32_t)value;
    else if (strcmp(name, "open_limits") == 0)
        config->open_limits = value != 0;
    else
        stage_fail(stage, "no such setting: %s", name);
}

static void do_hold(struct stage *stage, bool *hold, const char *rest)
{
    *hold = strcmp(rest, "hold") == 0;
    if (!*hold && strcmp(rest, "go on") != 0)
        stage_fail(stage, "hold, or go on?");
    world_settle(stage->world);
}

static void do_commit(struct stage *stage, const char *rest)
{
    world_write(stage->world, (size_t)strtol(rest, NULL, 10));
    world_tell(stage->world);
}

static void do_end_of_life(struct stage *stage, const char *rest, bool orderly)
{
    struct world *world = stage_world(stage);
    int64_t down_ms = take_word(&rest, "after") ? read_duration(stage, rest) : 0;
    if (orderly) {
        world->hold_commits = world->hold_reads = world->hold_hashes = false;
        world_settle(world);
    }
    stage_all_gone(stage);
    world_crash(world, down_ms);
}

static void do_name(struct stage *stage, const char *text)
{
    size_t length = pattern_name_length(text);
    const char *rest = text + length + strspn(text + length, " ");
    json_t *value = take_word(&rest, "is") ? json_loads(rest, JSON_DECODE_ANY, NULL) : NULL;
    if (value == NULL || !variables_set(&stage->variables, text, length, value))
        stage_fail(stage, "not a name and a value: %s", text);
    json_decref(value);
}

/* False where the statement is none of these. */
static bool do_time_statement(struct stage *stage, const char *rest)
{
    if (take_word(&rest, "wait")) {
        world_advance(stage_world(stage), read_duration(stage, rest));
    } else if (take_word(&rest, "stall")) {
        world_stall(stage_world(stage), read_duration(stage, rest));
    } else if (take_word(&rest, "wall clock moves")) {
        stage_world(stage)->wall_ms += read_duration(stage, rest);
    } else {
        return false;
    }
    return true;
}

static bool do_server_statement(struct stage *stage, const char *rest)
{
    if (take_word(&rest, "server"))
        do_configure(stage, rest);
    else if (take_word(&rest, "commits"))
        do_hold(stage, &stage_world(stage)->hold_commits, rest);
    else if (take_word(&rest, "reads"))
        do_hold(stage, &stage_world(stage)->hold_reads, rest);
    else if (take_word(&rest, "hashes"))
        do_hold(stage, &stage_world(stage)->hold_hashes, rest);
    else if (take_word(&rest, "commit"))
        do_commit(stage, rest);
    else if (take_word(&rest, "write"))
        world_write(stage->world, (size_t)strtol(rest, NULL, 10));
    else if (take_word(&rest, "fetch"))
        world_fetch(stage->world);
    else if (take_word(&rest, "answer"))
        world_answer(stage->world);
    else if (take_word(&rest, "hash"))
        world_hash(stage->world);
    else if (take_word(&rest, "crash"))
        do_end_of_life(stage, rest, false);
    else if (take_word(&rest, "restart"))
        do_end_of_life(stage, rest, true);
    else if (take_word(&rest, "shutdown"))
        world_shutdown(stage_world(stage), 2000);
    else if (take_word(&rest, "overdue"))
        world_overdue(stage_world(stage));
    else
        return do_time_statement(stage, rest);
    return true;
}

/* ---- Files -------------------------------------------------------------------------------- */

static void run_file(struct stage *stage, const char *path);

static void include(struct stage *stage, const char *name)
{
    char path[1024];
    const char *file = stage->file, *slash = strrchr(file, '/');
    int line = stage->line;
    int folder = slash == NULL ? 0 : (int)(slash + 1 - file);
    snprintf(path, sizeof path, "%.*s%s", folder, file, name);
    run_file(stage, path);
    stage->file = file;
    stage->line = line;
}

static void do_statement(struct stage *stage, const char *text);

/* Each line of the block as a statement of its own. */
static void do_block(struct stage *stage, const char *block)
{
    char statement[1024];
    for (const char *at = block; *at != '\0' && !stage->failed;) {
        size_t length = strcspn(at, "\n");
        snprintf(statement, sizeof statement, "%.*s", (int)length, at);
        do_statement(stage, statement);
        at += length;
        at += strspn(at, " \n");
    }
}

static void do_repeatedly(struct stage *stage, const char *text)
{
    int times = 0, length = 0;
    if (sscanf(text, "%d times: %n", &times, &length) != 1 || length == 0) {
        stage_fail(stage, "not a statement: %s", text);
        return;
    }
    struct variables *variables = &stage->variables;
    for (int n = 0; n < times && !stage->failed; n++) {
        json_t *number = json_integer(n);
        size_t before = variables->count;
        variables_set(variables, "n", 1, number);
        json_decref(number);
        do_block(stage, text + length);
        variables_forget(variables, before);
    }
}

static void do_statement(struct stage *stage, const char *text)
{
    const char *rest = text;
    if (text[0] == '#' || text[0] == '\0')
        return;
    if (text[0] == '$')
        do_name(stage, text + 1);
    else if (isdigit((unsigned char)text[0]))
        do_repeatedly(stage, text);
    else if (take_word(&rest, "include"))
        include(stage, rest);
    else if (!do_server_statement(stage, text))
        do_client_statement(stage, text);
    if (stage->judge.complaint[0] != '\0')
        stage_fail(stage, "%s", stage->judge.complaint);
}

/* Appends the next line to the statement if it goes on from there. */
static bool goes_on(FILE *file, char *statement, size_t *length, int *lines)
{
    int c = getc(file);
    ungetc(c, file);
    if (c != ' ' || fgets(statement + *length, (int)(STATEMENT_MAX - *length), file) == NULL)
        return false;
    *length += strlen(statement + *length);
    ++*lines;
    return true;
}

static void run_file(struct stage *stage, const char *path)
{
    static char copies[4][STATEMENT_MAX]; /* by depth of inclusion */
    static size_t depth;
    FILE *file = fopen(path, "r");
    if (file == NULL || depth == sizeof copies / sizeof copies[0]) {
        stage_fail(stage, "cannot read %s", path);
        return;
    }
    char *statement = copies[depth++];
    stage->file = path;
    for (int line = 1, lines = 1; !stage->failed && fgets(statement, STATEMENT_MAX, file) != NULL;
         line += lines) {
        size_t length = strlen(statement);
        lines = 1;
        while (goes_on(file, statement, &length, &lines))
            ;
        while (length > 0 && isspace((unsigned char)statement[length - 1]))
            statement[--length] = '\0';
        stage->line = line;
        do_statement(stage, statement);
    }
    depth--;
    fclose(file);
}

int main(int count, char **arguments)
{
    if (count != 2) {
        fprintf(stderr, "usage: %s TRANSCRIPT   (CLAMBER_TRACE=1 tells all that goes on)\n",
                arguments[0]);
        return 2;
    }
    struct stage stage;
    stage_init(&stage);
    stage.file = arguments[1];
    run_file(&stage, arguments[1]);
    if (!stage.failed)
        stage_check_finished(&stage);
    stage_deinit(&stage);
    return stage.failed;
}
