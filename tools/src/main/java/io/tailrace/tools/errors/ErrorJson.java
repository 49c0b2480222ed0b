/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.errors;

import io.tailrace.tools.command.JsonLines;
import io.tailrace.tools.view.ErrorView;
import java.io.OutputStream;
import java.time.Instant;

/** Distinct errors as programs read them. One thread. */
public final class ErrorJson {
    static final String SCHEMA = "tailrace.errors/1";

    private final JsonLines lines;

    /** Writes to an output, which it does not flush. */
    public ErrorJson(OutputStream out) {
        this(new JsonLines(out, SCHEMA));
    }

    ErrorJson(JsonLines lines) {
        this.lines = lines;
    }

    /** Writes a line for the error. */
    public void write(ErrorView error) {
        lines.line("error", json -> {
            json.writeStringField("where", error.owner());
            json.writeNumberField("count", error.count());
            json.writeStringField("first", time(error.firstMs()));
            json.writeStringField("last", time(error.lastMs()));
            json.writeStringField("text", error.text());
        });
    }

    /** To the millisecond, always as wide. */
    static String time(long ms) {
        String text = Instant.ofEpochMilli(ms).toString();
        return text.length() == 20 ? text.substring(0, 19) + ".000Z" : text;
    }
}
