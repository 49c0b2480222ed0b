/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.measure;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tailrace.samples.summarizer.pipeline.Fill;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * What a run has come to, for programs.
 *
 * @param all from the first line to the last summary; its processor time is that of the whole process, the JVM's start
 *     included
 * @param warm the part of it after half of the input was read, when the JVM has compiled most of what it runs
 * @param rejected lines that were no events
 * @param fills how full each stage was, all the time
 * @param jdk version of the JVM
 * @param processors that the JVM has seen
 */
public record Figures(Part all, Part warm, long rejected, List<Fill> fills, String jdk, int processors) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * A stretch of a run.
     *
     * @param events that were summarized
     * @param seconds that it took
     * @param cpuSeconds processor time of all threads of all processes of the run, also of the compiler, the collector
     *     and the embedded driver
     */
    public record Part(double events, double seconds, double cpuSeconds) {
        double eventsPerS() {
            return events / seconds;
        }
    }

    /** Writes one JSON object. */
    public void write(Path file) throws IOException {
        JSON.writeValue(file.toFile(), this);
    }

    /** {@return what was written} */
    public static Figures read(Path file) throws IOException {
        return JSON.readValue(file.toFile(), Figures.class);
    }
}
