/* Whom a request is for, and which page sent it: the checks that keep other sites' pages, and names
 * that other people point at this machine (DNS rebinding), away from the web listener. Pure. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Whether `host` (of a request, maybe with a port) is uri-host [":" port] of RFC 3986. "" is. */
bool http_host_valid(const char *host, size_t length);

/* Whether `host` is an address in figures (any: nobody can point a name at it), localhost, a name
 * below localhost, or one of `names`; case, port and a last dot do not matter. NULL is not. */
bool http_host_known(const char *host, const char *const *names, size_t name_count);

/* Whether `origin` ("http://host:port" or https) is the origin of pages under `host`: same name and
 * same port, where the port left out is 80 or 443 by its scheme. "null" matches nothing. */
bool http_origin_matches(const char *origin, const char *host);
