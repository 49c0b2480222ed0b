/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SuggestedCommandTest {
    @Test
    void aShellReadsTheWordsThatWereMeant() throws IOException, InterruptedException {
        String line = SuggestedCommand.of("sub", "two words", "it's $HOME", "", "--dir", "/a;b");
        Process shell = new ProcessBuilder("sh", "-c", "tailrace() { printf '%s|' \"$@\"; }; " + line).start();
        String words = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, shell.waitFor());
        assertEquals("sub|two words|it's $HOME||--dir|/a;b|", words);
    }
}
