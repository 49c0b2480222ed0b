/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.web;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;

/**
 * A look as browsers get it: one server-sent event, whose data are JSON objects, one a line.
 *
 * @param number grows from one to the next
 * @param common lines for everybody, as they are sent
 * @param details lines of the streams that somebody has unfolded, by their names
 */
@SuppressWarnings("ArrayRecordComponent") // Nobody compares updates.
record Update(long number, byte[] common, Map<String, byte[]> details) {
    private static final String DATA = "data: ";
    private static final byte[] END = {'\n'};

    /** {@return lines of JSON, which have no other line ends in them, as they stand in an event} */
    static byte[] data(String lines) {
        return lines.isEmpty()
                ? new byte[0]
                : (DATA + lines.strip().replace("\n", '\n' + DATA) + '\n').getBytes(StandardCharsets.UTF_8);
    }

    /** Writes the event for a browser. */
    void write(OutputStream out, Set<String> unfolded) throws IOException {
        out.write(common);
        for (String stream : unfolded) {
            out.write(details.getOrDefault(stream, new byte[0]));
        }
        out.write(END);
        out.flush();
    }
}
