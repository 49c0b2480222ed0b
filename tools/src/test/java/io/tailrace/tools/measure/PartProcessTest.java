/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class PartProcessTest {
    @Test
    void jarAndItsFlagsAreKeptAndTheCommandIsNot() {
        assertEquals(
                List.of("-Xmx64m", "-jar", "tailrace.jar"),
                PartProcess.program(List.of("-Xmx64m", "-jar", "tailrace.jar", "ping", "-n", "1")));
    }

    @Test
    void withoutAJarItIsTheClassPath() {
        List<String> expected = List.of("-cp", System.getProperty("java.class.path"), "io.tailrace.tools.TailraceMain");
        assertEquals(expected, PartProcess.program(List.of("-cp", "classes", "Main", "ping")));
        assertEquals(expected, PartProcess.program(List.of("-jar")));
        assertEquals(expected, PartProcess.program(List.of()));
    }
}
