/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BusyThreadsTest {
    @TempDir
    private Path root;

    @Test
    void whoRunsOrWaitsForAProcessorAllTheTimeIsBusy() {
        FakeHost host = new FakeHost(root);
        String task = "/proc/7/task/";
        host.file(task + "7/schedstat", "1000 0 5").file(task + "8/schedstat", "1000 500 5");
        host.file(task + "9/schedstat", "1000 0 5").file(task + "10/schedstat", "odd");
        BusyThreads threads = new BusyThreads(host.files());
        threads.begin(List.of(7L, 11L));
        host.file(task + "7/schedstat", "1790 9 6").file(task + "8/schedstat", "1600 900 6");
        host.file(task + "9/schedstat", "1900 0 6").file(task + "12/schedstat", "999999 0 6");

        assertEquals(2, threads.count(7, 1000));
        assertEquals(-1, threads.count(11, 1000), "nothing is known of it");
    }
}
