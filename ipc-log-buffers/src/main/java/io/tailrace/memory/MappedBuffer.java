/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.memory;

import io.tailrace.internal.OwnMemory;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import java.util.Objects;
import org.agrona.BufferUtil;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
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
public final class MappedBuffer extends TextAccess {
    /*
     * Each access passes two checks: that of the window (range), and that of the memory (RawMemory if it is reached by
     * its address, else the VarHandle against the ByteBuffer). The first check is the promise to the caller;
     * the second makes it impossible to harm the JVM, whatever the first let pass. If the window is the whole memory
     * they are the same, and the second serves as both. If RawMemory does not allow an access, the VarHandle performs
     * or refuses it.
     *
     * A VarHandle reads the address of its ByteBuffer and does not keep the buffer reachable until the access is done,
     * as the buffer's own methods do (JDK 17 to 25: UnmapRaceMain crashes them). So a fence follows each such access.
     *
     * The ByteBuffer is private to the windows that share it: callers only get duplicates of it, so its position and
     * limit never move. Windows share it so that wrapping one around a part of another allocates nothing.
     *
     * AtomicBuffer has some 130 methods, in this order: the window, plain accesses, accesses with a memory order. Its
     * strings are in TextAccess.
     */

    private static final ByteOrder NATIVE = ByteOrder.nativeOrder();

