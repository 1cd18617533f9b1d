#include "server/machine/storage.h"

#include <stdlib.h>

void store_request_destroy(struct store_request *request)
{
    if (request == NULL)
        return;
    if (request->kind == STORE_GAME_LOG)
        free(request->as.game_log.opening);
    if (request->kind == STORE_CHAT_ADD)
        free(request->as.chat_add.line);
    free(request);
}

void read_answer_destroy(struct read_answer *answer)
{
    if (answer == NULL)
        return;
    if (answer->games != NULL) {
        for (int i = 0; i < answer->count; i++)
            free(answer->games[i].log);
    }
    free(answer->account);
    free(answer->games);
    free(answer->points);
    free(answer->leaders);
    free(answer->ignored);
    free(answer->lines);
    free(answer->next);
    free(answer);
}

void restored_deinit(struct restored *restored)
{
    for (size_t i = 0; i < restored->game_count; i++)
        free(restored->games[i].log);
    free(restored->games);
    free(restored->seeks);
    free(restored->challenges);
    free(restored->accepted);
    free(restored->accounts);
    *restored = (struct restored){0};
}
