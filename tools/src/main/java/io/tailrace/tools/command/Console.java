/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import io.tailrace.internal.ErrorText;
import java.nio.charset.StandardCharsets;

/**
 * Lines for the user at the terminal, on the standard error; the standard output is for data ({@link Output}). UTF-8
 * whatever the locale. Any thread: a line is written in one piece.
 */
public final class Console {
    private Console() {}

    /** Writes a line as it is. */
    public static void say(String line) {
        byte[] bytes = (line + '\n').getBytes(StandardCharsets.UTF_8);
        System.err.write(bytes, 0, bytes.length);
        System.err.flush();
    }

    /** Reports an error from the background. */
    public static void error(Throwable thrown) {
        error(ErrorText.of(thrown));
    }

    /** Writes an error as one line that names the program. */
    public static void error(String message) {
        say("tailrace: " + message.strip().replace("\r", "").replace('\n', ' '));
    }
}
