/* What is served on the web listener, and to whom: the same for all its connections.
 * Owned by the server; read by the web clients. Never touches a socket. */
#pragma once

#include "server/io/options.h"
#include "server/machine/effects.h"
#include "server/web/asset.h"

struct site {
    /* Names of this server besides addresses and localhost, and origins of other sites whose pages
     * may open a WebSocket; the options'. */
    const struct options_names *hosts, *origins;
    struct message **plain, **packed; /* by asset; NULL until first asked for */
};

/* Aborts where memory is out. */
void site_init(struct site *site, const struct options *options);
void site_deinit(struct site *site);

bool site_knows_host(const struct site *site, const char *host);
bool site_allows_origin(const struct site *site, const char *origin, const char *host);
/* Where people find this server: the first origin of the configuration, or what `host` says. */
#define SITE_BASE_SIZE 300
void site_base(const struct site *site, const char *host, char out[SITE_BASE_SIZE]);

/* The bytes of an asset, or its compressed bytes; the site's, shared by all who are served them. */
struct message *site_content(struct site *site, const struct asset *asset, bool packed);
