#include "tests/support/trace.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

__attribute__((format(printf, 2, 3))) static void put(struct writer *out, const char *format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    writer_raw(out, text, (size_t)length < sizeof text ? (size_t)length : sizeof text - 1);
}

static void put_bytes(struct writer *out, const void *bytes, size_t length)
{
    const unsigned char *at = bytes;
    put(out, " ");
    for (size_t i = 0; i < length; i++)
        put(out, "%02x", at[i]);
}

static void put_conn(struct writer *out, struct conn_id conn)
{
    put(out, " %" PRIu32 ".%" PRIu32, conn.slot, conn.generation);
}

static void put_rating(struct writer *out, const struct rating *rating)
{
    put(out, " [%a %a %a %" PRId64 " %" PRIu32 "]", rating->rating, rating->deviation,
        rating->volatility, rating->at_ms, rating->games);
}

static void put_time(struct writer *out, const struct time_control *time)
{
    put(out, " %d:%" PRId64 "+%" PRId64 "/%" PRId64, (int)time->kind, time->initial_ms,
        time->increment_ms, time->per_move_ms);
}

static void put_entry(struct writer *out, const struct log_entry *entry)
{
    put(out, " (v %" PRId64 " at %" PRId64 " kind %d", entry->v, entry->at, (int)entry->kind);
    put_bytes(out, entry->data, entry->length);
    put(out, ")");
}

static void put_account(struct writer *out, const struct account_row *row)
{
    put(out, " %s %s kind %d at %" PRId64 " %s", row->id, row->name, (int)row->kind,
        row->created_at, row->password);
}

static void put_game_start(struct writer *out, const struct store_request *request)
{
    const struct game_row *row = &request->as.game_start.game;
    put(out, "game_start %s size %d", row->id, row->size);
    put_time(out, &row->time);
    put(out, " rated %d at %" PRId64 " seek '%s' challenge '%s' accepter '%s'", row->rated,
        row->started_at, request->as.game_start.seek, request->as.game_start.challenge,
        request->as.game_start.accepter);
    for (int color = 0; color < 2; color++)
        put(out, " %s %s %d", row->players[color].account, row->players[color].name,
            row->players[color].rating);
    put_entry(out, &request->as.game_start.entry);
}

static void put_game_log(struct writer *out, const struct store_request *request)
{
    put(out, "game_log %s ply %d", request->as.game_log.game, request->as.game_log.ply);
    for (int i = 0; i < request->as.game_log.count; i++)
        put_entry(out, &request->as.game_log.entries[i]);
    if (!request->as.game_log.ended)
        return;
    put(out, " ended status %d winner %d reason %d", (int)request->as.game_log.status,
        request->as.game_log.winner, (int)request->as.game_log.reason);
    for (int i = 0; i < request->as.game_log.rating_count; i++) {
        const struct rating_write *write = &request->as.game_log.ratings[i];
        put(out, " %s pool %d version %" PRIu32, write->account, write->pool, write->version);
        put_rating(out, &write->after);
    }
}

static void put_seek(struct writer *out, const struct seek_row *row)
{
    put(out, "seek_add %s %s size %d", row->id, row->account, row->size);
    put_time(out, &row->time);
    put(out, " rated %d color %d %d..%d at %" PRId64, row->rated, (int)row->color, row->rating_min,
        row->rating_max, row->at);
}

static void put_challenge(struct writer *out, const struct challenge_row *row)
{
    put(out, "challenge_add %s %s %s size %d", row->id, row->from, row->to, row->size);
    put_time(out, &row->time);
    put(out, " rated %d color %d at %" PRId64, row->rated, (int)row->color, row->at);
}

void trace_store(struct writer *out, const struct store_request *request)
{
    put(out, "store %" PRIu64 " at %" PRId64 " ", request->number, request->at);
    switch (request->kind) {
    case STORE_ACCOUNT_ADD:
        put(out, "account_add");
        put_account(out, &request->as.account_add.account);
        put_bytes(out, request->as.account_add.token.bytes, TOKEN_HASH_SIZE);
        put(out, " until %" PRId64, request->as.account_add.expires_at);
        break;
    case STORE_TOKEN_ADD:
    case STORE_TOKEN_TOUCH:
        put(out, "token_%s %s", request->kind == STORE_TOKEN_ADD ? "add" : "touch",
            request->as.token.account);
        put_bytes(out, request->as.token.token.bytes, TOKEN_HASH_SIZE);
        put(out, " until %" PRId64, request->as.token.expires_at);
        break;
    case STORE_TOKEN_DROP:
        put(out, "token_drop %s all %d", request->as.token_drop.account,
            request->as.token_drop.all);
        put_bytes(out, request->as.token_drop.token.bytes, TOKEN_HASH_SIZE);
        break;
    case STORE_PASSWORD_SET:
        put(out, "password_set %s %s", request->as.password_set.account,
            request->as.password_set.password);
        put_bytes(out, request->as.password_set.keep.bytes, TOKEN_HASH_SIZE);
        break;
    case STORE_SEEK_ADD:
        put_seek(out, &request->as.seek_add);
        break;
    case STORE_SEEK_DROP:
        put(out, "seek_drop %s", request->as.seek_drop.id);
        break;
    case STORE_GAME_START:
        put_game_start(out, request);
        break;
    case STORE_GAME_LOG:
        put_game_log(out, request);
        break;
    case STORE_SWEEP:
        put(out, "sweep");
        break;
    case STORE_GUEST_CLOSE:
        put(out, "guest_close %s", request->as.guest_close.account);
        break;
    case STORE_CHALLENGE_ADD:
        put_challenge(out, &request->as.challenge_add);
        break;
    case STORE_CHALLENGE_DROP:
        put(out, "challenge_drop %s", request->as.challenge_drop.id);
        break;
    case STORE_CHAT_ADD:
        put(out, "chat_add %s room %d seq %" PRId64 " %s: %s", request->as.chat_add.game,
            (int)request->as.chat_add.room, request->as.chat_add.line->seq,
            request->as.chat_add.line->account, request->as.chat_add.line->text);
        break;
    case STORE_IGNORE_SET:
        put(out, "ignore_set %s %s %d", request->as.ignore_set.account,
            request->as.ignore_set.other, request->as.ignore_set.on);
        break;
    }
}

