/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.process;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.samples.summarizer.wire.End;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class SourcesTest {
    private final Sources sources = new Sources();

    @Test
    void aSourceEndsWithItsLastPart() {
        sources.end(new End(7, 100, 2, 3));
        sources.end(new End(7, 100, 0, 3));
        sources.end(new End(7, 100, 2, 3)); // Told again by a parser that was started again.
        sources.end(new End(8, 50, 1, 3));
        assertFalse(sources.hasEnded());
        sources.end(new End(7, 100, 1, 3));
        assertTrue(sources.hasEnded());
        sources.told();
        assertFalse(sources.hasEnded());
    }

    /** That it was not told yet is saved, too: whoever is killed while it tells it does so again. */
    @Test
    void whatIsRestoredGoesOn() throws IOException {
        sources.end(new End(7, 100, 0, 2));
        assertFalse(copy(sources).hasEnded());
        Sources restored = copy(sources);
        restored.end(new End(7, 100, 1, 2));
        assertTrue(restored.hasEnded());
        assertTrue(copy(restored).hasEnded());
    }

    private static Sources copy(Sources sources) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        sources.save(new DataOutputStream(bytes));
        Sources copy = new Sources();
        copy.restore(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        return copy;
    }

    @Test
    void aSourceOfOnePartEndsAtOnce() {
        sources.end(new End(1, 0, 0, 1));
        assertTrue(sources.hasEnded());
    }
}
