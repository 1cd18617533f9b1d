/* The error codes of the contract. */
#pragma once

/* X(enum suffix, code on the wire) */
#define ERROR_CODES(X)                                                                             \
    X(BAD_JSON, "bad_json")                                                                        \
    X(BAD_REQUEST, "bad_request")                                                                  \
    X(UNKNOWN_OP, "unknown_op")                                                                    \
    X(TOO_LONG, "too_long")                                                                        \
    X(UNAUTHENTICATED, "unauthenticated")                                                          \
    X(FORBIDDEN, "forbidden")                                                                      \
    X(NOT_FOUND, "not_found")                                                                      \
    X(NAME_TAKEN, "name_taken")                                                                    \
    X(BAD_CREDENTIALS, "bad_credentials")                                                          \
    X(RATE_LIMITED, "rate_limited")                                                                \
    X(BUSY, "busy")                                                                                \
    X(GONE, "gone")                                                                                \
    X(SELF_PLAY, "self_play")                                                                      \
    X(NOT_YOUR_TURN, "not_your_turn")                                                              \
    X(STALE_PLY, "stale_ply")                                                                      \
    X(ILLEGAL_MOVE, "illegal_move")                                                                \
    X(GAME_OVER, "game_over")                                                                      \
    X(NOT_ALLOWED_NOW, "not_allowed_now")                                                          \
    X(STORAGE_UNAVAILABLE, "storage_unavailable")                                                  \
    X(SHUTTING_DOWN, "shutting_down")

enum error_code {
    ERROR_NONE,
#define ERROR_CODES_ENUM(name, text) ERROR_##name,
    ERROR_CODES(ERROR_CODES_ENUM)
#undef ERROR_CODES_ENUM
};

/* The code as on the wire; `code` is not ERROR_NONE. */
const char *error_code_text(enum error_code code);
