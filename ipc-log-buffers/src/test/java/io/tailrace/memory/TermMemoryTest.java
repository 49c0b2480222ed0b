/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tailrace.internal.OwnMemory;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TermMemoryTest {
    private static final int LENGTH = 256;

    /** Our memory is reached by its address if this JVM allows it; a program's memory is not. */
    private static MappedBuffer buffer(boolean ours) {
        return ours ? MappedBuffer.allocate(LENGTH) : new MappedBuffer(ByteBuffer.allocateDirect(LENGTH));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anyPositionLiesInsideAndIsAligned(boolean ours) {
        MappedBuffer buffer = buffer(ours);
        TermMemory term = new TermMemory(buffer);
        for (long position : new long[] {0, 8, LENGTH - 8, LENGTH, 3L * LENGTH + 16, 13, -8, Long.MIN_VALUE, -1}) {
            int offset = (int) (position & (LENGTH - 1)) & -8;
            term.headerRelease(position, position + 1);

            assertEquals(position + 1, buffer.getLong(offset));
            assertEquals(position + 1, term.headerAcquire(position));
            assertEquals(offset, term.offset(position));
            assertEquals(LENGTH - offset, term.remaining(position));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void onlyTheLastWordOfAClaimIsZeroed(boolean ours) {
        int capacity = 2 * LENGTH;
        MappedBuffer buffer = ours ? MappedBuffer.allocate(capacity) : buffer(false);
        TermMemory term = new TermMemory(buffer);
        for (int position = 0; position < buffer.capacity(); position += 8) {
            for (int length = 8; length <= buffer.capacity() - position; length += 8) {
                buffer.setMemory(0, buffer.capacity(), (byte) -1);
                term.fetchEnd(6L * LENGTH + position, length);

                int last = position + length - 8;
                boolean zeroed = buffer.getLong(last) == 0;
                boolean fetches = position / 64 != last / 64 && length <= 256;
                assertEquals(ours && RawMemory.writes(buffer.raw, 0, 8) && fetches, zeroed);
                buffer.putLong(last, -1);
                for (int i = 0; i < buffer.capacity(); i += 8) {
                    assertEquals(-1, buffer.getLong(i));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void bytesLieWithinTheTermAndTheirSource(boolean ours) {
        MappedBuffer buffer = buffer(ours);
        TermMemory term = new TermMemory(buffer);
        for (MutableDirectBuffer source : new MutableDirectBuffer[] {
            MappedBuffer.allocate(100),
            MappedBuffer.of(new byte[100]),
            MappedBuffer.allocate(300).view(50, 100),
            new UnsafeBuffer(ByteBuffer.allocateDirect(100)),
            new UnsafeBuffer(new byte[300], 50, 100)
        }) {
            for (int length : new int[] {0, 1, 7, 8, 9, 16, 33, 64, 65, 100}) {
                for (int i = 0; i < length; i++) {
                    source.putByte(100 - length + i, (byte) (length + i));
                }
                buffer.setMemory(0, LENGTH, (byte) -1);
                int after = LENGTH - 64 - length;
                term.putBytes(LENGTH + 64, after, source, 100 - length, length);

                for (int i = 0; i < LENGTH; i++) {
                    int inMessage = i - (LENGTH - length);
                    assertEquals(
                            inMessage >= 0 ? (byte) (length + inMessage) : -1, buffer.getByte(i), length + " " + i);
                }
                assertThrows(
                        IndexOutOfBoundsException.class,
                        () -> term.putBytes(LENGTH + 64, after + 1, source, 100 - length, length));
                assertThrows(IndexOutOfBoundsException.class, () -> term.putBytes(0, 8, source, 101 - length, length));
                assertThrows(IndexOutOfBoundsException.class, () -> term.putBytes(0, 8, source, -1, length));
                assertThrows(IndexOutOfBoundsException.class, () -> term.putBytes(0, -8, source, 0, length));
            }
            assertThrows(IndexOutOfBoundsException.class, () -> term.putBytes(0, 8, source, 0, -8));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatIsReadOnlyIsNotWritten(boolean ours) {
        MappedBuffer buffer = ours
                ? MappedBuffer.of(new OwnMemory(
                        ByteBuffer.allocateDirect(2 * LENGTH).alignedSlice(8).asReadOnlyBuffer(), LENGTH))
                : new MappedBuffer(ByteBuffer.allocateDirect(LENGTH).asReadOnlyBuffer());
        TermMemory term = new TermMemory(buffer);
        MappedBuffer source = MappedBuffer.allocate(16);

        assertThrows(ReadOnlyBufferException.class, () -> term.headerRelease(0, 1));
        assertThrows(ReadOnlyBufferException.class, () -> term.putBytes(0, 8, source, 0, 16));
        assertThrows(RuntimeException.class, () -> new MappedLong(buffer, 8).setRelease(1));
        assertThrows(RuntimeException.class, () -> new MappedLong(buffer, 8).getAndAdd(1));
        assertEquals(0, term.headerAcquire(0));
        assertEquals(0, new MappedLong(buffer, 8).getAcquire());
    }

    @Test
    void theMemoryOfNoTermReadsAsIfNothingWasWritten() {
        assertEquals(0, TermMemory.NONE.headerAcquire(4096));
        assertThrows(ReadOnlyBufferException.class, () -> TermMemory.NONE.headerRelease(4096, 1));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4, 24, 257})
    void aTermHasAPowerOfTwoOfBytes(int length) {
        MappedBuffer buffer = MappedBuffer.allocate(length);
        assertThrows(IllegalArgumentException.class, () -> new TermMemory(buffer));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aLongHasItsPlace(boolean ours) {
        MappedBuffer buffer = buffer(ours);
        MappedLong last = new MappedLong(buffer, LENGTH - 8);
        last.setRelease(5);
        assertEquals(5, last.getAndAdd(2));
        assertEquals(7, last.getAcquire());
        assertEquals(7, buffer.getLong(LENGTH - 8));

        assertThrows(IndexOutOfBoundsException.class, () -> new MappedLong(buffer, LENGTH));
        assertThrows(IndexOutOfBoundsException.class, () -> new MappedLong(buffer, -8));
        assertThrows(IllegalArgumentException.class, () -> new MappedLong(buffer, 4));
    }

    /** Against its contract the buffer is wrapped again: earlier objects keep their memory. */
    @Test
    void memoryThatIsReachedByItsAddressStaysWhereItWas() {
        MappedBuffer buffer = MappedBuffer.allocate(LENGTH);
        TermMemory term = new TermMemory(buffer);
        MappedLong word = new MappedLong(buffer, 8);
        term.headerRelease(0, 1);
        word.setRelease(2);
        if (ByAddress.AVAILABLE) {
            buffer.unwrap();
            System.gc();
            assertEquals(1, term.headerAcquire(0));
            assertEquals(2, word.getAcquire());
        }
    }
}
