/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import java.util.Objects;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** Accesses without a memory order: single values and blocks of bytes. */
@SuppressWarnings("ReachabilityFenceUsage") // As in RawMemory.
abstract sealed class PlainAccess extends MemoryWindow permits MappedBuffer {
    static final VarHandle SHORT = MethodHandles.byteBufferViewVarHandle(short[].class, NATIVE);
    static final VarHandle CHAR = MethodHandles.byteBufferViewVarHandle(char[].class, NATIVE);
    static final VarHandle INT = MethodHandles.byteBufferViewVarHandle(int[].class, NATIVE);
    static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, NATIVE);

    private static final ByteBuffer ZEROES = ByteBuffer.allocateDirect(4096);

    /**
     * Up to this length, moves through registers take 3 ns instead of 5. Twice as many moves for twice the length
     * gained nothing, and now and then the JIT no longer inlined some of them: 20 to 30 ns.
     */
    private static final int SHORT_COPY_MAX = 2 * Long.BYTES;

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
        return bytes.getChar(at(index, Character.BYTES));
    }

    @Override
    public void putChar(int index, char value) {
        bytes.putChar(at(index, Character.BYTES), value);
    }

    @Override
    public char getChar(int index, ByteOrder byteOrder) {
        char value = getChar(index);
        return byteOrder == NATIVE ? value : Character.reverseBytes(value);
    }

    @Override
    public void putChar(int index, char value, ByteOrder byteOrder) {
        putChar(index, byteOrder == NATIVE ? value : Character.reverseBytes(value));
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
        if (dstBuffer instanceof PlainAccess other) {
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
        if (length == Long.BYTES && srcBuffer instanceof PlainAccess other) {
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
        if (srcBuffer instanceof PlainAccess other) {
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

    private void putFromByteBuffer(int to, PlainAccess source, int from, int length) {
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
        int i = range(index, length);
        int end = i + length;
        long word = (value & 0xFFL) * 0x0101_0101_0101_0101L;
        ByteBuffer buffer = bytes;
        for (; i <= end - Long.BYTES; i += Long.BYTES) {
            LONG.set(buffer, i, word);
        }
        for (; i < end; i++) {
            buffer.put(i, value);
        }
        Reference.reachabilityFence(buffer);
    }

    /**
     * Writes zeros. If index and length are multiples of 8, a concurrent reader of an aligned word sees its old value
     * or zero, nothing in between; the words become zero in no particular order.
     */
    public void zero(int index, int length) {
        int from = range(index, length);
        int rest = length;
        while (rest > 0) {
            int count = Math.min(rest, ZEROES.capacity());
            rest -= count;
            bytes.put(from + rest, ZEROES, 0, count);
        }
    }
}
