/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.web;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.control.DriverDirectory;
import io.tailrace.inspect.LocalHost;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.tools.dump.TestLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Prints the time that a scrape of many streams takes. */
@Tag("faults")
class ScrapeTimeIT {
    private static final int TERM_LENGTH = 64 * 1024;
    private static final int ROUNDS = 5;

    @TempDir
    private Path path;

    /** A thousand take half a gigabyte of files. */
    @ParameterizedTest
    @ValueSource(ints = {200, 1000})
    void ofManyStreams(int streams) throws IOException, InterruptedException {
        DriverDirectory directory = new DriverDirectory(path);
        Files.createDirectories(directory.logs());
        for (int id = 1; id <= streams; id++) {
            TestLog.create(
                    directory.log(id), LogMeta.Constants.of(id, "stream-" + id, TERM_LENGTH, LogLayout.KIND_EXCLUSIVE));
        }
        try (MetricsServer server = new MetricsServer(new MetricsHandler(directory, new LocalHost()))) {
            for (int round = 0; round < ROUNDS; round++) {
                long startNs = System.nanoTime();
                String text = server.text();
                long tookNs = System.nanoTime() - startNs;
                System.out.printf("scrape of %d streams: %.1f ms, %d bytes%n", streams, tookNs / 1e6, text.length());
                List<Exposition.Sample> lags =
                        Exposition.parse(text).get("tailrace_stream_lag_bytes").samples();
                assertEquals(streams, lags.size());
            }
        }
    }
}