    private static final ByteBuffer NO_BYTES = privateViewOf(ByteBuffer.allocateDirect(0));
    private static final VarHandle SHORT = MethodHandles.byteBufferViewVarHandle(short[].class, NATIVE);
    private static final VarHandle INT = MethodHandles.byteBufferViewVarHandle(int[].class, NATIVE);
    private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, NATIVE);

    private static final ByteBuffer ZEROES = ByteBuffer.allocateDirect(4096);

    /**
     * Up to this length, moves through registers take 3 ns instead of 5. Twice as many moves for twice the length
     * gained nothing, and now and then the JIT no longer inlined some of them: 20 to 30 ns.
     */
    private static final int SHORT_COPY_MAX = 2 * Long.BYTES;

    ByteBuffer bytes = NO_BYTES;
    /** The same memory, if it is reached by its address. Each access loads this once. */
    RawMemory raw = RawMemory.NONE;

    private int base;
    private int capacity;
    private boolean whole = true;

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

    /** Creates a window on memory of the library, which only the garbage collector frees. Once for each memory. */
    @SuppressWarnings("exports") // No program can call it.
    public static MappedBuffer of(OwnMemory memory) {
        Objects.checkFromIndexSize(0, memory.capacity(), memory.bytes().capacity());
        ByteBuffer view = privateViewOf(memory.bytes());
        MappedBuffer window = new MappedBuffer();
        window.set(view, RawMemory.of(view), 0, memory.capacity());
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
        if (buffer instanceof MappedBuffer other) {
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
    int at(int index, int length) {
        return whole ? index : range(index, length);
    }

    /** Checks that a range lies within the window and returns its index in the ByteBuffer. */
    int range(int index, int length) {
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

    @Override
    public long getLong(int index) {
        int i = at(index, Long.BYTES);
        RawMemory memory = raw;
        if (RawMemory.reads(memory, i, Long.BYTES)) {
            return memory.getLong(i);
        }
        ByteBuffer buffer = bytes;
        long value = (long) LONG.get(buffer, i);
        Reference.reachabilityFence(buffer);
        return value;
    }

    @Override
    public void putLong(int index, long value) {
        int i = at(index, Long.BYTES);
        RawMemory memory = raw;
        if (RawMemory.writes(memory, i, Long.BYTES)) {
            memory.putLong(i, value);
        } else {
            ByteBuffer buffer = bytes;
            LONG.set(buffer, i, value);
            Reference.reachabilityFence(buffer);
        }
    }

    @Override
    public long getLong(int index, ByteOrder byteOrder) {
        long value = getLong(index);
        return byteOrder == NATIVE ? value : Long.reverseBytes(value);
    }

    @Override
    public void putLong(int index, long value, ByteOrder byteOrder) {
        putLong(index, byteOrder == NATIVE ? value : Long.reverseBytes(value));
    }

    /**
     * {@inheritDoc} Not by a load of an int, which the JIT merges with a conversion to long: HotSpot, up to 25 at
     * least, cannot decode that instruction of x86, and ends the JVM if it meets a truncated file.
     */
    @Override
    public int getInt(int index) {
        int i = at(index, Integer.BYTES);
        RawMemory memory = raw;
        if (NATIVE == ByteOrder.LITTLE_ENDIAN && RawMemory.reads(memory, i - Integer.BYTES, Long.BYTES)) {
            return (int) (memory.getLong(i - Integer.BYTES) >>> Integer.SIZE);
        }
        ByteBuffer buffer = bytes;
        int first = (short) SHORT.get(buffer, i);
        int second = (short) SHORT.get(buffer, i + Short.BYTES);
        Reference.reachabilityFence(buffer);
        return NATIVE == ByteOrder.LITTLE_ENDIAN
                ? (first & 0xFFFF) | second << Short.SIZE
                : first << Short.SIZE | (second & 0xFFFF);
    }

    @Override
    public void putInt(int index, int value) {
        int i = at(index, Integer.BYTES);
        RawMemory memory = raw;
        if (RawMemory.writes(memory, i, Integer.BYTES)) {
            memory.putInt(i, value);
        } else {
            ByteBuffer buffer = bytes;
            INT.set(buffer, i, value);
            Reference.reachabilityFence(buffer);
        }
    }

    @Override
    public int getInt(int index, ByteOrder byteOrder) {
        int value = getInt(index);
        return byteOrder == NATIVE ? value : Integer.reverseBytes(value);
    }

    @Override
    public void putInt(int index, int value, ByteOrder byteOrder) {
        putInt(index, byteOrder == NATIVE ? value : Integer.reverseBytes(value));
    }

    @Override
    public short getShort(int index) {
        return bytes.getShort(at(index, Short.BYTES));
    }

    @Override
    public void putShort(int index, short value) {
        bytes.putShort(at(index, Short.BYTES), value);
    }

    @Override
    public short getShort(int index, ByteOrder byteOrder) {
        short value = getShort(index);
        return byteOrder == NATIVE ? value : Short.reverseBytes(value);
    }

    @Override
    public void putShort(int index, short value, ByteOrder byteOrder) {
        putShort(index, byteOrder == NATIVE ? value : Short.reverseBytes(value));
    }

    @Override
    public char getChar(int index) {
        return (char) getShort(index);
    }

    @Override
    public void putChar(int index, char value) {
        putShort(index, (short) value);
    }

    @Override
    public char getChar(int index, ByteOrder byteOrder) {
        return (char) getShort(index, byteOrder);
    }

    @Override
    public void putChar(int index, char value, ByteOrder byteOrder) {
        putShort(index, (short) value, byteOrder);
    }

    @Override
    public byte getByte(int index) {
        int i = at(index, Byte.BYTES);
        RawMemory memory = raw;
        return RawMemory.reads(memory, i, Byte.BYTES) ? memory.getByte(i) : bytes.get(i);
    }

    @Override
    public void putByte(int index, byte value) {
        int i = at(index, Byte.BYTES);
        RawMemory memory = raw;
        if (RawMemory.writes(memory, i, Byte.BYTES)) {
            memory.putByte(i, value);
        } else {
            bytes.put(i, value);
        }
    }

    @Override
    public double getDouble(int index) {
        return Double.longBitsToDouble(getLong(index));
    }

    @Override
    public void putDouble(int index, double value) {
        putLong(index, Double.doubleToRawLongBits(value));
    }

    @Override
    public double getDouble(int index, ByteOrder byteOrder) {
        return Double.longBitsToDouble(getLong(index, byteOrder));
    }

    @Override
    public void putDouble(int index, double value, ByteOrder byteOrder) {
        putLong(index, Double.doubleToRawLongBits(value), byteOrder);
    }

    @Override
    public float getFloat(int index) {
        return Float.intBitsToFloat(getInt(index));
    }

    @Override
    public void putFloat(int index, float value) {
        putInt(index, Float.floatToRawIntBits(value));
    }

    @Override
    public float getFloat(int index, ByteOrder byteOrder) {
        return Float.intBitsToFloat(getInt(index, byteOrder));
    }

    @Override
    public void putFloat(int index, float value, ByteOrder byteOrder) {
        putInt(index, Float.floatToRawIntBits(value), byteOrder);
    }

    @Override
    public void getBytes(int index, byte[] dst) {
        getBytes(index, dst, 0, dst.length);
    }

    @Override
    public void getBytes(int index, byte[] dst, int offset, int length) {
        int from = range(index, length);
        Objects.checkFromIndexSize(offset, length, dst.length);
        RawMemory memory = raw;
        if (RawMemory.reads(memory, from, length)) {
            memory.copyTo(dst, offset, from, length);
        } else {
            bytes.get(from, dst, offset, length);
        }
    }

    @Override
    public void getBytes(int index, MutableDirectBuffer dstBuffer, int dstIndex, int length) {
        if (dstBuffer instanceof MappedBuffer other) {
            other.putBytes(dstIndex, this, index, length);
        } else {
            dstBuffer.putBytes(dstIndex, bytes, range(index, length), length);
        }
    }

    @Override
    public void getBytes(int index, ByteBuffer dstBuffer, int length) {
        int position = dstBuffer.position();
        getBytes(index, dstBuffer, position, length);
        dstBuffer.position(position + length);
    }

    @Override
    public void getBytes(int index, ByteBuffer dstBuffer, int dstOffset, int length) {
        int from = range(index, length);
        Objects.checkFromIndexSize(dstOffset, length, dstBuffer.capacity());
        upToCapacity(dstBuffer, dstOffset, length).put(dstOffset, bytes, from, length);
    }

    @Override
    public void putBytes(int index, byte[] src) {
        putBytes(index, src, 0, src.length);
    }

    @Override
    public void putBytes(int index, byte[] src, int offset, int length) {
        int to = range(index, length);
        Objects.checkFromIndexSize(offset, length, src.length);
        RawMemory memory = raw;
        if (RawMemory.writes(memory, to, length)) {
            memory.copyFrom(src, offset, to, length);
        } else {
            bytes.put(to, src, offset, length);
        }
    }

    @Override
    public void putBytes(int index, ByteBuffer srcBuffer, int length) {
        int position = srcBuffer.position();
        putBytes(index, srcBuffer, position, length);
        srcBuffer.position(position + length);
    }

    @Override
    public void putBytes(int index, ByteBuffer srcBuffer, int srcIndex, int length) {
        int to = range(index, length);
        Objects.checkFromIndexSize(srcIndex, length, srcBuffer.capacity());
        bytes.put(to, upToCapacity(srcBuffer, srcIndex, length), srcIndex, length);
    }

    /** Copies bytes; if source and destination overlap, as if through a third buffer. */
    @Override
    public void putBytes(int index, DirectBuffer srcBuffer, int srcIndex, int length) {
        // Handles the most frequent short messages, in a method short enough to be inlined into every offer, with as
        // few call levels as possible: a VarHandle adds some levels, and the JIT inlines fifteen.
        if (length == Long.BYTES && srcBuffer instanceof MappedBuffer other) {
            int to = at(index, Long.BYTES);
            int from = other.at(srcIndex, Long.BYTES);
            RawMemory memory = raw; // Read once: each is checked, and then used.
            RawMemory source = other.raw;
            if (RawMemory.writes(memory, to, Long.BYTES) && RawMemory.reads(source, from, Long.BYTES)) {
                memory.putLong(to, source.getLong(from));
            } else {
                ByteBuffer target = bytes;
                ByteBuffer origin = other.bytes;
                LONG.set(target, to, (long) LONG.get(origin, from));
                Reference.reachabilityFence(origin);
                Reference.reachabilityFence(target);
            }
        } else {
            putAnyLength(index, srcBuffer, srcIndex, length);
        }
    }

    private void putAnyLength(int index, DirectBuffer srcBuffer, int srcIndex, int length) {
        int to = range(index, length);
        if (srcBuffer instanceof MappedBuffer other) {
            int from = other.at(srcIndex, length);
            RawMemory memory = raw;
            RawMemory source = other.raw;
            if (RawMemory.writes(memory, to, length) && RawMemory.reads(source, from, length)) {
                memory.copyFrom(source, from, to, length);
            } else {
                putFromByteBuffer(to, other, other.range(srcIndex, length), length);
            }
        } else {
            putForeign(to, srcBuffer, srcIndex, length);
        }
    }

    private void putFromByteBuffer(int to, MappedBuffer source, int from, int length) {
        RawMemory memory = raw;
        if (RawMemory.writes(memory, to, length) && source.bytes.hasArray()) {
            memory.copyFrom(source.bytes.array(), source.bytes.arrayOffset() + from, to, length);
        } else if (length <= SHORT_COPY_MAX) {
            copyShort(source.bytes, from, bytes, to, length);
        } else {
            bytes.put(to, source.bytes, from, length);
        }
    }

    private void putForeign(int to, DirectBuffer srcBuffer, int srcIndex, int length) {
        // A foreign buffer may write through the address of ours and never see that it is read-only.
        if (bytes.isReadOnly()) {
            throw new ReadOnlyBufferException();
        }
        srcBuffer.boundsCheck(srcIndex, length);
        srcBuffer.getBytes(srcIndex, bytes, to, length);
    }

    /** Agrona's buffers use the capacity of a ByteBuffer; those of the JDK use its limit. */
    private static ByteBuffer upToCapacity(ByteBuffer buffer, int offset, int length) {
        return offset + length <= buffer.limit() ? buffer : buffer.duplicate().clear();
    }

    /*
     * Each case loads everything before it stores anything, so overlapping ranges are copied correctly. Its two moves
     * overlap if the length is not a power of two, instead of a loop over the tail.
     */
    private static void copyShort(ByteBuffer src, int from, ByteBuffer dst, int to, int length) {
        if (length >= Long.BYTES) {
            long first = (long) LONG.get(src, from);
            long last = (long) LONG.get(src, from + length - 8);
            LONG.set(dst, to, first);
            LONG.set(dst, to + length - 8, last);
        } else if (length >= Integer.BYTES) {
            int first = (int) INT.get(src, from);
            int last = (int) INT.get(src, from + length - 4);
            INT.set(dst, to, first);
            INT.set(dst, to + length - 4, last);
        } else {
            dst.put(to, src, from, length);
        }
        Reference.reachabilityFence(src);
        Reference.reachabilityFence(dst);
    }

    @Override
    public void setMemory(int index, int length, byte value) {
        if (value == 0) {
            zero(index, length);
            return;
        }
        int from = range(index, length);
        for (int i = 0; i < length; i++) {
            bytes.put(from + i, value);
        }
    }

    /**
     * Writes zeros. If index and length are multiples of 8, a concurrent reader of an aligned word sees its old value
     * or zero, nothing in between; the words become zero in no particular order.
     */
    public void zero(int index, int length) {
        int at = range(index, length);
        int rest = length;
        while (rest > 0) { // Upwards, or the processor does not fetch lines from another core's cache ahead.
            int count = Math.min(rest, ZEROES.capacity());
            bytes.put(at, ZEROES, 0, count);
            at += count;
            rest -= count;
        }
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
        ByteBuffer memory = bytes; // Not by an exchange, which C1 does not inline: subscribers that clean call this.
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
        return compareAndExchangeInt(index, expectedValue, updateValue) == expectedValue;
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
        return (char) getShortVolatile(index);
    }

    @Override
    public void putCharVolatile(int index, char value) {
        putShortVolatile(index, (short) value);
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
