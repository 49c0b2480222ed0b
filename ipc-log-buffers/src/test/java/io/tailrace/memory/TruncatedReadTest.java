/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A program that keeps a buffer while its file is truncated gets errors, and its JVM lives on. */
final class TruncatedReadTest {
    private static void check(String... flags) throws Exception {
        ForkedJvm.Result result = ForkedJvm.run(TruncatedReadMain.class, List.of(flags));

        assertEquals(0, result.exitCode(), result.output());
        assertTrue(result.output().endsWith("done\n"), result.output());
        assertEquals(13, result.output().split("faults=10000", -1).length - 1, result.output());
    }

    @Test
    void eachReadFails() throws Exception {
        check();
    }

    @Test
    void eachReadFailsWhereUnsafeIsExported() throws Exception {
        check("--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED");
    }
}
