/* The lobby on a screen, and its parts as lines of text. Pure. */
#pragma once

#include "proto/client/canvas.h"
#include "proto/client/lobby.h"

#define LOBBY_LINE_MAX 160

struct lobby_page {
    const struct lobby *lobby;
    const char *server; /* its address */
    const char *name;   /* of the user */
    int64_t server_now_ms;
    const char *message;
    bool warned;
    const char *input;
    size_t cursor;
};

void lobby_page_draw(const struct lobby_page *page, struct canvas *canvas, int *cursor_x);

/* "bob      1500  size 3  5+3     rated   you play Red", in columns; or, where `narrow`, without
 * them: "bob 1500, size 3, 5+3, rated, you play Red". */
void lobby_page_seek(const json_t *seek, const char *name, bool narrow, char out[LOBBY_LINE_MAX]);

/* A challenge of this user's: "to bob: size 3, 5+3, rated, you play Blue" */
void lobby_page_outgoing(const json_t *challenge, char out[LOBBY_LINE_MAX]);

/* "against bob, size 3, 5+3, rated, turn 12" */
void lobby_page_unfinished(const json_t *summary, const char *name, char out[LOBBY_LINE_MAX]);

/* "Waiting for an opponent (size 3, 5+3, rated) ..." or, where nothing is wanted, "". */
void lobby_page_waiting(const struct lobby *lobby, char out[LOBBY_LINE_MAX]);
