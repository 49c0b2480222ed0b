/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How often the scheduler of this system gave the processor of a thread that ran to another one. */
final class Preemptions {
    private static final Path STATUS = Path.of("/proc/thread-self/status");
    private static final String FIELD = "nonvoluntary_ctxt_switches:";

    private Preemptions() {}

    /** {@return the number of those of the calling thread up to now, null where the kernel does not tell} */
    static @Nullable Long soFar() {
        try {
            return parse(Files.readAllLines(STATUS));
        } catch (IOException e) {
            return null;
        }
    }

    static @Nullable Long parse(List<String> status) {
        return status.stream()
                .filter(line -> line.startsWith(FIELD))
                .map(line -> Long.valueOf(line.substring(FIELD.length()).strip()))
                .findFirst()
                .orElse(null);
    }
}
