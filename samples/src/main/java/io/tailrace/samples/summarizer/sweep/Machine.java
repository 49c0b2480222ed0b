/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.sweep;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where a point was measured.
 *
 * @param jdk version of the JVM that ran it
 * @param processors that this JVM has seen
 * @param model of the processors
 * @param kernel of Linux
 */
public record Machine(String jdk, int processors, String model, String kernel) {
    /** {@return this machine, with what a JVM has told} */
    static Machine here(String jdk, int processors) throws IOException {
        String model = Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                .filter(line -> line.startsWith("model name"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse("unknown");
        String kernel = Files.readString(Path.of("/proc/sys/kernel/osrelease")).strip();
        return new Machine(jdk, processors, model, kernel);
    }

    @Override
    public String toString() {
        return "JDK " + jdk + ", " + processors + " processors, " + model + ", Linux " + kernel;
    }
}
