/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.process;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.samples.summarizer.wire.End;
import org.junit.jupiter.api.Test;

class SourcesTest {
    private final Sources sources = new Sources();

    @Test
    void aSourceEndsWithItsLastPart() {
        sources.end(new End(7, 100, 2, 3));
        sources.end(new End(7, 100, 0, 3));
        sources.end(new End(7, 100, 2, 3)); // Told again by a parser that was started again.
        sources.end(new End(8, 50, 1, 3));
        assertFalse(sources.takeEnded());
        sources.end(new End(7, 100, 1, 3));
        assertTrue(sources.takeEnded());
        assertFalse(sources.takeEnded());
    }

    @Test
    void aSourceOfOnePartEndsAtOnce() {
        sources.end(new End(1, 0, 0, 1));
        assertTrue(sources.takeEnded());
    }
}
