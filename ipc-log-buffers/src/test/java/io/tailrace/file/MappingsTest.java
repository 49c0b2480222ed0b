/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MappingsTest {
    private static final Path MAPPINGS = Path.of("/proc/self/maps");

    @TempDir
    Path folder;

    private long mappings() throws IOException {
        try (var lines = Files.lines(MAPPINGS)) {
            return lines.filter(line -> line.contains(folder.toString())).count();
        }
    }

    private static void collectAll() {
        while (Mappings.collect()) {
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

        assertTrue(Mappings.collect());
        assertTrue(Mappings.collect(), "it is still there");
        view.putLong(0, 42);
        open.buffer().putLong(0, 42);
        assertEquals(42, view.getLong(0));
    }
}
