/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.memory;

import io.tailrace.file.FileAccess;
import io.tailrace.file.MappedFile;
import io.tailrace.internal.OwnMemory;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;

/**
 * Reads and writes mappings that only the access itself refers to, while another thread collects garbage all the time:
 * an access to unmapped memory would crash the JVM.
 */
final class UnmapRaceMain {
    private static final int LENGTH = 64 * 1024;
    /** Mapped in advance, so that most collections happen during an access. */
    private static final int MAPPINGS = 256;

    private static long sum = 0;

    private UnmapRaceMain() {}

    /** Arguments: for how many milliseconds, and whether by the memory's address or through its ByteBuffer. */
    public static void main(String[] arguments) throws Exception {
        Path path = Files.createTempDirectory("tailrace-test").resolve("file");
        MappedFile.create(path, LENGTH, FileAccess.PRIVATE).close();
        boolean byAddress = Boolean.parseBoolean(arguments[1]);
        long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Long.parseLong(arguments[0]));
        Thread collector = new Thread(() -> {
            while (System.nanoTime() - endNs < 0) {
                System.gc();
            }
        });
        collector.start();
        MappedBuffer[] mappings = new MappedBuffer[MAPPINGS];
        while (System.nanoTime() - endNs < 0) {
            try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                for (int i = 0; i < MAPPINGS; i++) {
                    mappings[i] = mapping(file, byAddress);
                }
            }
            for (int i = 0; i + 2 <= MAPPINGS; i += 2) {
                access(mappings, i);
            }
        }
        collector.join();
        Files.delete(path);
        Files.delete(path.getParent());
        System.out.println(sum != 0 ? "done" : "nothing was read");
    }

    private static MappedBuffer mapping(FileChannel file, boolean byAddress) throws Exception {
        var bytes = file.map(MapMode.READ_WRITE, 0, LENGTH);
        return byAddress ? MappedBuffer.of(new OwnMemory(bytes, LENGTH)) : new MappedBuffer(bytes);
    }

    private static void access(MappedBuffer[] mappings, int i) {
        switch (i / 2 % 8) {
            case 0 -> sum += sumOf(take(mappings, i));
            case 1 -> take(mappings, i).putLongRelease(8, 1);
            case 2 -> take(mappings, i).putBytes(16, take(mappings, i + 1), 8, 40);
            case 3 -> take(mappings, i).putBytes(64, new byte[LENGTH / 2]);
            case 4 -> take(mappings, i).putBytes(16, take(mappings, i + 1), 8, 8);
            case 5 ->
                sum += take(mappings, i).getLongVolatile(8)
                        + take(mappings, i + 1).getAndAddInt(16, 1);
            case 6 -> sum += take(mappings, i).getInt(8) + take(mappings, i + 1).getShortVolatile(16);
            default -> take(mappings, i).setMemory(32, 100, (byte) 1);
        }
    }

    private static MappedBuffer take(MappedBuffer[] mappings, int i) {
        MappedBuffer mapping = mappings[i];
        mappings[i] = null;
        return mapping;
    }

    private static long sumOf(MappedBuffer buffer) {
        long sum = 0;
        for (int i = 0; i < 1024; i += Long.BYTES) {
            sum += buffer.getLong(i) + buffer.getLongAcquire(i);
        }
        return sum;
    }
}
