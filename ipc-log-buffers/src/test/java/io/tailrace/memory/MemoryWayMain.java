/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.memory;

import io.tailrace.internal.OwnMemory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.function.Executable;

/** Prints how memory is reached, and then does it up to the bounds, interpreted at first and then compiled. */
final class MemoryWayMain {
    private static final int LENGTH = 160;
    private static final int ROUNDS = 20_000;

    private final ByteBuffer bytes = ByteBuffer.allocateDirect(LENGTH).order(ByteOrder.nativeOrder());
    private final MappedBuffer own = MappedBuffer.of(new OwnMemory(bytes, LENGTH));
    private final MappedBuffer other = MappedBuffer.allocate(LENGTH);
    private final byte[] array = new byte[LENGTH];
    private final Random random = new Random(1);

    private MemoryWayMain() {}

    public static void main(String[] arguments) {
        System.out.println(MappedBuffer.access());
        MemoryWayMain main = new MemoryWayMain();
        for (int i = 0; i < ROUNDS; i++) {
            main.values(i % (LENGTH - 7));
            main.ordered(i % (LENGTH / 8) * 8);
            main.copies(i % (LENGTH + 1));
        }
        main.refusals();
        System.out.println("done");
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
