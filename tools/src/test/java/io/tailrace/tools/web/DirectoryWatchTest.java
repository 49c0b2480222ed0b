/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.web;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.control.DriverDirectory;
import io.tailrace.inspect.LocalHost;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.testing.ChildProcess;
import io.tailrace.tools.dump.TestLog;
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

    @Test
    void filesStayMappedWhileTheyAreThereAndSomebodyLooks() throws IOException {
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
