/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.web;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.control.DriverDirectory;
import io.tailrace.file.FileAccess;
import io.tailrace.inspect.LocalHost;
import io.tailrace.log.LogCreation;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Prints the time that a scrape of many streams takes. */
class ScrapeTimeIT {
    private static final int TERM_LENGTH = 64 * 1024;
    private static final int ROUNDS = 5;

    @TempDir
    private Path path;

    @ParameterizedTest
    @ValueSource(ints = {20, 200})
    void ofSomeStreams(int streams) throws IOException, InterruptedException {
        scrape(streams);
    }

    /** Half a gigabyte of files. */
    @Tag("faults")
    @ParameterizedTest
    @ValueSource(ints = {1000, 2000})
    void ofManyStreams(int streams) throws IOException, InterruptedException {
        scrape(streams);
    }

    private void scrape(int streams) throws IOException, InterruptedException {
        DriverDirectory directory = new DriverDirectory(path);
        Files.createDirectories(directory.logs());
        for (int id = 1; id <= streams; id++) {
            LogMeta.Constants constants =
                    LogMeta.Constants.of(id, "stream-" + id, TERM_LENGTH, LogLayout.KIND_EXCLUSIVE);
            try (LogCreation creation = new LogCreation(directory.log(id), constants, FileAccess.PRIVATE)) {
                while (!creation.step(TERM_LENGTH)) {
                    // One piece for each step.
                }
            }
        }
        try (MetricsServer server = new MetricsServer(new MetricsHandler(directory, new LocalHost()))) {
            for (int round = 0; round < ROUNDS; round++) {
                long startNs = System.nanoTime();
                String text = server.text();
                long tookNs = System.nanoTime() - startNs;
                System.out.printf("scrape of %d streams: %.1f ms, %d bytes%n", streams, tookNs / 1e6, text.length());
                assertEquals(
                        streams,
                        Exposition.parse(text)
                                .get("tailrace_stream_lag_bytes")
                                .samples()
                                .size());
            }
        }
    }
}
