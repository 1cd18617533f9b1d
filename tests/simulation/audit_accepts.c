#include "tests/simulation/audit_accepts.h"

#include <string.h>

/* Whoever has a password has one of these: saying.c. False where none of them is taken. */
static bool sign_in(struct auditor *auditor, const struct ledger_account *account)
{
    bool signed_in = false;
    for (int number = 0; number < 3 && !signed_in; number++) {
        char code[32];
        json_t *ok = auditor_ask(auditor, code,
                                 "\"op\":\"login\",\"name\":\"%s\",\"password\":\"password %d\"",
                                 account->name, number);
        signed_in = ok != NULL;
        json_decref(ok);
    }
    return signed_in;
}

static void ask_again(struct auditor *auditor, const struct ledger_accept *accept)
{
    char code[32];
    json_t *ok = auditor_ask(auditor, code,
                             accept->is_seek ? "\"op\":\"accept\",\"seek\":\"%s\""
                                             : "\"op\":\"challenge_answer\","
                                               "\"challenge\":\"%s\",\"accept\":true",
                             accept->id);
    const char *game = json_string_value(json_object_get(ok, "game"));
    if (game == NULL || strcmp(game, accept->game) != 0)
        run_complain(auditor->run, "%s, accepted by %s, gives \"%s\" and not game %s", accept->id,
                     accept->by->name, game == NULL ? code : game, accept->game);
    json_decref(ok);
}

static void audit_accepts_of(struct auditor *auditor, const struct ledger_account *account)
{
    const struct ledger *ledger = &auditor->run->ledger;
    bool signed_in = false;
    for (size_t i = 0; i < ledger->accept_count; i++) {
        if (ledger->accepts[i].by != account)
            continue;
        if (!signed_in && !sign_in(auditor, account)) {
            run_complain(auditor->run, "%s cannot sign in", account->name);
            return;
        }
        signed_in = true;
        ask_again(auditor, &ledger->accepts[i]);
    }
}

void audit_accepts(struct auditor *auditor)
{
    const struct ledger_account *account;
    for (size_t at = 0; (account = table_next(&auditor->run->ledger.accounts, &at)) != NULL;) {
        auditor_come_back(auditor);
        if (account->kind != ACCOUNT_GUEST)
            audit_accepts_of(auditor, account);
    }
}
