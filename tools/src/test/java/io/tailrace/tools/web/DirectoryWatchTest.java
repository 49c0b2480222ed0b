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
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryWatchTest {
    private static final int TERM_LENGTH = 64 * 1024;

    @TempDir
    private Path path;

    private final List<Runnable> later = new ArrayList<>();

    private void makeLog(DriverDirectory directory, long id) throws IOException {
        LogMeta.Constants constants = LogMeta.Constants.of(id, "quotes", TERM_LENGTH, LogLayout.KIND_CONCURRENT);
        try (LogCreation creation = new LogCreation(directory.log(id), constants, FileAccess.PRIVATE)) {
            while (!creation.step(TERM_LENGTH)) {
                // One piece for each step.
            }
        }
    }

    /** {@return the number of terms of logs that this process has mapped, even of deleted files} */
    private long mapped() throws IOException {
        try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
            return maps.filter(line -> line.contains(path + "/") && line.contains("/term-"))
                    .count();
        }
    }

    /** The JDK unmaps some time after the collection. */
    private void awaitMapped(int terms) throws IOException, InterruptedException {
        while (mapped() != terms) {
            System.gc();
            Thread.sleep(1); // The test has a time limit, which interrupts it.
        }
    }

    @Test
    void filesStayMappedWhileTheyAreThereAndSomebodyLooks() throws IOException, InterruptedException {
        DriverDirectory directory = new DriverDirectory(path);
        Files.createDirectories(directory.logs());
        makeLog(directory, 1);
        makeLog(directory, 2);
        DirectoryWatch watch = new DirectoryWatch(directory, new LocalHost(), later::add);

        watch.look();
        assertEquals(6, mapped());
        Files.move(directory.log(1), path.resolve("gone"));
        assertEquals(1, watch.look().now().streams().get(0).logs().size());
        awaitMapped(3);
        later.remove(0).run();
        assertEquals(3, mapped(), "somebody has looked again");
        later.remove(0).run();
        awaitMapped(0); // No further snapshot was taken.
        watch.look();
        assertEquals(3, mapped());
    }
}
