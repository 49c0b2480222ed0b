/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import io.tailrace.control.DriverDirectory;
import io.tailrace.inspect.LocalHost;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.testing.ChildProcess;
import io.tailrace.tools.dump.TestLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LooksFilesTest {
    private static final int TERM_LENGTH = 64 * 1024;
    private static final long HOUR_NS = TimeUnit.HOURS.toNanos(1);

    @TempDir
    private Path path;

    private static void makeLog(DriverDirectory directory, long id) throws IOException {
        TestLog.create(directory.log(id), LogMeta.Constants.of(id, "quotes", TERM_LENGTH, LogLayout.KIND_CONCURRENT));
    }

    /** {@return the number of terms of logs that this process has mapped, even of deleted files} */
    private long mapped() throws IOException {
        try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
            return maps.filter(line -> line.contains(path + "/") && line.contains("/term-"))
                    .count();
        }
    }

    /** The JDK unmaps some time after the collection. */
    private void awaitMapped(int terms) throws IOException {
        while (mapped() != terms) {
            System.gc();
            ChildProcess.pause();
        }
    }

    /** {@return the number of logs that a new look sees} */
    private static long logs(Looks looks) {
        return Objects.requireNonNull(looks.read(
                System.nanoTime(),
                look -> Objects.requireNonNull(look.seen()).now().logs().size()));
    }

    @Test
    void filesStayMappedWhileTheyAreThereAndThePageIsOpen() throws IOException {
        DriverDirectory directory = new DriverDirectory(path);
        Files.createDirectories(directory.logs());
        makeLog(directory, 1);
        makeLog(directory, 2);
        Files.createFile(directory.lockFile());
        try (Looks looks = new Looks(directory, new LocalHost(), new LastHour(), HOUR_NS, HOUR_NS, e -> fail(e))) {
            assertEquals(2, logs(looks));
            assertEquals(6, mapped());
            Files.move(directory.log(1), path.resolve("gone"));
            assertEquals(1, logs(looks));
            awaitMapped(3);
        }
        awaitMapped(0);
    }
}
