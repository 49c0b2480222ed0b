/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.client;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.TailraceException;
import org.junit.jupiter.api.Test;

/** Neither the driver nor history is on the class path of these tests. */
final class ServicesTest {
    @Test
    void whatIsMissingIsNamedWithItsArtifact() {
        for (Services<?> missing : new Services<?>[] {Services.DRIVER, Services.HISTORY}) {
            String message =
                    assertThrows(TailraceException.class, missing::require).getMessage();
            assertTrue(
                    message.startsWith("no " + missing.purpose() + ": add io.tailrace:" + missing.artifact()), message);
        }
    }
}
