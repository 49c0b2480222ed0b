/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.file.FileAccess;
import io.tailrace.file.MappedFile;
import io.tailrace.internal.PendingFault;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A program that keeps a buffer while its file is truncated gets errors, and its JVM lives on. */
final class TruncatedReadTest {
    /** Of each way. */
    private static final int READS = Math.max(2_000, 100 * Integer.getInteger("tailrace.test.rounds", 10));

    @ParameterizedTest
    @ValueSource(strings = {"", "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED"})
    void eachReadFails(String flag) throws Exception {
        ForkedJvm.Result result = ForkedJvm.run(
                TruncatedReadMain.class, flag.isEmpty() ? List.of() : List.of(flag), Integer.toString(READS));

        assertEquals(0, result.exitCode(), result.output());
        assertTrue(result.output().endsWith("done\n"), result.output());
        assertEquals(13, result.output().split("faults=" + READS + "\n", -1).length - 1, result.output());
    }

    /** Reads values of each kind from a file, and goes on when the file is truncated to nothing. */
    static final class TruncatedReadMain {
        private static final int LENGTH = 64 * 1024;
        /** The JIT has compiled the reads by then. */
        private static final int WARM_UP = 100_000;

        private TruncatedReadMain() {}

        public static void main(String[] arguments) throws Exception {
            Path path = Files.createTempDirectory("tailrace-test").resolve("file");
            int reads = Integer.parseInt(arguments[0]);
            byte[] copy = new byte[48];
            try (MappedFile file = MappedFile.create(path, LENGTH, FileAccess.PRIVATE)) {
                MappedBuffer buffer = file.buffer();
                List<IntToLongFunction> ways = List.of(
                        buffer::getByte,
                        buffer::getShort,
                        buffer::getChar,
                        buffer::getInt,
                        at -> buffer.getInt(at + 1),
                        at -> buffer.getInt(at, ByteOrder.BIG_ENDIAN),
                        at -> (long) buffer.getFloat(at),
                        buffer::getLong,
                        at -> buffer.getLong(at + 1),
                        at -> (long) buffer.getDouble(at),
                        buffer::getLongAcquire,
                        at -> copied(buffer, at, copy, 5),
                        at -> copied(buffer, at, copy, copy.length));
                for (IntToLongFunction way : ways) {
                    sum(way, WARM_UP);
                }
                try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
                    channel.truncate(0);
                }
                Files.delete(path);
                Files.delete(path.getParent());
                for (IntToLongFunction way : ways) {
                    int faults = 0;
                    for (int i = 0; i < reads; i++) {
                        faults += isFault(way, i) ? 1 : 0;
                    }
                    System.out.println("faults=" + faults);
                }
            }
            System.out.println("done");
        }

        private static long copied(MappedBuffer buffer, int at, byte[] copy, int length) {
            buffer.getBytes(at, copy, 0, length);
            return copy[0];
        }

        private static long sum(IntToLongFunction way, int reads) {
            long sum = 0;
            for (int i = 0; i < reads; i++) {
                sum += way.applyAsLong(8 * i % (LENGTH / 2));
            }
            return sum;
        }

        private static boolean isFault(IntToLongFunction way, int i) {
            try {
                sum(way, 1 + i % 3);
                PendingFault.raise();
                return false;
            } catch (InternalError e) {
                return true;
            }
        }
    }
}
