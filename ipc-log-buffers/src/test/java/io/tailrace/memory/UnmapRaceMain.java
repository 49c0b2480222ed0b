/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.memory;

import io.tailrace.file.FileAccess;
import io.tailrace.file.MappedFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Reads and writes mappings whose file is closed and that only the access itself refers to, while another thread
 * collects garbage all the time: an access to unmapped memory would crash the JVM.
 */
final class UnmapRaceMain {
    private static final int LENGTH = 64 * 1024;

    private UnmapRaceMain() {}

    public static void main(String[] arguments) throws Exception {
        Path path = Files.createTempDirectory("tailrace-test").resolve("file");
        MappedFile.create(path, LENGTH, FileAccess.PRIVATE).close();
        long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Long.parseLong(arguments[0]));
        Thread collector = new Thread(() -> {
            while (System.nanoTime() - endNs < 0) {
                System.gc();
            }
        });
        collector.start();
        long sum = 0;
        while (System.nanoTime() - endNs < 0) {
            sum += sumOf(bufferOf(path));
            bufferOf(path).putLongRelease(8, 1);
            bufferOf(path).putBytes(16, bufferOf(path), 8, 40);
            bufferOf(path).putBytes(64, new byte[LENGTH / 2]);
        }
        collector.join();
        Files.delete(path);
        Files.delete(path.getParent());
        System.out.println(sum > 0 ? "done" : "nothing was read");
    }

    private static MappedBuffer bufferOf(Path path) throws Exception {
        try (MappedFile file = MappedFile.openReadWrite(path)) {
            return file.buffer();
        }
    }

    private static long sumOf(MappedBuffer buffer) {
        long sum = 0;
        for (int i = 0; i < LENGTH; i += Long.BYTES) {
            sum += buffer.getLong(i) + buffer.getLongAcquire(i);
        }
        return sum;
    }
}
