/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

/** Parses the payloads of lines. Throws nothing, whatever the bytes are. Any thread. */
final class EventParser {
    private final JsonPayloads json = new JsonPayloads();

    /** {@return the version of a payload} One that begins as a JSON object is of version 2. */
    public static int version(byte[] bytes, int offset, int length) {
        return length > 0 && bytes[offset] == '{' ? 2 : 1;
    }

    /** {@return the event, or why it is none} The payload has to be UTF-8. */
    public Parsed parse(long sequence, EventType type, byte[] bytes, int offset, int length) {
        return version(bytes, offset, length) == 2
                ? json.parse(sequence, type, bytes, offset, length)
                : CsvParser.parse(sequence, type, bytes, offset, length);
    }
}
