/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.memory;

import io.tailrace.file.FileAccess;
import io.tailrace.file.MappedFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Two threads use a window in every way, while a third one wraps it repeatedly, against the contract, alternately
 * around one page and around 64 MiB: an access that mixed the two would crash the JVM.
 */
final class WrapRaceMain {
    private static final int SMALL = 4096;
    private static final int LARGE = 64 * 1024 * 1024;

    private WrapRaceMain() {}

    public static void main(String[] arguments) throws Exception {
        Path directory = Files.createTempDirectory("tailrace-test");
        Path small = directory.resolve("small");
        Path large = directory.resolve("large");
        AtomicLong accesses = new AtomicLong();
        try (MappedFile one = MappedFile.create(small, SMALL, FileAccess.PRIVATE);
                MappedFile other = MappedFile.create(large, LARGE, FileAccess.PRIVATE)) {
            MappedBuffer window = new MappedBuffer();
            long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Long.parseLong(arguments[0]));
            Thread[] threads = {user(window, endNs, 1, accesses), user(window, endNs, 2, accesses)};
            for (Thread thread : threads) {
                thread.start();
            }
            while (goesOn(endNs, accesses)) {
                window.wrap(one.buffer(), 8, SMALL - 8);
                window.wrap(other.buffer());
                window.wrap(one.buffer());
                window.unwrap();
            }
            for (Thread thread : threads) {
                thread.join();
            }
        } finally {
            Files.delete(small);
            Files.delete(large);
            Files.delete(directory);
        }
        System.out.println("done");
    }

    /** On a busy machine the threads may not have met yet when the time is over. */
    private static boolean goesOn(long endNs, AtomicLong accesses) {
        return System.nanoTime() - endNs < 0 || accesses.get() == 0;
    }

    private static Thread user(MappedBuffer window, long endNs, long seed, AtomicLong accesses) {
        return new Thread(() -> {
            Random random = new Random(seed);
            byte[] bytes = new byte[256];
            MappedBuffer other = MappedBuffer.allocate(256);
            while (goesOn(endNs, accesses)) {
                try {
                    use(window, random.nextInt(LARGE) & -8, bytes, other);
                    accesses.incrementAndGet();
                } catch (IndexOutOfBoundsException e) {
                    // It was the small one.
                }
            }
        });
    }

    private static void use(MappedBuffer window, int index, byte[] bytes, MappedBuffer other) {
        window.putLong(index, window.getLongAcquire(index));
        window.putLongRelease(index, window.getLong(index));
        window.getAndAddLong(index, 1);
        window.putInt(index, window.getIntAcquire(index));
        window.putByte(index, window.getByte(index));
        window.putBytes(index, bytes, 0, 8 + (index & 127));
        window.getBytes(index, bytes, 0, 8 + (index & 127));
        window.putBytes(index, other, 0, 8 + (index & 127));
        other.putBytes(0, window, index, 8 + (index & 127));
    }
}
