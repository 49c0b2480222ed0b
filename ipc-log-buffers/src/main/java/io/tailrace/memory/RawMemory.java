/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.memory;

import java.lang.ref.Reference;
import java.lang.reflect.Field;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Mapped or direct memory, reached by its address. The only class that uses {@code sun.misc.Unsafe}: what the JDK
 * checks at each access of a ByteBuffer by a VarHandle was a third of the instructions of an offer. Any thread.
 *
 * <p>Before an access the caller asks the same object whether it lies inside ({@link #reads}, {@link #writes}). Nothing
 * else keeps it there. Address and lengths never change, so a window that another thread wraps anew meanwhile, against
 * its contract, takes the wrong memory but never mixes two. Where the answer is no, for whatever reason, the ByteBuffer
 * does the access, or refuses it with its own exception.
 *
 * <p>The memory is {@link #NONE} where it is on the heap; where the program brings it, for it may be a memory
 * segment's, which can be closed; and on JDKs that print a warning.
 */
@SuppressWarnings("ReachabilityFenceUsage") // No access throws, but for memory that is gone: no finally is needed.
final class RawMemory {
    /** From this one on the first access prints a warning. */
    static final int FIRST_JDK_THAT_WARNS = 24;
    /** A constant, so that the JIT leaves out all of this where it is false. */
    private static final boolean AVAILABLE = isAvailable();

    /** Not even 0 bytes. */
    private static final long NO_LENGTH = -1;

    /** Memory that is not reached by its address: the ByteBuffer does all. */
    static final RawMemory NONE = new RawMemory(ByteBuffer.allocate(0), 0, NO_LENGTH, NO_LENGTH);

    private static final int LONG_SHIFT = 3;

    /** Up to this length, moves through registers take less time than a call of the JDK's copy. */
    private static final int SHORT_COPY_MAX = 64;

    /** The memory is not unmapped while this is reachable. */
    @SuppressWarnings({"unused", "FieldCanBeLocal"})
    private final ByteBuffer bytes;

    private final long address;
    private final long readableLength;
    private final long writableLength;
    private final long readableLongs;
    private final long writableLongs;

    private RawMemory(ByteBuffer bytes, long address, long readableLength, long writableLength) {
        this.bytes = bytes;
        this.address = address;
        this.readableLength = readableLength;
        this.writableLength = writableLength;
        this.readableLongs = readableLength >> LONG_SHIFT; // Of less than 0 bytes: less than 0.
        this.writableLongs = writableLength >> LONG_SHIFT;
    }

    /** {@return the memory of a ByteBuffer, which nothing frees but the garbage collector} */
    static RawMemory of(ByteBuffer own) {
        if (!AVAILABLE || own.alignmentOffset(0, Long.BYTES) != 0) {
            return NONE;
        }
        int length = own.capacity();
        return new RawMemory(own, Access.addressOf(own), length, own.isReadOnly() ? NO_LENGTH : length);
    }

    private static boolean isAvailable() {
        try {
            return Runtime.version().feature() < FIRST_JDK_THAT_WARNS
                    && ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN
                    && Access.UNSAFE.addressSize() == Long.BYTES; // Such processors read and write at any address.
        } catch (LinkageError e) {
            return false; // A JDK without sun.misc.Unsafe, or without the field that has the address.
        }
    }

    /*
     * These are static: a call of a method of the memory would load it and look whether it is null, also where it
     * is never reached by its address.
     */

    /** {@return whether this many bytes may be read} Any index and any length that is not negative. */
    static boolean reads(RawMemory memory, int index, int length) {
        // As unsigned numbers: a negative index is beyond every length.
        return AVAILABLE && Integer.toUnsignedLong(index) + length <= memory.readableLength;
    }

    /** {@return whether this many bytes may be written} Any index and any length that is not negative. */
    static boolean writes(RawMemory memory, int index, int length) {
        return AVAILABLE && Integer.toUnsignedLong(index) + length <= memory.writableLength;
    }

    /*
     * In a memory order only longs, which are all that an offer and a poll use, and only what is aligned. Rotated, an
     * index that is not aligned has its low bits at the top, and is beyond every length: one comparison for both.
     */

    /** {@return whether a long may be read here in a memory order} */
    static boolean readsLong(RawMemory memory, int index) {
        return AVAILABLE && Integer.toUnsignedLong(Integer.rotateRight(index, LONG_SHIFT)) < memory.readableLongs;
    }

    /** {@return whether a long may be written here in a memory order} */
    static boolean writesLong(RawMemory memory, int index) {
        return AVAILABLE && Integer.toUnsignedLong(Integer.rotateRight(index, LONG_SHIFT)) < memory.writableLongs;
    }

    /*
     * Each access ends with a fence that keeps this object, and so the mapping, until it is done: else the JIT lets go
     * of an object as soon as it has loaded the last field of it. The fence takes no instruction.
     */

    long getLong(int index) {
        long value = Access.UNSAFE.getLong(address + index);
        Reference.reachabilityFence(this);
        return value;
    }

    void putLong(int index, long value) {
        Access.UNSAFE.putLong(address + index, value);
        Reference.reachabilityFence(this);
    }

    int getInt(int index) {
        int value = Access.UNSAFE.getInt(address + index);
        Reference.reachabilityFence(this);
        return value;
    }

    void putInt(int index, int value) {
        Access.UNSAFE.putInt(address + index, value);
        Reference.reachabilityFence(this);
    }

    byte getByte(int index) {
        byte value = Access.UNSAFE.getByte(address + index);
        Reference.reachabilityFence(this);
        return value;
    }

    void putByte(int index, byte value) {
        Access.UNSAFE.putByte(address + index, value);
        Reference.reachabilityFence(this);
    }

    /** Also for acquire, which this Unsafe does not have: the same instruction on x86 and AArch64. */
    long getLongVolatile(int index) {
        long value = Access.UNSAFE.getLongVolatile(null, address + index);
        Reference.reachabilityFence(this);
        return value;
    }

    void putLongRelease(int index, long value) {
        Access.UNSAFE.putOrderedLong(null, address + index, value);
        Reference.reachabilityFence(this);
    }

    long getAndAddLong(int index, long delta) {
        long before = Access.UNSAFE.getAndAddLong(null, address + index, delta);
        Reference.reachabilityFence(this);
        return before;
    }

    /** As if through a third buffer, where both are the same memory. */
    void copyFrom(RawMemory source, int from, int to, int length) {
        if (source == this) {
            Access.UNSAFE.copyMemory(null, address + from, null, address + to, length);
        } else {
            copy(null, source.address + from, address + to, length);
        }
        Reference.reachabilityFence(source);
        Reference.reachabilityFence(this);
    }

    /** The caller has checked the range of the array, too. */
    void copyFrom(byte[] source, int from, int to, int length) {
        copy(source, Access.ARRAY_OFFSET + from, address + to, length);
        Reference.reachabilityFence(this);
    }

    /**
     * The words from the start and those up to the end overlap where the length is no power of two. A loop would take a
     * few instructions a word, and some sixty around them.
     */
    private static void copy(byte @Nullable [] source, long from, long to, int length) {
        if (length < Long.BYTES || length > SHORT_COPY_MAX) {
            Access.UNSAFE.copyMemory(source, from, null, to, length);
        } else if (length > 4 * Long.BYTES) {
            copyTwoWords(source, from, to);
            copyTwoWords(source, from + 16, to + 16);
            copyTwoWords(source, from + length - 32, to + length - 32);
            copyTwoWords(source, from + length - 16, to + length - 16);
        } else if (length > 2 * Long.BYTES) {
            copyTwoWords(source, from, to);
            copyTwoWords(source, from + length - 16, to + length - 16);
        } else {
            copyWord(source, from, to);
            copyWord(source, from + length - 8, to + length - 8);
        }
    }

    private static void copyTwoWords(byte @Nullable [] source, long from, long to) {
        copyWord(source, from, to);
        copyWord(source, from + Long.BYTES, to + Long.BYTES);
    }

    private static void copyWord(byte @Nullable [] source, long from, long to) {
        Access.UNSAFE.putLong(to, Access.UNSAFE.getLong(source, from));
    }

    /** The caller has checked the range of the array, too. */
    void copyTo(byte[] destination, int to, int from, int length) {
        Access.UNSAFE.copyMemory(null, address + from, destination, Access.ARRAY_OFFSET + to, length);
        Reference.reachabilityFence(this);
    }

    /** Loaded only where it is silent. Named in full: Javadoc sees the JDK's own, and warns where it is imported. */
    private static final class Access {
        static final sun.misc.Unsafe UNSAFE = find();
        static final long ARRAY_OFFSET = UNSAFE.arrayBaseOffset(byte[].class);
        private static final long ADDRESS_FIELD = fieldOffset("address");

        private static sun.misc.Unsafe find() {
            try {
                Field instance = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
                instance.setAccessible(true);
                return (sun.misc.Unsafe) instance.get(null);
            } catch (ReflectiveOperationException e) {
                throw new LinkageError("no Unsafe", e);
            }
        }

        private static long fieldOffset(String name) {
            try {
                return UNSAFE.objectFieldOffset(Buffer.class.getDeclaredField(name));
            } catch (ReflectiveOperationException e) {
                throw new LinkageError("no field of a Buffer: name=" + name, e);
            }
        }

        static long addressOf(ByteBuffer direct) {
            return UNSAFE.getLong(direct, ADDRESS_FIELD);
        }
    }
}
