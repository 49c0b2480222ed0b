/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.memory;

import io.tailrace.internal.OwnMemory;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.AtomicBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A window on mapped, direct or heap memory, with bounds-checked accesses in every memory order, without a JVM flag.
 * Indexes and lengths are in bytes; multi-byte values have the native byte order unless one is given.
 *
 * <p>It does what Agrona's {@code UnsafeBuffer} does with bounds checks on, except that
 * <ul>
 *   <li>an access with a memory order needs an index aligned to its size, else {@link IllegalStateException};
 *   <li>such an access needs mapped or direct memory: on heap memory it throws {@link IllegalStateException} from
 *       JDK 22 on, and {@link #verifyAlignment()} refuses heap memory on every JDK;
 *   <li>a write to read-only memory throws {@link ReadOnlyBufferException};
 *   <li>it wraps no address: {@link #wrap(long, int)} throws, and {@link #addressOffset()} takes the JVM flag that
 *       {@code UnsafeBuffer} itself takes.
 * </ul>
 *
 * <p>An access outside the window throws {@link IndexOutOfBoundsException}.
 *
 * <p><b>Threads:</b> wrapping and unwrapping belong to one thread, or to one after the other with safe publication
 * between. The accesses may come from any thread; each orders memory as its name says (see {@link AtomicBuffer}).
 */
@SuppressWarnings("ReachabilityFenceUsage") // As in RawMemory.
public final class MappedBuffer extends PlainAccess {
    /*
     * Each access passes two checks: that of the window (MemoryWindow), and that of the memory (RawMemory if it is
     * reached by its address, else the VarHandle against the ByteBuffer). The first check is the promise to the caller;
     * the second makes it impossible to harm the JVM, whatever the first let pass. If the window is the whole memory
     * they are the same, and the second serves as both. If RawMemory does not allow an access, the VarHandle performs
     * or refuses it.
     *
     * A VarHandle reads the address of its ByteBuffer and does not keep the buffer reachable until the access is done,
     * as the buffer's own methods do (JDK 17 to 25: UnmapRaceMain crashes them). So a fence follows each such access.
     *
     * AtomicBuffer has some 130 methods. They are arranged in layers, each built on the previous ones: TextAccess,
     * MemoryWindow, PlainAccess, and here the accesses with a memory order.
     */

    /** Creates an empty window, to be wrapped around memory later. */
    public MappedBuffer() {}

    /**
     * Creates a window on the whole of a buffer, from 0 to its capacity whatever its position and limit are. The
     * content is shared; the position, limit and byte order of {@code buffer} are not.
     */
    public MappedBuffer(ByteBuffer buffer) {
        this(buffer, 0, buffer.capacity());
    }

    /**
     * Creates a window on a part of a buffer. The content is shared; the position, limit and byte order of {@code
     * buffer} are not.
     *
     * @throws IndexOutOfBoundsException if the part does not lie within 0 to the capacity of {@code buffer}
     */
    public MappedBuffer(ByteBuffer buffer, int offset, int length) {
        wrap(buffer, offset, length);
    }

    /** Creates a window on heap memory: for payloads, not for accesses with a memory order. */
    public static MappedBuffer of(byte[] array) {
        return new MappedBuffer(ByteBuffer.wrap(array));
    }

    /**
     * Creates a window on new, zeroed direct memory, aligned to 8 bytes.
     *
     * @throws IllegalArgumentException if the capacity is negative
     */
    public static MappedBuffer allocate(int capacity) {
        ByteBuffer memory = ByteBuffer.allocateDirect(capacity);
        if (memory.alignmentOffset(0, ALIGNMENT) != 0) {
            memory = ByteBuffer.allocateDirect(capacity + 2 * ALIGNMENT).alignedSlice(ALIGNMENT);
        }
        return of(new OwnMemory(memory, capacity));
    }

    /** Creates a window on memory of the library. Called once for each memory. */
    @SuppressWarnings("exports") // No program can call it.
    public static MappedBuffer of(OwnMemory memory) {
        MappedBuffer window = new MappedBuffer();
        window.wrapOwn(memory.bytes(), memory.capacity());
        return window;
    }

    /**
     * Creates a window on a part of this one.
     *
     * @throws IndexOutOfBoundsException if the part does not lie within this window
     */
    public MappedBuffer view(int offset, int length) {
        MappedBuffer view = new MappedBuffer();
        view.wrap(this, offset, length);
        return view;
    }

    /**
     * {@return how this process reaches the memory that Tailrace maps, for people to read: {@code by address}, or
     * {@code by ByteBuffer}, which takes longer} If the JDK would allow the faster way, the text says which flag to
     * add.
     */
    public static String access() {
        return ByAddress.WAY.describe();
    }

    @Override
    public long getLongOpaque(int index) {
        ByteBuffer memory = bytes;
        long value = (long) LONG.getOpaque(memory, at(index, Long.BYTES));
        Reference.reachabilityFence(memory);
        return value;
    }

    @Override
    public long getLongAcquire(int index) {
        ByteBuffer memory = bytes;
        long value = (long) LONG.getAcquire(memory, at(index, Long.BYTES));
        Reference.reachabilityFence(memory);
        return value;
    }

    @Override
    public long getLongVolatile(int index) {
        ByteBuffer memory = bytes;
        long value = (long) LONG.getVolatile(memory, at(index, Long.BYTES));
        Reference.reachabilityFence(memory);
        return value;
    }

    @Override
    public void putLongOpaque(int index, long value) {
        ByteBuffer memory = bytes;
        LONG.setOpaque(memory, at(index, Long.BYTES), value);
        Reference.reachabilityFence(memory);
    }

    @Override
    public void putLongRelease(int index, long value) {
        ByteBuffer memory = bytes;
        LONG.setRelease(memory, at(index, Long.BYTES), value);
        Reference.reachabilityFence(memory);
    }

    @Override
    public void putLongVolatile(int index, long value) {
        ByteBuffer memory = bytes;
        LONG.setVolatile(memory, at(index, Long.BYTES), value);
        Reference.reachabilityFence(memory);
    }

    @Override
    public void putLongOrdered(int index, long value) {
        putLongRelease(index, value);
    }

    @Override
    public long getAndAddLong(int index, long delta) {
        ByteBuffer memory = bytes;
        long value = (long) LONG.getAndAdd(memory, at(index, Long.BYTES), delta);
        Reference.reachabilityFence(memory);
        return value;
    }

    @Override
    public long getAndSetLong(int index, long value) {
        ByteBuffer memory = bytes;
        long before = (long) LONG.getAndSet(memory, at(index, Long.BYTES), value);
        Reference.reachabilityFence(memory);
        return before;
    }

    @Override
    public long addLongRelease(int index, long increment) {
        ByteBuffer memory = bytes;
        long value = (long) LONG.getAndAddRelease(memory, at(index, Long.BYTES), increment);
        Reference.reachabilityFence(memory);
        return value;
    }

    @Override
    public long addLongOrdered(int index, long increment) {
        return addLongRelease(index, increment);
    }

    /** Not atomic as a whole: for one writer only. */
    @Override
    public long addLongOpaque(int index, long increment) {
        long before = getLongOpaque(index);
        putLongOpaque(index, before + increment);
        return before;
    }

    @Override
    public boolean compareAndSetLong(int index, long expectedValue, long updateValue) {
        ByteBuffer memory = bytes;
        boolean swapped = LONG.compareAndSet(memory, at(index, Long.BYTES), expectedValue, updateValue);
        Reference.reachabilityFence(memory);
        return swapped;
    }

    @Override
    public long compareAndExchangeLong(int index, long expectedValue, long updateValue) {
        ByteBuffer memory = bytes;
        long value = (long) LONG.compareAndExchange(memory, at(index, Long.BYTES), expectedValue, updateValue);
        Reference.reachabilityFence(memory);
        return value;
    }

    @Override
    public int getIntOpaque(int index) {
        ByteBuffer memory = bytes;
        int value = (int) INT.getOpaque(memory, at(index, Integer.BYTES));
        Reference.reachabilityFence(memory);
        return value;
    }

    @Override
    public int getIntAcquire(int index) {
        ByteBuffer memory = bytes;
        int value = (int) INT.getAcquire(memory, at(index, Integer.BYTES));
        Reference.reachabilityFence(memory);
        return value;
    }

    @Override
    public int getIntVolatile(int index) {
        ByteBuffer memory = bytes;
        int value = (int) INT.getVolatile(memory, at(index, Integer.BYTES));
        Reference.reachabilityFence(memory);
        return value;
    }

    @Override
    public void putIntOpaque(int index, int value) {
        ByteBuffer memory = bytes;
        INT.setOpaque(memory, at(index, Integer.BYTES), value);
        Reference.reachabilityFence(memory);
    }

    @Override
    public void putIntRelease(int index, int value) {
        ByteBuffer memory = bytes;
        INT.setRelease(memory, at(index, Integer.BYTES), value);
        Reference.reachabilityFence(memory);
    }

    @Override
    public void putIntVolatile(int index, int value) {
        ByteBuffer memory = bytes;
        INT.setVolatile(memory, at(index, Integer.BYTES), value);
        Reference.reachabilityFence(memory);
    }

    @Override
    public void putIntOrdered(int index, int value) {
        putIntRelease(index, value);
    }

    @Override
    public int getAndAddInt(int index, int delta) {
        ByteBuffer memory = bytes;
        int value = (int) INT.getAndAdd(memory, at(index, Integer.BYTES), delta);
        Reference.reachabilityFence(memory);
        return value;
    }

    @Override
    public int getAndSetInt(int index, int value) {
        ByteBuffer memory = bytes;
        int before = (int) INT.getAndSet(memory, at(index, Integer.BYTES), value);
        Reference.reachabilityFence(memory);
        return before;
    }

    @Override
    public int addIntRelease(int index, int increment) {
        ByteBuffer memory = bytes;
        int value = (int) INT.getAndAddRelease(memory, at(index, Integer.BYTES), increment);
        Reference.reachabilityFence(memory);
        return value;
    }

    @Override
    public int addIntOrdered(int index, int increment) {
        return addIntRelease(index, increment);
    }

    /** Not atomic as a whole: for one writer only. */
    @Override
    public int addIntOpaque(int index, int increment) {
        int before = getIntOpaque(index);
        putIntOpaque(index, before + increment);
        return before;
    }

    @Override
    public boolean compareAndSetInt(int index, int expectedValue, int updateValue) {
        ByteBuffer memory = bytes;
        boolean swapped = INT.compareAndSet(memory, at(index, Integer.BYTES), expectedValue, updateValue);
        Reference.reachabilityFence(memory);
        return swapped;
    }

    @Override
    public int compareAndExchangeInt(int index, int expectedValue, int updateValue) {
        ByteBuffer memory = bytes;
        int value = (int) INT.compareAndExchange(memory, at(index, Integer.BYTES), expectedValue, updateValue);
        Reference.reachabilityFence(memory);
        return value;
    }

    @Override
    public short getShortVolatile(int index) {
        ByteBuffer memory = bytes;
        short value = (short) SHORT.getVolatile(memory, at(index, Short.BYTES));
        Reference.reachabilityFence(memory);
        return value;
    }

    @Override
    public void putShortVolatile(int index, short value) {
        ByteBuffer memory = bytes;
        SHORT.setVolatile(memory, at(index, Short.BYTES), value);
        Reference.reachabilityFence(memory);
    }

    @Override
    public char getCharVolatile(int index) {
        ByteBuffer memory = bytes;
        char value = (char) CHAR.getVolatile(memory, at(index, Character.BYTES));
        Reference.reachabilityFence(memory);
        return value;
    }

    @Override
    public void putCharVolatile(int index, char value) {
        ByteBuffer memory = bytes;
        CHAR.setVolatile(memory, at(index, Character.BYTES), value);
        Reference.reachabilityFence(memory);
    }

    /*
     * A ByteBuffer has no VarHandle of bytes. A byte never tears, so fences around a plain access give it the order.
     */

    @Override
    public byte getByteVolatile(int index) {
        VarHandle.fullFence();
        byte value = getByte(index);
        VarHandle.acquireFence();
        return value;
    }

    @Override
    public void putByteVolatile(int index, byte value) {
        VarHandle.releaseFence();
        putByte(index, value);
        VarHandle.fullFence();
    }

    /** Compares word by word in native byte order, as Agrona's buffers do: not a lexicographic order of the bytes. */
    @Override
    public int compareTo(DirectBuffer that) {
        int length = Math.min(capacity(), that.capacity());
        int i = 0;
        for (; i <= length - Long.BYTES; i += Long.BYTES) {
            int order = Long.compare(getLong(i), that.getLong(i));
            if (order != 0) {
                return order;
            }
        }
        for (; i < length; i++) {
            int order = Byte.compare(getByte(i), that.getByte(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(capacity(), that.capacity());
    }

    /** Two windows are equal if their content is. */
    @Override
    public boolean equals(@Nullable Object object) {
        return object instanceof MappedBuffer that && capacity() == that.capacity() && compareTo(that) == 0;
    }

    /** The hash of the content, the same as Agrona's buffers have. */
    @Override
    public int hashCode() {
        int hash = 19;
        int i = 0;
        for (; i <= capacity() - Long.BYTES; i += Long.BYTES) {
            hash = 31 * hash + Long.hashCode(getLong(i));
        }
        for (; i < capacity(); i++) {
            hash = 31 * hash + getByte(i);
        }
        return hash;
    }

    @Override
    public String toString() {
        return "MappedBuffer{capacity=" + capacity() + ", readOnly=" + isReadOnly() + '}';
    }
}
