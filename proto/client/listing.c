#include "proto/client/listing.h"

#include <string.h>

#include "proto/client/member.h"
#include "proto/client/terms.h"
#include "proto/client/words.h"

static void print_time(const json_t *object, FILE *out)
{
    char time[TIME_TEXT_MAX];
    struct time_control control = game_state_read_time(json_object_get(object, "time"));
    terms_format_time(&control, time);
    fprintf(out, "%s", time);
}

/* "alice 1500", "alice" where there is no rating. */
static void format_player(const json_t *player, char out[64])
{
    char name[PLAYER_NAME_MAX];
    member_copy(player, "name", name, sizeof name);
    if (json_is_integer(json_object_get(player, "rating")))
        snprintf(out, 64, "%s %d", name, (int)member_integer(player, "rating", 0));
    else
        snprintf(out, 64, "%s", name);
}

void listing_game(const json_t *summary, FILE *out)
{
    char id[GAME_ID_MAX];
    char blue[64];
    char red[64];
    char date[32];
    char result[WORDS_MAX];
    int64_t ended_at = member_integer(summary, "ended_at", 0);
    member_copy(summary, "id", id, sizeof id);
    format_player(json_object_get(summary, "blue"), blue);
    format_player(json_object_get(summary, "red"), red);
    words_date(ended_at > 0 ? ended_at : member_integer(summary, "started_at", 0), date);
    words_summary_result(summary, result);
    fprintf(out, "%-12s  %s  %-25s %-25s size %d  ", id, date, blue, red,
            (int)member_integer(summary, "size", 0));
    print_time(summary, out);
    fprintf(out, "  %s  %d turns  %s\n", member_flag(summary, "rated", false) ? "rated" : "casual",
            (int)member_integer(summary, "ply", 0), result);
}

void listing_point(const json_t *point, FILE *out)
{
    char date[32];
    char game[GAME_ID_MAX];
    words_date(member_integer(point, "at", 0), date);
    member_copy(point, "game", game, sizeof game);
    fprintf(out, "%s  %4d +-%d  game %s\n", date, (int)member_integer(point, "rating", 0),
            (int)member_integer(point, "rd", 0), game);
}

void listing_player(const json_t *player, int rank, FILE *out)
{
    char name[PLAYER_NAME_MAX];
    char kind[8];
    member_copy(player, "name", name, sizeof name);
    member_copy(player, "kind", kind, sizeof kind);
    fprintf(out, "%4d  %-20s %4d +-%d  %d games%s\n", rank, name,
            (int)member_integer(player, "rating", 0), (int)member_integer(player, "rd", 0),
            (int)member_integer(player, "games", 0), strcmp(kind, "bot") == 0 ? "  bot" : "");
}

void listing_user(const json_t *ok, FILE *out)
{
    const json_t *user = json_object_get(ok, "user");
    char name[PLAYER_NAME_MAX];
    char kind[8];
    char date[32];
    member_copy(user, "name", name, sizeof name);
    member_copy(user, "kind", kind, sizeof kind);
    words_date(member_integer(ok, "since_at", 0), date);
    fprintf(out, "%s (%s), here since %s\n", name, kind, date);
    int won = (int)member_integer(ok, "won", 0);
    fprintf(out, "%d game%s won, %d lost\n", won, won == 1 ? "" : "s",
            (int)member_integer(ok, "lost", 0));
    json_t *ratings = json_object_get(user, "ratings");
    const char *pool;
    json_t *rating;
    json_object_foreach(ratings, pool, rating) {
        char text[24];
        member_copy_text(pool, text, sizeof text);
        fprintf(out, "  %-18s %4d +-%d  %d games%s\n", text,
                (int)member_integer(rating, "rating", 0), (int)member_integer(rating, "rd", 0),
                (int)member_integer(rating, "games", 0),
                member_flag(rating, "provisional", false) ? "  provisional" : "");
    }
}

