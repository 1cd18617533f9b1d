/* The operations, from the table of proto/operations.h. */
#include "proto/view.h"

#include <assert.h>

static const char *identity_text(enum identity identity)
{
    switch (identity) {
    case IDENTITY_ANY:
        return "nothing";
    case IDENTITY_NONE:
        return "no identity";
    case IDENTITY_SOME:
        return "identity";
    }
    assert(false && "an identity outside the enum");
    return "";
}

static void write_field(struct writer *writer, enum field field, bool required)
{
    const struct field_row *row = field_row(field);
    writer_key(writer, row->name);
    writer_object(writer);
    writer_key_string(writer, "type", field_type_text(row->type));
    writer_key_boolean(writer, "required", required);
    writer_object_end(writer);
}

static void write_fields(struct writer *writer, uint64_t set, bool required)
{
    for (uint64_t rest = set; rest != 0; rest &= rest - 1)
        write_field(writer, (enum field)__builtin_ctzll(rest), required);
}

void view_help(struct writer *writer)
{
    writer_object(writer);
    for (enum operation operation = 0; operation < OPERATION_COUNT; operation++) {
        const struct operation_row *row = operation_row(operation);
        writer_key(writer, row->name);
        writer_object(writer);
        writer_key_string(writer, "needs", identity_text(row->identity));
        writer_key(writer, "fields");
        writer_object(writer);
        write_fields(writer, row->required, true);
        write_fields(writer, row->optional, false);
        writer_object_end(writer);
        writer_object_end(writer);
    }
    writer_object_end(writer);
}
