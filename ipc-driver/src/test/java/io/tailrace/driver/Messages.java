/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.Publication;
import io.tailrace.Tailrace;
import io.tailrace.memory.BufferVector;
import io.tailrace.memory.MappedBuffer;
import java.nio.charset.StandardCharsets;

/** Publications and messages for tests, in buffers that need no JVM flag. */
final class Messages {
    private Messages() {}

    static Publication add(Tailrace client, String stream, boolean exclusive) {
        return exclusive ? client.addExclusivePublication(stream) : client.addPublication(stream);
    }

    static MappedBuffer of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    static MappedBuffer of(byte[] bytes) {
        MappedBuffer buffer = MappedBuffer.allocate(Math.max(bytes.length, 1));
        buffer.putBytes(0, bytes);
        return buffer;
    }

    static BufferVector vector(String text) {
        return new BufferVector().reset(of(text), 0, text.length());
    }

    static long offer(Publication publication, String text) {
        return publication.offer(of(text), 0, text.getBytes(StandardCharsets.UTF_8).length);
    }

    /** Offers messages of this length until one is refused. Returns how many were accepted. */
    static int fill(Publication publication, int length) {
        MappedBuffer buffer = MappedBuffer.allocate(Math.max(length, 1));
        int accepted = 0;
        while (publication.offer(buffer, 0, length) > 0) {
            accepted++;
        }
        return accepted;
    }
}
