#include "server/io/site.h"

#include "proto/http_host.h"

#include <stdlib.h>
#include <string.h>

void site_init(struct site *site, const struct options *options)
{
    *site = (struct site){.hosts = &options->web_hosts, .origins = &options->web_origins};
    site->plain = calloc(asset_count, sizeof(struct message *));
    site->packed = calloc(asset_count, sizeof(struct message *));
    if (site->plain == NULL || site->packed == NULL)
        abort();
}

void site_deinit(struct site *site)
{
    for (size_t i = 0; site->plain != NULL && i < asset_count; i++) {
        if (site->plain[i] != NULL)
            message_release(site->plain[i]);
        if (site->packed[i] != NULL)
            message_release(site->packed[i]);
    }
    free(site->plain);
    free(site->packed);
    *site = (struct site){0};
}

bool site_knows_host(const struct site *site, const char *host)
{
    const char *names[OPTIONS_NAMES_MAX];
    for (size_t i = 0; i < site->hosts->count; i++)
        names[i] = site->hosts->names[i];
    return http_host_known(host, names, site->hosts->count);
}

bool site_allows_origin(const struct site *site, const char *origin, const char *host)
{
    for (size_t i = 0; i < site->origins->count; i++) {
        if (strcmp(site->origins->names[i], origin) == 0)
            return true;
    }
    return http_origin_matches(origin, host);
}

void site_base(const struct site *site, const char *host, char out[SITE_BASE_SIZE])
{
    if (site->origins->count > 0)
        snprintf(out, SITE_BASE_SIZE, "%s", site->origins->names[0]);
    else
        snprintf(out, SITE_BASE_SIZE, "http://%.255s", host);
}

struct message *site_content(struct site *site, const struct asset *asset, bool packed)
{
    struct message **content = &(packed ? site->packed : site->plain)[asset - assets];
    if (*content == NULL)
        *content = packed ? message_create((const char *)asset->gzip, asset->gzip_length)
                          : message_create((const char *)asset->bytes, asset->length);
    return *content;
}
