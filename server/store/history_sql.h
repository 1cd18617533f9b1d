/* The statement that finds the games of a history, for each set of filters. */
#pragma once

#include "server/machine/storage.h"

#define HISTORY_SQL_SIZE 2048

/* What a history asks for, with its names resolved. Fields not asked for have the values that
 * struct history_filter gives them. */
struct history_query {
    char account[ID_SIZE];  /* "" any */
    char opponent[ID_SIZE]; /* "" any */
    int size;
    int pool;
    int rated;
    enum wanted_result result; /* of account */
    enum reason reason;
};

/* Parameters of the statement; those of filters not asked for are left out. */
enum history_parameter {
    HISTORY_ACCOUNT = 1,
    HISTORY_FIRST, /* sequence from */
    HISTORY_END,   /* sequence before */
    HISTORY_LIMIT,
    HISTORY_OPPONENT,
    HISTORY_POOL,
    HISTORY_REASON,
    HISTORY_RESULT,
    HISTORY_SIZE,
    HISTORY_RATED,
};

/* Its rows are GAME_COLUMNS, newest ending first. Each is found along an index on one filter (or on
 * the account and one more) and the sequence; the other filters are judged on the way. */
void history_sql(const struct history_query *query, char sql[HISTORY_SQL_SIZE]);
