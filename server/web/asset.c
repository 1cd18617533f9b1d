#include "server/web/asset.h"

#include <stdlib.h>
#include <string.h>

static int asset_compare(const void *path, const void *asset)
{
    return strcmp(path, ((const struct asset *)asset)->path);
}

const struct asset *asset_find(const char *path)
{
    return bsearch(path, assets, asset_count, sizeof *assets, asset_compare);
}
