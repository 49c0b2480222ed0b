/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.file.FileAccess;
import io.tailrace.file.MappedFile;
import io.tailrace.internal.OwnMemory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.agrona.concurrent.broadcast.BroadcastBufferDescriptor;
import org.agrona.concurrent.broadcast.BroadcastReceiver;
import org.agrona.concurrent.broadcast.BroadcastTransmitter;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Which JVM flags lead to which way, and that all ways do the same, without output on the standard error. */
class MemoryWayTest {
    private static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";
    private static final boolean UNSAFE_WARNS = Runtime.version().feature() >= MemoryWay.FIRST_JDK_THAT_WARNS;

    /** {@return flags, and one more if memory is not reached by its address without it} */
    static List<String> flagsByAddress(String... flags) {
        List<String> all = new ArrayList<>(List.of(flags));
        if (UNSAFE_WARNS) {
            all.add(NATIVE_ACCESS);
        }
        return all;
    }

    static Stream<Arguments> ways() {
        return UNSAFE_WARNS
                ? Stream.of(
                        Arguments.of("by ByteBuffer (faster by address: add " + NATIVE_ACCESS + ")", ""),
                        Arguments.of("by address (native access)", NATIVE_ACCESS),
                        Arguments.of(
                                "by address (native access)",
                                NATIVE_ACCESS + " --illegal-native-access=deny --sun-misc-unsafe-memory-access=deny"),
                        Arguments.of(
                                "by address (jdk.internal.misc.Unsafe)",
                                "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED"))
                : Stream.of(Arguments.of("by address (sun.misc.Unsafe)", ""));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void everyAccessAtTheBoundsIsRightAndNothingIsPrinted(String way, String flags) throws Exception {
        List<String> all =
                Stream.of(flags.split(" ")).filter(flag -> !flag.isEmpty()).toList();
        ForkedJvm.Result result = ForkedJvm.run(MemoryWayMain.class, all);
        assertEquals(way + "\ndone\n", result.output());
        assertEquals(0, result.exitCode());
    }

    /** The promise that no JVM flag is needed: nothing loads what needs one. */
    @Test
    void noPartOfTheJvmOutsideTheApiIsTouched() throws Exception {
        ForkedJvm.Result result = ForkedJvm.run(MemoryWayMain.class, List.of("-Xlog:class+load"));
        assertEquals(0, result.exitCode(), result.output());
        assertTrue(result.output().contains("io.tailrace.memory.MappedBuffer "), "the log names loaded classes");
        assertTrue(result.output().contains("org.agrona.concurrent.ringbuffer.OneToOneRingBuffer "));
        assertFalse(result.output().contains("org.agrona.UnsafeApi"));
        assertFalse(result.output().contains("org.agrona.concurrent.UnsafeBuffer"));
        assertEquals(!UNSAFE_WARNS, result.output().contains("sun.misc.Unsafe "));
    }

    /** Prints how memory is reached, and then does it up to the bounds, interpreted at first and then compiled. */
    static final class MemoryWayMain {
        private static final int LENGTH = 160;
        private static final int ROUNDS = 20_000;

        private final ByteBuffer bytes = ByteBuffer.allocateDirect(LENGTH).order(ByteOrder.nativeOrder());
        private final MappedBuffer own = MappedBuffer.of(new OwnMemory(bytes, LENGTH));
        private final MappedBuffer other = MappedBuffer.allocate(LENGTH);
        private final byte[] array = new byte[LENGTH];
        private final Random random = new Random(1);

        private MemoryWayMain() {}

        public static void main(String[] arguments) throws Exception {
            System.out.println(MappedBuffer.access());
            MemoryWayMain main = new MemoryWayMain();
            for (int i = 0; i < ROUNDS; i++) {
                main.values(i % (LENGTH - 7));
                main.ordered(i % (LENGTH / 8) * 8);
                main.copies(i % (LENGTH + 1));
            }
            main.refusals();
            mapped();
            agrona();
            System.out.println("done");
        }

        private static void mapped() throws Exception {
            Path path = Files.createTempDirectory("tailrace-test").resolve("file");
            try (MappedFile file = MappedFile.create(path, 4096, FileAccess.PRIVATE);
                    MappedFile reader = MappedFile.openReadOnly(path)) {
                file.buffer().putLongRelease(0, 42);
                check(reader.buffer().getLongAcquire(0) == 42);
            } finally {
                Files.delete(path);
                Files.delete(path.getParent());
            }
        }

        private static void agrona() {
            OneToOneRingBuffer ring =
                    new OneToOneRingBuffer(MappedBuffer.allocate(1024 + RingBufferDescriptor.TRAILER_LENGTH));
            check(ring.write(1, MappedBuffer.allocate(8), 0, 8));
            check(ring.read((type, message, index, length) -> check(length == 8)) == 1);
            MappedBuffer broadcast = MappedBuffer.allocate(1024 + BroadcastBufferDescriptor.TRAILER_LENGTH);
            BroadcastReceiver receiver = new BroadcastReceiver(broadcast);
            new BroadcastTransmitter(broadcast).transmit(1, MappedBuffer.allocate(8), 0, 8);
            check(receiver.receiveNext());
        }

        private void values(int index) {
            long value = random.nextLong();
            own.putLong(index, value);
            check(bytes.getLong(index) == value && own.getLong(index) == value);
            own.putInt(index + 4, (int) value);
            check(bytes.getInt(index + 4) == (int) value && own.getInt(index + 4) == (int) value);
            own.putByte(index + 7, (byte) value);
            check(bytes.get(index + 7) == (byte) value && own.getByte(index + 7) == (byte) value);
        }

        private void ordered(int index) {
            long value = random.nextLong();
            own.putLongRelease(index, value);
            check(bytes.getLong(index) == value && own.getLongAcquire(index) == value);
            check(own.getAndAddLong(index, 5) == value && own.getLongVolatile(index) == value + 5);
        }

        /** From the end of one memory to the start of another, to an array and back, and within itself. */
        private void copies(int length) {
            random.nextBytes(array);
            own.putBytes(0, array);
            other.putBytes(0, own, LENGTH - length, length);
            byte[] copy = new byte[LENGTH];
            other.getBytes(0, copy, LENGTH - length, length);
            check(Arrays.equals(copy, LENGTH - length, LENGTH, array, LENGTH - length, LENGTH));
            other.putBytes(LENGTH - length, copy, LENGTH - length, length);
            check(other.view(LENGTH - length, length).equals(own.view(LENGTH - length, length)));
            int shift = length / 2;
            own.putBytes(shift, own, 0, length - shift);
            own.getBytes(shift, copy, 0, length - shift);
            check(Arrays.equals(copy, 0, length - shift, array, 0, length - shift));
        }

        private void refusals() {
            for (int index : new int[] {-1, -8, LENGTH - 7, LENGTH, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
                refused(IndexOutOfBoundsException.class, () -> own.putLong(index, 1));
                refused(IndexOutOfBoundsException.class, () -> own.getLong(index));
                refused(IndexOutOfBoundsException.class, () -> own.putBytes(index, other, 0, 8));
                refused(IndexOutOfBoundsException.class, () -> own.putBytes(index, array, 0, 100));
                refused(IndexOutOfBoundsException.class, () -> own.getBytes(index, array, 0, 8));
            }
            refused(IndexOutOfBoundsException.class, () -> own.putBytes(0, array, LENGTH - 7, 8));
            refused(IndexOutOfBoundsException.class, () -> own.putLongRelease(LENGTH, 1));
            refused(IllegalStateException.class, () -> own.getAndAddLong(4, 1));
            MappedBuffer readOnly = MappedBuffer.of(new OwnMemory(bytes.asReadOnlyBuffer(), LENGTH));
            check(readOnly.getLongAcquire(8) == own.getLong(8));
            refused(ReadOnlyBufferException.class, () -> readOnly.putBytes(0, array));
        }

        private static void refused(Class<? extends Throwable> type, Executable access) {
            try {
                access.execute();
            } catch (Throwable e) {
                check(type.isInstance(e));
                return;
            }
            check(false);
        }

        private static void check(boolean condition) {
            if (!condition) {
                throw new AssertionError("not so");
            }
        }
    }
}
