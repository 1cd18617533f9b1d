/* The header of a record: id, terms, players. */
#include "proto/verify/read_record.h"

#include <string.h>

#include "proto/fields.h"
#include "proto/verify/members.h"

#define ID_LENGTH 12

static bool id_valid(const char *id)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    return strlen(id) == ID_LENGTH && strspn(id, letters) == ID_LENGTH;
}

static bool read_player(const json_t *value, const char *name, struct player_view *player,
                        struct finding *finding)
{
    static const char *const kinds[] = {
        [ACCOUNT_HUMAN] = "human", [ACCOUNT_BOT] = "bot", [ACCOUNT_GUEST] = "guest"};
    struct members members;
    members_open(&members, value, name, 0, finding);
    player->name = members_text(&members, "name");
    player->kind = (enum account_kind)members_choice(&members, "kind", kinds, 3);
    if (json_is_null(json_object_get(value, "rating"))) {
        members_value(&members, "rating");
        player->rating = PLAYER_UNRATED;
    } else {
        player->rating = (int)members_integer(&members, "rating", 0, RATING_SHOWN_MAX);
    }
    return members_end_whole(&members);
}

/* What cannot be so, whoever signed it. */
static bool check_terms(const struct game_view *game, struct finding *finding)
{
    int pool = pool_of(game->size, game->time);
    if (!id_valid(game->id))
        return finding_set(finding, 0, "id is no id of a game");
    if (game->rated && pool == POOL_NONE)
        return finding_set(finding, 0, "a rated game without a clock");
    for (int color = 0; color < 2; color++) {
        const struct player_view *player = &game->players[color];
        bool guest = player->kind == ACCOUNT_GUEST;
        if (game->rated && guest)
            return finding_set(finding, 0, "a guest in a rated game");
        if ((player->rating == PLAYER_UNRATED) != (guest || pool == POOL_NONE))
            return finding_set(finding, 0, "rating of %s is null, or not, against the rules",
                               color_name((enum color)color));
    }
    return true;
}

bool read_header(const json_t *record, struct record_header *header, struct finding *finding)
{
    struct game_view *game = &header->view;
    struct members members;
    memset(header, 0, sizeof *header);
    game->time = &header->time;
    members_open(&members, record, "the record", 0, finding);
    game->id = members_text(&members, "id");
    game->size = (int)members_integer(&members, "size", BOARD_MIN_SIZE, BOARD_MAX_SIZE);
    game->rated = members_flag(&members, "rated");
    game->started_at = members_count(&members, "started_at");
    const json_t *time = members_value(&members, "time");
    if (!members_end(&members) ||
        !read_player(json_object_get(record, "blue"), "blue", &game->players[COLOR_BLUE],
                     finding) ||
        !read_player(json_object_get(record, "red"), "red", &game->players[COLOR_RED], finding))
        return false;
    if (!field_read_time(time, &header->time))
        return finding_set(finding, 0, "time is no time control");
    return check_terms(game, finding);
}
