/* Comparing drawings with the text they are known to give. */
#pragma once

#include "proto/client/canvas.h"

/* Fails unless the canvas gives exactly what stands in golden/NAME.txt; escape characters stand
 * there as "^". On a difference prints what it gives instead. With CLAMBER_GOLDEN_UPDATE in the
 * environment it writes the file anew, which is then to be looked at. */
void golden_expect(const struct canvas *canvas, bool colored, const char *name);
