/* What stands around every message: replies, errors, events. */
#include "proto/view.h"

void view_error(struct writer *writer, const struct request_id *id, enum error_code code,
                const char *message)
{
    writer_object(writer);
    request_id_write(writer, id);
    writer_key(writer, "error");
    writer_object(writer);
    writer_key_string(writer, "code", error_code_text(code));
    writer_key_string(writer, "message", message);
}

void view_error_end(struct writer *writer)
{
    writer_object_end(writer);
    writer_object_end(writer);
}

void view_ok(struct writer *writer, const struct request_id *id)
{
    writer_object(writer);
    request_id_write(writer, id);
    writer_key(writer, "ok");
}

void view_ok_end(struct writer *writer)
{
    writer_object_end(writer);
}

void view_event(struct writer *writer, const char *name)
{
    writer_object(writer);
    writer_key_string(writer, "ev", name);
}

void view_event_end(struct writer *writer)
{
    writer_object_end(writer);
}
