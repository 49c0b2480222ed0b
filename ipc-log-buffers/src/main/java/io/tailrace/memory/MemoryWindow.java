/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.memory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import org.agrona.BufferUtil;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/** The memory under a buffer's window, and the check that an access stays inside. */
abstract sealed class MemoryWindow extends TextAccess permits PlainAccess {
    /*
     * The ByteBuffer is private to the windows that share it: callers only get duplicates of it, so its position and
     * limit never move. Windows share it so that wrapping one around a part of another allocates nothing.
     */

    static final ByteOrder NATIVE = ByteOrder.nativeOrder();

    private static final ByteBuffer NO_BYTES = privateViewOf(ByteBuffer.allocateDirect(0));

    ByteBuffer bytes = NO_BYTES;
    /** The same memory, if it is reached by its address. Each access loads this once. */
    RawMemory raw = RawMemory.NONE;

    private int base;
    private int capacity;
    private boolean whole = true;

    /**
     * Releases the memory: the window is empty afterwards. Allocates nothing. (To end accesses but keep the memory for
     * the next wrap, which is faster, wrap 0 bytes of it.)
     */
    public void unwrap() {
        set(NO_BYTES, RawMemory.NONE, 0, 0);
    }

    /** Returns whether writes throw {@link java.nio.ReadOnlyBufferException}. */
    public boolean isReadOnly() {
        return bytes.isReadOnly();
    }

    @Override
    public void wrap(byte[] buffer) {
        wrap(ByteBuffer.wrap(buffer));
    }

    @Override
    public void wrap(byte[] buffer, int offset, int length) {
        wrap(ByteBuffer.wrap(buffer), offset, length);
    }

    @Override
    public void wrap(ByteBuffer buffer) {
        wrap(buffer, 0, buffer.capacity());
    }

