/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** The percentiles of a histogram in HdrHistogram's text, which its plotters read ({@code .hgrm}). */
record HistogramFile(@Nullable Path path) {
    private static final int STEPS_PER_HALF_DISTANCE = 5;
    private static final double NS_PER_US = 1e3;

    /**
     * {@return a file that is to be made; null for none}
     *
     * @throws CommandException if it is there, before anybody waits for the result
     */
    static HistogramFile of(@Nullable Path path) {
        if (path != null && Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            throw exists(path);
        }
        return new HistogramFile(path);
    }

    void write(Histogram latency) throws IOException {
        if (path == null) {
            return;
        }
        try {
            Files.write(path, text(latency), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (FileAlreadyExistsException e) {
            throw exists(path);
        }
    }

    static byte[] text(Histogram latency) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PrintStream text = new PrintStream(bytes, false, StandardCharsets.UTF_8)) {
            latency.outputPercentileDistribution(text, STEPS_PER_HALF_DISTANCE, NS_PER_US);
        }
        return bytes.toByteArray();
    }

    private static CommandException exists(Path path) {
        return new CommandException(
                ExitCode.IN_USE,
                "file exists: path=" + path + "; a histogram is not written over: remove it, or name another");
    }
}
