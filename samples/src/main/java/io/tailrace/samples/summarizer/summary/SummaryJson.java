/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.summary;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/** Writes a summary down, so that others than its thread can have it. */
public final class SummaryJson {
    private static final JsonFactory JSON = new JsonFactory();

    private SummaryJson() {}

    /** {@return the summary as a JSON object} For the thread that it belongs to. */
    public static String of(Summary summary) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            summary.writeJson(json);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write into memory", e);
        }
        return text.toString();
    }
}
