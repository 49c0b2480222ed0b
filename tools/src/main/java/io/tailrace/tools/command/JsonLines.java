/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import io.tailrace.inspect.Unreadable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Findings for programs: one JSON object a line. Each object names its schema and its {@code kind}; the number of the
 * schema changes when a field is removed or changes its meaning. One thread.
 */
public final class JsonLines {
    /** Writes the fields of an object. */
    public interface Fields {
        void write(JsonGenerator json) throws IOException;
    }

    private final String schema;
    private final JsonGenerator json;

    /** Writes to a stream, which it does not flush. */
    public JsonLines(OutputStream out, String schema) {
        this.schema = schema;
        try {
            JsonFactory factory = JsonFactory.builder()
                    .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
                    .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
                    .disable(StreamWriteFeature.FLUSH_PASSED_TO_STREAM)
                    .build();
            this.json = factory.createGenerator(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        json.setRootValueSeparator(null);
    }

    /** Writes an object with its schema and kind. */
    public void line(String kind, Fields fields) {
        object(json -> {
            json.writeStringField("schema", schema);
            json.writeStringField("kind", kind);
            fields.write(json);
        });
    }

    /** Writes an object for each thing. */
    public <R> void lines(String kind, Columns<R> columns, Collection<R> things) {
        things.forEach(thing -> line(kind, columns.of(thing)));
    }

    /**
     * Writes a field.
     *
     * @param value a text, a number, a truth value, {@link Fields} of an object, a collection of such values, or null
     */
    public static void field(JsonGenerator json, String key, @Nullable Object value) throws IOException {
        json.writeFieldName(key);
        value(json, value);
    }

    private static void value(JsonGenerator json, @Nullable Object value) throws IOException {
        if (value instanceof Collection<?> values) {
            json.writeStartArray();
            for (Object each : values) {
                value(json, each);
            }
            json.writeEndArray();
        } else if (value instanceof Fields fields) {
            json.writeStartObject();
            fields.write(json);
            json.writeEndObject();
        } else {
            json.writeObject(value);
        }
    }

    /** Writes an object with these fields alone. */
    public void object(Fields fields) {
        try {
            json.writeStartObject();
            fields.write(json);
            json.writeEndObject();
            json.writeRaw('\n');
            json.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes what could not be read. */
    public void unreadable(Unreadable failure) {
        line("unreadable", fields -> {
            fields.writeNumberField("exitCode", ExitCode.of(failure.reason()));
            fields.writeStringField("reason", failure.message());
        });
    }
}
