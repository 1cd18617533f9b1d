#include "proto/client/ask.h"

#include <stdio.h>

#include "proto/client/moment.h"
#include "proto/client/signals.h"

static bool give_up(struct session *session, const char *why)
{
    if (why != session->why)
        snprintf(session->why, sizeof session->why, "%s", why);
    return false;
}

bool ask_next(struct session *session, int64_t until_ms, struct happening *happening)
{
    for (;;) {
        int64_t now_ms = moment_now_ms();
        if (session_next(session, now_ms, happening))
            return true;
        if (now_ms >= until_ms)
            return give_up(session, "the server does not answer");
        int64_t wait_ms = session_wait_ms(session, now_ms);
        if (wait_ms > until_ms - now_ms)
            wait_ms = until_ms - now_ms;
        /* A signal that comes between this and the poll ends the poll by its descriptor. */
        if (signals_quit() != 0)
            return give_up(session, "interrupted");
        struct pollfd watched[2];
        session_watch(session, &watched[0]);
        watched[1] = (struct pollfd){.fd = signals_descriptor(), .events = POLLIN};
        if (poll(watched, 2, (int)wait_ms) <= 0)
            continue;
        if (watched[1].revents != 0)
            signals_drain();
        session_serve(session, watched[0].revents);
    }
}

bool ask_ready(struct session *session, int64_t patience_ms)
{
    struct happening happening;
    int64_t until_ms = moment_now_ms() + patience_ms;
    while (session->stage != SESSION_READY) {
        if (!ask_next(session, until_ms, &happening))
            return false;
        if (happening.kind == HAPPENING_LOST || happening.kind == HAPPENING_FAILED)
            return give_up(session, happening.why);
    }
    return true;
}

json_t *ask(struct session *session, json_t *request)
{
    struct happening happening;
    int64_t number = session_request(session, request);
    if (number == 0) {
        give_up(session, "there is no connection to the server");
        return NULL;
    }
    int64_t until_ms = moment_now_ms() + ASK_PATIENCE_MS;
    while (ask_next(session, until_ms, &happening)) {
        if (happening.kind == HAPPENING_REPLY && happening.request == number)
            return json_incref(happening.message);
        if (happening.kind == HAPPENING_LOST || happening.kind == HAPPENING_FAILED) {
            give_up(session, happening.why);
            break;
        }
    }
    return NULL;
}