static void put_history(struct writer *out, const struct read_request *request)
{
    const struct history_filter *filter = &request->as.history.filter;
    put(out,
        "history '%s' '%s' %d %d %d %d %d %" PRId64 " %" PRId64 " limit %d before %" PRId64 "%s",
        filter->user, filter->versus, filter->size, filter->pool, filter->rated,
        (int)filter->result, (int)filter->reason, filter->since, filter->until,
        request->as.history.limit, request->as.history.before,
        request->as.history.logs ? " logs" : "");
}

static void put_read(struct writer *out, const struct read_request *request)
{
    put(out, "read %" PRIx64 " now %" PRId64 " ", request->ticket, request->now);
    switch (request->kind) {
    case READ_ACCOUNT:
        put(out, "account %s", request->as.account.name);
        break;
    case READ_TOKEN:
        put(out, "token");
        put_bytes(out, request->as.token.bytes, TOKEN_HASH_SIZE);
        break;
    case READ_GAME:
        put(out, "game %s", request->as.game.id);
        break;
    case READ_HISTORY:
        put_history(out, request);
        break;
    case READ_RATING_HISTORY:
        put(out, "rating_history %s %d %" PRId64 " %" PRId64 " limit %d before %" PRId64,
            request->as.rating_history.user, request->as.rating_history.pool,
            request->as.rating_history.since, request->as.rating_history.until,
            request->as.rating_history.limit, request->as.rating_history.before);
        break;
    case READ_LEADERBOARD:
        put(out, "leaderboard %d bots %d limit %d after %a '%s'", request->as.leaderboard.pool,
            request->as.leaderboard.bots, request->as.leaderboard.limit,
            request->as.leaderboard.after_rating, request->as.leaderboard.after_name);
        break;
    case READ_CHAT:
        put(out, "chat %s room %d for '%s' from %" PRId64, request->as.chat.game,
            (int)request->as.chat.room, request->as.chat.reader, request->as.chat.from);
        break;
    case READ_OPENINGS:
        put(out, "openings size %d turns %d", request->as.openings.size,
            request->as.openings.line.count);
        break;
    }
}

static void put_send(struct writer *out, const struct effects *effects, const struct effect *effect)
{
    const struct message *message = effect->as.send.message;
    put(out, "send");
    for (uint32_t i = 0; i < effect->as.send.count; i++)
        put_conn(out, effects->conns[effect->as.send.first + i]);
    put(out, " after %" PRIu64 ": ", effect->after);
    writer_raw(out, message->bytes, message->length - 1);
}

void trace_effect(struct writer *out, const struct effects *effects, const struct effect *effect)
{
    switch (effect->kind) {
    case EFFECT_SEND:
        put_send(out, effects, effect);
        break;
    case EFFECT_STORE:
        trace_store(out, effect->as.store);
        break;
    case EFFECT_READ:
        put_read(out, effect->as.read);
        put(out, " after %" PRIu64, effect->after);
        break;
    case EFFECT_HASH:
        put(out, "hash %" PRIx64 " %s '%s' '%s'", effect->as.hash->ticket,
            effect->as.hash->check ? "check" : "make", effect->as.hash->hash,
            effect->as.hash->password);
        break;
    case EFFECT_CLOSE:
        put(out, "close");
        put_conn(out, effect->as.conn);
        break;
    case EFFECT_PAUSE:
        put(out, "pause");
        put_conn(out, effect->as.conn);
        break;
    case EFFECT_RESUME:
        put(out, "resume");
        put_conn(out, effect->as.conn);
        break;
    }
}

void trace_event(struct writer *out, const struct event *event)
{
    switch (event->kind) {
    case EVENT_RESTORED:
        put(out, "restored %zu games, %zu seeks", event->as.restored->game_count,
            event->as.restored->seek_count);
        break;
    case EVENT_CONNECTED:
        put(out, "connected");
        put_conn(out, event->as.connected.conn);
        break;
    case EVENT_LINE:
        put(out, "line");
        put_conn(out, event->as.line.conn);
        put(out, " ");
        writer_raw(out, event->as.line.bytes, event->as.line.length);
        break;
    case EVENT_TOO_LONG:
        put(out, "too long");
        put_conn(out, event->as.conn.conn);
        break;
    case EVENT_DISCONNECTED:
        put(out, "disconnected");
        put_conn(out, event->as.conn.conn);
        break;
    case EVENT_TICK:
        put(out, "tick");
        break;
    case EVENT_STORED:
        put(out, "stored %" PRIu64 " status %d", event->as.stored.number,
            (int)event->as.stored.status);
        break;
    case EVENT_ANSWERED:
        put(out, "answered %" PRIx64 " status %d", event->as.answered->ticket,
            (int)event->as.answered->status);
        break;
    case EVENT_HASHED:
        put(out, "hashed %" PRIx64 " ok %d", event->as.hashed.ticket, event->as.hashed.ok);
        break;
    case EVENT_SHUTDOWN:
        put(out, "shutdown");
        break;
    case EVENT_OVERDUE:
        put(out, "overdue");
        break;
    }
}
