/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.file;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Mappings of closed files are collected, at the latest when there are too many. */
final class MappingLimitTest {
    private static final int KERNELS_MAX = 80;
    private static final int MAX = 70;
    private static final Path MAPPINGS = Path.of("/proc/self/maps");

    private final AtomicInteger used = new AtomicInteger();
    private final AtomicInteger collections = new AtomicInteger();
    private int garbage;
    private final MappingLimit limit = new MappingLimit(KERNELS_MAX, used::get, this::collect);

    @TempDir
    Path folder;

    private boolean collect() {
        collections.incrementAndGet();
        boolean any = garbage > 0;
        used.addAndGet(-garbage);
        garbage = 0;
        return any;
    }

    @Test
    void sevenEighthsMayBeTakenAndTheRefusalNamesTheFiguresAndTheWayOut() {
        used.set(MAX - 4);
        assertDoesNotThrow(() -> limit.require(4));
        used.set(MAX - 3);

        MappingLimitException refusal = assertThrows(MappingLimitException.class, () -> limit.require(4));

        String pid = "pid=" + ProcessHandle.current().pid();
        for (String part : new String[] {pid, "mapped=67", "wanted=4", "max=70", "vm.max_map_count=80", "sysctl -w"}) {
            assertTrue(refusal.getMessage().contains(part), refusal.getMessage());
        }
    }

    @Test
    void whatNobodyNeedsIsCollectedFirst() {
        used.set(MAX);
        garbage = 4;

        assertDoesNotThrow(() -> limit.require(4));

        assertEquals(MAX - 4, used.get());
    }

    @Test
    void aCollectionThatFreedTooLittleIsNotRepeatedAtOnce() {
        used.set(MAX);
        garbage = 1;
        assertThrows(MappingLimitException.class, () -> limit.require(4));
        garbage = 1;
        assertThrows(MappingLimitException.class, () -> limit.require(4));

        assertEquals(1, collections.get());
    }

    @Test
    void anInterruptStaysAndRefusesNothing() {
        used.set(MAX);
        garbage = 4;
        Thread.currentThread().interrupt();

        assertDoesNotThrow(() -> limit.require(4));

        assertTrue(Thread.interrupted());
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void theKernelsFigureIsRead() throws IOException {
        String figure =
                Files.readAllLines(Path.of("/proc/sys/vm/max_map_count")).get(0);

        assertTrue(
                MappingLimit.ofProcess().describeRefusal().contains("vm.max_map_count=" + figure + ","),
                MappingLimit.ofProcess().describeRefusal());
    }

    private long mappings() throws IOException {
        try (var lines = Files.lines(MAPPINGS)) {
            return lines.filter(line -> line.contains(folder.toString())).count();
        }
    }

    private static void collectAll() {
        while (MappingLimit.collect()) {
            Thread.onSpinWait();
        }
    }

    @Test
    void whatIsClosedIsUnmapped() throws IOException {
        for (int i = 0; i < 10; i++) {
            MappedFile file = MappedFile.create(folder.resolve("file-" + i), 4096, FileAccess.PRIVATE);
            file.buffer().putByte(0, (byte) 1);
            file.close();
            file.close();
        }

        collectAll(); // Terminates: each is unmapped eventually.

        assertEquals(0, mappings());
    }

    @Test
    void whatIsStillViewedOrOpenIsNot() throws IOException {
        collectAll();
        MappedFile open = MappedFile.create(folder.resolve("open"), 4096, FileAccess.PRIVATE);
        MappedBuffer view;
        try (MappedFile file = MappedFile.create(folder.resolve("viewed"), 4096, FileAccess.PRIVATE)) {
            view = file.buffer().view(100, 8);
        }

        assertTrue(MappingLimit.count() >= 2);
        assertTrue(MappingLimit.collect());
        assertTrue(MappingLimit.collect(), "it is still there");
        view.putLong(0, 42);
        open.buffer().putLong(0, 42);
        assertEquals(42, view.getLong(0));
    }
}
