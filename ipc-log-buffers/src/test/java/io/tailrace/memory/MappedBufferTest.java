/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.internal.OwnMemory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import java.util.Arrays;
import java.util.List;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class MappedBufferTest {
    private static final int MEMORY_LENGTH = 256;

    private final MappedBuffer buffer = MappedBuffer.allocate(64);

    @Test
    void allocatedMemoryIsZeroAndAligned() {
        MappedBuffer odd = MappedBuffer.allocate(13);
        odd.verifyAlignment();
        assertEquals(13, odd.capacity());
        assertArrayEquals(new byte[13], content(odd));
    }

    @Test
    void aViewEndsWhereItWasToldThoughMemoryGoesOn() {
        MappedBuffer view = buffer.view(16, 12);
        view.putLong(4, 1);
        assertThrows(IndexOutOfBoundsException.class, () -> view.zero(0, 13));
        assertThrows(IndexOutOfBoundsException.class, () -> view.view(4, 9));
        assertThrows(IndexOutOfBoundsException.class, () -> view.putBytes(8, buffer, 0, 5));
        assertThrows(IndexOutOfBoundsException.class, () -> buffer.putBytes(0, view, 8, 5));
        MappedBuffer part = MappedBuffer.of(new byte[100]).view(10, 20);
        assertThrows(IndexOutOfBoundsException.class, () -> buffer.putBytes(0, part, 1, 20));
        assertThrows(IndexOutOfBoundsException.class, () -> buffer.putBytes(0, part, -1, 10));
        Exception e = assertThrows(IndexOutOfBoundsException.class, () -> view.getInt(9));
        assertEquals("access out of bounds: index=9, length=4, capacity=12", e.getMessage());
    }

    @Test
    void overlappingRangesOfTwoBuffersOnTheSameMemoryAreCopiedWhole() {
        ByteBuffer memory = ByteBuffer.allocateDirect(MEMORY_LENGTH);
        assertCopiedWhole(new MappedBuffer(memory), new MappedBuffer(memory, 8, MEMORY_LENGTH - 8));
        MappedBuffer own = MappedBuffer.allocate(MEMORY_LENGTH);
        assertCopiedWhole(own, own.view(8, MEMORY_LENGTH - 8));
        MappedBuffer heap = MappedBuffer.of(new byte[MEMORY_LENGTH]);
        assertCopiedWhole(heap, heap.view(8, MEMORY_LENGTH - 8));
    }

    private static void assertCopiedWhole(MappedBuffer src, MappedBuffer dst) {
        byte[] expected = new byte[MEMORY_LENGTH];
        for (int length = 0; length <= 100; length++) {
            for (int from = 30; from < 50; from++) {
                for (int i = 0; i < MEMORY_LENGTH; i++) {
                    expected[i] = (byte) i;
                }
                src.putBytes(0, expected);
                System.arraycopy(expected, from, expected, 40, length);
                dst.putBytes(32, src, from, length);
                assertArrayEquals(expected, content(src), "length=" + length + ", from=" + from);
            }
        }
    }

    @Test
    void anUnwrappedBufferIsEmpty() {
        buffer.unwrap();
        assertEquals(0, buffer.capacity());
        assertEquals(new MappedBuffer(), buffer);
        assertThrows(IndexOutOfBoundsException.class, () -> buffer.getByte(0));
        assertThrows(IndexOutOfBoundsException.class, () -> buffer.putLongRelease(0, 1));
        buffer.putBytes(0, new byte[0]);
    }

    @Test
    void wrapRefusesWhatIsNotInsideAndStaysAsItWas() {
        MappedBuffer other = MappedBuffer.allocate(8);
        assertThrows(IndexOutOfBoundsException.class, () -> other.wrap(buffer, 60, 5));
        assertThrows(IndexOutOfBoundsException.class, () -> other.wrap(buffer, -1, 5));
        assertThrows(IndexOutOfBoundsException.class, () -> other.wrap(ByteBuffer.allocate(8), 1, 8));
        assertThrows(IndexOutOfBoundsException.class, () -> other.wrap(new byte[8], 1, 8));
        assertThrows(IndexOutOfBoundsException.class, () -> other.wrap(new UnsafeBuffer(new byte[8]), 1, 8));
        assertEquals(8, other.capacity());
        assertNull(other.byteArray());
    }

    @Test
    void foreignBuffersAreWrappedThroughTheirMemory() {
        byte[] array = new byte[32];
        ByteBuffer direct = ByteBuffer.allocateDirect(32);
        MappedBuffer window = new MappedBuffer();
        window.wrap(new UnsafeBuffer(array, 4, 20), 4, 8);
        window.putByte(0, (byte) 1);
        assertEquals(1, array[8]);
        window.wrap(new UnsafeBuffer(ByteBuffer.wrap(array).slice(2, 30), 4, 20), 4, 8);
        window.putByte(0, (byte) 2);
        assertEquals(2, array[10]);
        window.wrap(new UnsafeBuffer(direct, 4, 20), 4, 8);
        window.putByte(0, (byte) 3);
        assertEquals(3, direct.get(8));
        assertEquals(8, window.capacity());
        ExpandableArrayBuffer expandable = new ExpandableArrayBuffer(16);
        window.wrap(expandable);
        window.putByte(15, (byte) 4);
        assertEquals(4, expandable.getByte(15));
    }

    @Test
    void memoryKnownByItsAddressOnlyIsNotWrapped() {
        UnsafeBuffer byAddress = new UnsafeBuffer(8L, 16);
        assertThrows(IllegalArgumentException.class, () -> buffer.wrap(byAddress));
        assertThrows(UnsupportedOperationException.class, () -> buffer.wrap(8L, 16));
        assertEquals(64, buffer.capacity());
    }

    @Test
    void aBufferThatReadsByAddressReadsTheSame() {
        byte[] array = new byte[32];
        for (MappedBuffer memory : new MappedBuffer[] {buffer, MappedBuffer.of(array), buffer.view(8, 32)}) {
            memory.view(8, 24).putLong(0, 42);
            UnsafeBuffer other = new UnsafeBuffer(memory, 8, 16);
            assertEquals(42, other.getLong(0));
            other.putLong(8, 43);
            assertEquals(43, memory.getLong(16));
            other.wrap(new byte[8]);
            other.putBytes(0, memory, 16, 8);
            assertEquals(43, other.getLong(0));
        }
    }

    @Test
    void withoutAgronasFlagTheAddressIsRefused() throws Exception {
        ForkedJvm.Result result = ForkedJvm.run(AddressMain.class, List.of());
        assertEquals(0, result.exitCode(), result.output());
        assertTrue(result.output().contains("--add-exports java.base/jdk.internal.misc=ALL-UNNAMED"), result.output());
    }

    /** Asks twice: a class that could not be initialised fails differently the second time. */
    static final class AddressMain {
        private AddressMain() {}

        public static void main(String[] arguments) {
            for (int i = 0; i < 2; i++) {
                try {
                    System.out.println(MappedBuffer.allocate(8).addressOffset());
                    System.exit(1);
                } catch (UnsupportedOperationException e) {
                    System.out.println(e.getMessage());
                }
            }
        }
    }

    @Test
    void positionLimitAndOrderOfByteBuffersAreTheCallersOwn() {
        ByteBuffer memory =
                ByteBuffer.allocateDirect(16).order(ByteOrder.BIG_ENDIAN).limit(3);
        MappedBuffer window = new MappedBuffer(memory);
        memory.limit(1);
        window.byteBuffer().limit(1);
        window.putLong(8, 42);
        assertEquals(42, memory.clear().order(ByteOrder.nativeOrder()).getLong(8));
        assertEquals(42, window.byteBuffer().getLong(8));
    }

    @Test
    void heapMemoryIsForPlainAccessesOnly() {
        byte[] array = new byte[16];
        MappedBuffer heap = MappedBuffer.of(array);
        heap.putLong(8, 42);
        assertSame(array, heap.byteArray());
        assertEquals(42, heap.getLong(8));
        assertThrows(IllegalStateException.class, heap::verifyAlignment);
    }

    @Test
    void anOrderedAccessThatIsNotAlignedIsRefused() {
        buffer.view(8, 8).verifyAlignment();
        assertThrows(IllegalStateException.class, () -> buffer.view(4, 8).verifyAlignment());
        assertThrows(IllegalStateException.class, () -> buffer.getLongAcquire(4));
        assertThrows(IllegalStateException.class, () -> buffer.getAndAddInt(2, 1));
        assertThrows(IllegalStateException.class, () -> buffer.view(4, 16).putLongRelease(0, 1));
        assertThrows(IllegalStateException.class, () -> buffer.view(4, 16).getIntAcquire(2));
        assertThrows(IllegalStateException.class, () -> buffer.view(4, 16).getAndAddLong(0, 1));
        buffer.view(4, 16).putLongRelease(4, 42); // The memory itself must be aligned.
        assertEquals(42, buffer.getLong(8));
    }

    @Test
    void readOnlyMemoryIsReadInEveryOrderAndNeverWritten() {
        buffer.putLong(8, 42);
        ByteBuffer memory = buffer.byteBuffer().asReadOnlyBuffer();
        assertReadOnly(new MappedBuffer(memory));
        assertReadOnly(MappedBuffer.of(new OwnMemory(memory, buffer.capacity())));
    }

    private void assertReadOnly(MappedBuffer readOnly) {
        assertTrue(readOnly.isReadOnly());
        assertFalse(buffer.isReadOnly());
        assertEquals(42, readOnly.getLong(8));
        assertEquals(42, readOnly.getLongAcquire(8));
        assertEquals(42, readOnly.getLongVolatile(8));
        assertEquals(42, readOnly.getIntAcquire(ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? 8 : 12));
        for (Runnable write : writesTo(readOnly)) {
            assertThrows(ReadOnlyBufferException.class, write::run);
        }
        assertEquals(buffer, readOnly);
    }

    private Iterable<Runnable> writesTo(MappedBuffer target) {
        return Arrays.asList(
                () -> target.putLong(0, 1),
                () -> target.putInt(0, 1),
                () -> target.putLongRelease(0, 1),
                () -> target.putLongVolatile(0, 1),
                () -> target.putIntRelease(0, 1),
                () -> target.putIntVolatile(0, 1),
                () -> target.getAndAddLong(0, 1),
                () -> target.compareAndSetInt(0, 0, 1),
                () -> target.putByte(0, (byte) 1),
                () -> target.putByteVolatile(0, (byte) 1),
                () -> target.zero(8, 8),
                () -> target.setMemory(0, 9, (byte) 1),
                () -> target.putBytes(0, new byte[8]),
                () -> target.putBytes(0, ByteBuffer.allocate(8), 8),
                () -> target.putBytes(0, buffer, 8, 8),
                () -> target.putBytes(0, buffer, 8, 2),
                () -> target.putBytes(0, buffer, 8, 48),
                () -> target.putBytes(0, new UnsafeBuffer(new byte[8]), 0, 8),
                () -> target.putStringUtf8(0, "text"),
                () -> new UnsafeBuffer(new byte[8]).getBytes(0, target, 0, 8));
    }

    @Test
    void zeroWritesNothingButZerosAndOnlyWhereItShould() {
        MappedBuffer big = MappedBuffer.allocate(20_000);
        byte[] expected = new byte[20_000];
        for (int length : new int[] {0, 1, 7, 8, 100, 4095, 4096, 4097, 12_288, 19_000}) {
            Arrays.fill(expected, (byte) 7);
            big.putBytes(0, expected);
            Arrays.fill(expected, 500, 500 + length, (byte) 0);
            big.zero(500, length);
            assertArrayEquals(expected, content(big), "length=" + length);
        }
    }

    @Test
    void equalContentMeansEqualBuffersWithEqualHashes() {
        buffer.putLong(16, 42);
        MappedBuffer other = MappedBuffer.of(content(buffer));
        assertEquals(buffer, other);
        assertEquals(buffer.hashCode(), other.hashCode());
        other.putByte(63, (byte) 1);
        assertNotEquals(buffer, other);
        assertNotEquals(buffer, buffer.view(0, 63));
        assertNotEquals(buffer, new UnsafeBuffer(content(buffer)));
    }

    private static byte[] content(MappedBuffer buffer) {
        byte[] content = new byte[buffer.capacity()];
        buffer.getBytes(0, content);
        return content;
    }
}