static void print_turn(const json_t *turn, int number, FILE *out)
{
    char move[TURN_TEXT_MAX];
    member_copy(turn, "move", move, sizeof move);
    bool blue = strcmp(member_text(turn, "by", "blue"), "blue") == 0;
    fprintf(out, "%4d. %-4s %-24s", number, blue ? "Blue" : "Red", move);
    int64_t spent_ms = member_integer(turn, "spent_ms", -1);
    if (spent_ms >= 0)
        fprintf(out, " %8.1f s", (double)spent_ms / 1000);
    if (json_is_integer(json_object_get(turn, "blue_ms"))) {
        char left[2][32];
        words_time_left(member_integer(turn, "blue_ms", 0), left[0]);
        words_time_left(member_integer(turn, "red_ms", 0), left[1]);
        fprintf(out, "   Blue %s, Red %s left", left[0], left[1]);
    }
    fputc('\n', out);
}

/* "  alice 1500 -> 1512 (+12)", where the game was rated. */
static void print_rating_change(const json_t *record, const char *color, FILE *out)
{
    const json_t *change = json_object_get(json_object_get(record, "rating_changes"), color);
    if (!json_is_object(change))
        return;
    char name[PLAYER_NAME_MAX];
    int before = (int)member_integer(json_object_get(change, "before"), "rating", 0);
    int after = (int)member_integer(json_object_get(change, "after"), "rating", 0);
    member_copy(json_object_get(record, color), "name", name, sizeof name);
    fprintf(out, "Rating of %s: %d -> %d (%+d)\n", name, before, after,
            (int)((int64_t)after - before));
}

void listing_record(const json_t *record, FILE *out)
{
    char text[64];
    char date[32];
    char result[WORDS_MAX];
    member_copy(record, "id", text, sizeof text);
    fprintf(out, "Game    %s\n", text);
    format_player(json_object_get(record, "blue"), text);
    fprintf(out, "Blue    %s\n", text);
    format_player(json_object_get(record, "red"), text);
    fprintf(out, "Red     %s\n", text);
    fprintf(out, "Terms   size %d, ", (int)member_integer(record, "size", 0));
    print_time(record, out);
    fprintf(out, ", %s\n", member_flag(record, "rated", false) ? "rated" : "casual");
    words_date(member_integer(record, "started_at", 0), date);
    fprintf(out, "Began   %s\n", date);
    words_date(member_integer(record, "ended_at", 0), date);
    fprintf(out, "Ended   %s\n", date);
    words_summary_result(record, result);
    fprintf(out, "Result  %s\n", result);
    print_rating_change(record, "blue", out);
    print_rating_change(record, "red", out);
    const json_t *turns = json_object_get(record, "turns");
    for (size_t i = 0; i < json_array_size(turns); i++)
        print_turn(json_array_get(turns, i), (int)i + 1, out);
}

static double percent(int64_t part, int64_t whole)
{
    return whole > 0 ? 100.0 * (double)part / (double)whole : 0.0;
}

/* How many games, and what share of them each side won. */
static void print_share(const json_t *counts, int64_t of, FILE *out)
{
    int64_t games = member_integer(counts, "games", 0);
    fprintf(out, "%8lld games %5.1f%%   Blue won %5.1f%%   Red won %5.1f%%\n", (long long)games,
            percent(games, of), percent(member_integer(counts, "blue", 0), games),
            percent(member_integer(counts, "red", 0), games));
}

void listing_openings(const json_t *ok, FILE *out)
{
    const json_t *next = json_object_get(ok, "next");
    int64_t games = member_integer(ok, "games", 0);
    if (games == 0) {
        fprintf(out, "No finished rated game began so.\n");
        return;
    }
    fprintf(out, "%-16s", "so far");
    print_share(ok, games, out);
    for (size_t i = 0; i < json_array_size(next); i++) {
        char move[TURN_TEXT_MAX];
        const json_t *row = json_array_get(next, i);
        member_copy(row, "move", move, sizeof move);
        fprintf(out, "  %-14s", move);
        print_share(row, games, out);
    }
}
