/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.suite;

import io.tailrace.benchmarks.lab.Waiting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** What a command prints. */
final class ProcessOutput {
    private ProcessOutput() {}

    /** {@return its stdout; nothing if there is no such command or it fails} */
    static String of(String... command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return Waiting.exit(process) == 0 ? output : "";
        } catch (IOException e) {
            return "";
        }
    }
}