    @Override
    public void wrap(ByteBuffer buffer, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, buffer.capacity());
        set(privateViewOf(buffer), RawMemory.NONE, offset, length);
    }

    /** Wraps memory that only the garbage collector frees. */
    final void wrapOwn(ByteBuffer own, int length) {
        Objects.checkFromIndexSize(0, length, own.capacity());
        ByteBuffer view = privateViewOf(own);
        set(view, RawMemory.of(view), 0, length);
    }

    /** As {@link #wrap(DirectBuffer, int, int)}, for the whole of {@code buffer}. */
    @Override
    public void wrap(DirectBuffer buffer) {
        wrap(buffer, 0, buffer.capacity());
    }

    /**
     * Wraps a part of another buffer. Allocates nothing if that is a {@link MappedBuffer}.
     *
     * @throws IndexOutOfBoundsException if the part does not lie within {@code buffer}
     * @throws IllegalArgumentException if {@code buffer} has neither an array nor a ByteBuffer under it
     */
    @Override
    public void wrap(DirectBuffer buffer, int offset, int length) {
        if (buffer instanceof MemoryWindow other) {
            set(other.bytes, other.raw, other.range(offset, length), length);
        } else {
            wrapForeign(buffer, offset, length);
        }
    }

    private void wrapForeign(DirectBuffer buffer, int offset, int length) {
        buffer.boundsCheck(offset, length);
        byte[] array = buffer.byteArray();
        ByteBuffer memory = array == null ? buffer.byteBuffer() : ByteBuffer.wrap(array);
        if (memory == null) {
            throw new IllegalArgumentException("buffer not wrapped: no array and no ByteBuffer, type="
                    + buffer.getClass().getName());
        }
        wrap(memory, buffer.wrapAdjustment() + offset, length);
    }

    /**
     * Not supported: nothing would check such accesses, nor keep the memory mapped meanwhile.
     *
     * @throws UnsupportedOperationException always
     */
    @Override
    public void wrap(long address, int length) {
        throw new UnsupportedOperationException("memory not wrapped: no access by address, length=" + length);
    }

    /**
     * Returns where this window begins: its address, or for an array the offset of the window's first byte in it. Only
     * Agrona's {@code UnsafeBuffer} calls this, when it wraps this window. Such a buffer checks only its own bounds: a
     * write through it to read-only memory crashes the JVM.
     *
     * @throws UnsupportedOperationException if the JVM runs without the flag that {@code UnsafeBuffer} takes
     */
    @Override
    public long addressOffset() {
        try {
            return Address.of(bytes) + base;
        } catch (LinkageError e) {
            throw new UnsupportedOperationException(
                    "address not available: capacity=" + capacity
                            + ". Agrona needs the JVM flag --add-exports "
                            + "java.base/jdk.internal.misc=ALL-UNNAMED for it",
                    e);
        }
    }

    /** Returns the array under this window, or null if its memory is not (writable) heap memory. */
    @Override
    public byte @Nullable [] byteArray() {
        return bytes.hasArray() ? bytes.array() : null;
    }

    /**
     * Returns a new ByteBuffer on the memory under this window, in native byte order, which begins {@link
     * #wrapAdjustment()} bytes before the window unless it has an array. The caller owns it and may move its position
     * and limit.
     */
    @Override
    public ByteBuffer byteBuffer() {
        return privateViewOf(bytes);
    }

    /** Returns where this window begins, in bytes from the start of its array if it has one, else of its ByteBuffer. */
    @Override
    public int wrapAdjustment() {
        return bytes.hasArray() ? bytes.arrayOffset() + base : base;
    }

    @Override
    public int capacity() {
        return capacity;
    }

    @Override
    public boolean isExpandable() {
        return false;
    }

    /**
     * Checks that index 0 is aligned to 8 bytes in memory that supports every memory order.
     *
     * @throws IllegalStateException if it is not, or if this is heap memory
     */
    @Override
    public void verifyAlignment() {
        if (!bytes.isDirect()) {
            throw new IllegalStateException("buffer not aligned: heap memory, capacity=" + capacity);
        }
        int misalignment = bytes.alignmentOffset(base, ALIGNMENT);
        if (misalignment != 0) {
            throw new IllegalStateException(
                    "buffer not aligned: misalignment=" + misalignment + ", alignment=" + ALIGNMENT);
        }
    }

    @Override
    public void checkLimit(int limit) {
        if (limit > capacity) {
            throw new IndexOutOfBoundsException("limit out of bounds: limit=" + limit + ", capacity=" + capacity);
        }
    }

    @Override
    public void boundsCheck(int index, int length) {
        range(index, length);
    }

    /**
     * Returns the index in the ByteBuffer of a value or block that the caller accesses with one access of the
     * ByteBuffer or of a VarHandle on it, which also checks the index.
     *
     * <p>If the window is the whole ByteBuffer, that check also serves for the window. A second check here made a
     * frame's two stores take half as much time again.
     */
    final int at(int index, int length) {
        return whole ? index : range(index, length);
    }

    /** Checks that a range lies within the window and returns its index in the ByteBuffer. */
    final int range(int index, int length) {
        if ((index | length) < 0 || length > capacity - index) {
            throw outOfBounds(index, length);
        }
        return base + index;
    }

    private IndexOutOfBoundsException outOfBounds(int index, int length) {
        return new IndexOutOfBoundsException(
                "access out of bounds: index=" + index + ", length=" + length + ", capacity=" + capacity);
    }

    @SuppressWarnings("ReferenceEquality") // Compares the identity of the memory, not its content.
    private void set(ByteBuffer bytes, RawMemory raw, int base, int capacity) {
        // Storing a reference takes a barrier of the garbage collector: 1 ns of the 5 for a wrapping and a short copy.
        if (this.bytes != bytes) {
            this.bytes = bytes;
        }
        if (this.raw != raw) {
            this.raw = raw;
        }
        this.base = base;
        this.capacity = capacity;
        this.whole = capacity == bytes.capacity();
    }

    private static ByteBuffer privateViewOf(ByteBuffer buffer) {
        return buffer.duplicate().clear().order(NATIVE);
    }

    /**
     * Returns addresses of memory, for buffers that read by address: Agrona's {@code UnsafeBuffer} asks for them when
     * it wraps a window. A program can have such a buffer only if it sets the JVM flag that Agrona's own access needs,
     * and that same access is used here. This is the only class that initialises it, and no code of Tailrace calls it.
     */
    static final class Address {
        private Address() {}

        /**
         * {@return the address of the first byte of direct memory, or the offset of the first byte of an array}
         *
         * @throws LinkageError if the JVM flag is not set
         * @throws IllegalArgumentException if it is read-only heap memory, which does not expose its array
         */
        static long of(ByteBuffer memory) {
            return memory.hasArray() ? BufferUtil.ARRAY_BASE_OFFSET + memory.arrayOffset() : BufferUtil.address(memory);
        }
    }
}
