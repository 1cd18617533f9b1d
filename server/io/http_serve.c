/* Which request is for what: Host, WebSocket, health, the API, files, pages. */
#include "server/io/http.h"

#include "proto/websocket.h"

#include <stdio.h>
#include <string.h>

/* ---- Becoming a WebSocket ----------------------------------------------------------------- */

/* 101 for one that may, else the status that says why not. */
static int upgrade_status(const struct client *client, const struct http_request *request)
{
    if (client->host->stopping(client->host->context))
        return 503;
    if (request->upgrade == HTTP_UPGRADE_BAD)
        return 400;
    if (request->upgrade != HTTP_UPGRADE_WEBSOCKET)
        return 426;
    bool foreign = request->origin != NULL &&
                   !site_allows_origin(client->host->site, request->origin, request->host);
    return foreign ? 403 : 101;
}

static void answer_upgrade_required(struct client *client)
{
    struct http_answer answer = {.status = 426, .cache = "no-store"};
    struct http_response response = {.connection = HTTP_CONNECTION_UPGRADE,
                                     .body = HTTP_BODY_LENGTH};
    http_answer_field(&answer, "Sec-WebSocket-Version", "13");
    http_queue_head(client, &response, &answer);
    http_done(client);
}

static void become_websocket(struct client *client, const struct http_request *request)
{
    char accept[WEBSOCKET_ACCEPT_SIZE];
    websocket_accept(request->websocket_key, accept);
    struct http_answer answer = {.status = 101};
    struct http_response response = {.connection = HTTP_CONNECTION_UPGRADE, .body = HTTP_BODY_NONE};
    http_answer_field(&answer, "Sec-WebSocket-Accept", accept);
    http_queue_head(client, &response, &answer);
    client->occupied = false;
    client_change_wire(client, &wire_websocket);
    /* Whatever it has asked for before by HTTP, it is greeted as one that has just come. */
    if (client->joined)
        client->host->left(client->host->context, client);
    client->host->joined(client->host->context, client);
}

static void serve_websocket(struct client *client, const struct http_request *request)
{
    int status = upgrade_status(client, request);
    if (status == 101)
        become_websocket(client, request);
    else if (status == 426)
        answer_upgrade_required(client);
    else if (status == 403)
        http_answer_status(client, 403, "pages of other sites may not connect here");
    else if (status == 503)
        http_answer_status(client, 503, "the server is stopping");
    else
        http_answer_status(client, 400, "that is no WebSocket handshake");
}

/* ---- Health ------------------------------------------------------------------------------- */

static void serve_health(struct client *client)
{
    bool stopping = client->host->stopping(client->host->context);
    struct http_answer answer = {
        .status = stopping ? 503 : 200, .type = "application/json", .cache = "no-store"};
    const char *text = stopping ? "{\"serving\":false}\n" : "{\"serving\":true}\n";
    struct message *body = message_create(text, strlen(text));
    http_answer_body(&answer, body);
    http_answer(client, &answer);
    message_release(body);
}

/* ---- What is for whom --------------------------------------------------------------------- */

void http_serve(struct client *client)
{
    const struct http_request *request = &http_of(client)->reader.request;
    const char *path = request->path;
    if (request->host != NULL && !site_knows_host(client->host->site, request->host))
        http_answer_status(client, 421, "this server does not go by that name: see --web-host");
    else if (api_covers(path))
        http_ask_api(client);
    else if (strcmp(path, "/ws") == 0)
        serve_websocket(client, request);
    else if (strncmp(path, "/web/", 5) == 0)
        http_serve_file(client, path + 5);
    else if (strcmp(path, "/healthz") == 0)
        serve_health(client);
    else
        http_serve_page(client);
}
