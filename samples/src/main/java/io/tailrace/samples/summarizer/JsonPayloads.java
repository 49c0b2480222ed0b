/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Parses payloads of version 2, with Jackson. Any thread. */
final class JsonPayloads {
    /** Names of fields come from outside, so they are not kept: hostile ones would fill the tables for ever. */
    private final JsonFactory factory = JsonFactory.builder()
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .build();

    /** {@return the event, or why it is none} */
    Parsed parse(long sequence, EventType type, byte[] bytes, int offset, int length) {
        try (JsonParser parser = factory.createParser(bytes, offset, length)) {
            JsonFields fields = new JsonFields(parser);
            fields.read();
            return fields.toParsed(sequence, type);
        } catch (JsonProcessingException e) { // Jackson has no other way to say it.
            return Reject.BROKEN_JSON;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read from memory: sequence=" + sequence, e);
        }
    }
}
