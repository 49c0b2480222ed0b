/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.file;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

final class MappingLimitTest {
    private static final int KERNELS_MAX = 80;
    private static final int MAX = 70;

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
    void theFilesOfThisProcessAreCounted() throws IOException {
        int before = Mappings.count();
        MappedFile one = MappedFile.create(folder.resolve("one"), 4096, FileAccess.PRIVATE);
        try (MappedFile two = MappedFile.openReadOnly(folder.resolve("one"))) {
            assertTrue(Mappings.count() >= 2, "before=" + before);
            assertFalse(two.buffer().getByte(0) != 0);
        }
        one.buffer().putByte(0, (byte) 1);
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
}
