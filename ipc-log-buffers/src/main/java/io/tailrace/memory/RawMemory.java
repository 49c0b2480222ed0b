/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.memory;

import java.lang.ref.Reference;
import java.lang.reflect.Field;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Mapped or direct memory, reached by its address: what the JDK checks at each access of a ByteBuffer by a VarHandle
 * was a third of the instructions of an offer. It is reached by {@code sun.misc.Unsafe}, which no other class uses;
 * where the JDK would warn of that, by {@link AddressHandles}, if the program allows them. Any thread.
 *
 * <p>Before an access the caller asks the same object whether it lies inside ({@link #reads}, {@link #writes}). Nothing
 * else keeps it there. Address and lengths never change, so a window that another thread wraps anew meanwhile, against
 * its contract, takes the wrong memory but never mixes two. Where the answer is no, for whatever reason, the ByteBuffer
 * does the access, or refuses it with its own exception.
 *
 * <p>The memory is {@link #NONE} where it is on the heap; where the program brings it, for it may be a memory
 * segment's, which can be closed; and where nothing reaches it by its address without a warning.
 */
@SuppressWarnings("ReachabilityFenceUsage") // No access throws, but for memory that is gone: no finally is needed.
final class RawMemory {
    static final MemoryWay WAY = MemoryWay.find();

    /** A constant, so that the JIT leaves out all of this where it is false. */
    private static final boolean AVAILABLE = WAY != MemoryWay.BYTE_BUFFER;
    /** By {@code sun.misc.Unsafe}; else by {@link AddressHandles}. A constant, too. */
    private static final boolean BY_SUN = WAY == MemoryWay.SUN_UNSAFE;

    private static final long ARRAY_OFFSET = BY_SUN ? SunUnsafe.ARRAY_OFFSET : 0;

    /** Not even 0 bytes. */
    private static final long NO_LENGTH = -1;

    /** Memory that is not reached by its address: the ByteBuffer does all. */
    static final RawMemory NONE = new RawMemory(ByteBuffer.allocate(0), 0, NO_LENGTH, NO_LENGTH);

    private static final int LONG_SHIFT = 3;

    /** Up to this length, moves through registers take less time than a call of the JDK's copy. */
    private static final int SHORT_COPY_MAX = 64;

    /** The memory is not unmapped while this is reachable. */
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

    /**
     * {@return the memory of a ByteBuffer, from 0 to its limit, which is its capacity} Nothing frees it but the garbage
     * collector.
     */
    static RawMemory of(ByteBuffer own) {
        if (!AVAILABLE || own.alignmentOffset(0, Long.BYTES) != 0) {
            return NONE;
        }
        int length = own.capacity();
        long address = BY_SUN ? SunUnsafe.addressOf(own) : AddressHandles.addressOf(own);
        return new RawMemory(own, address, length, own.isReadOnly() ? NO_LENGTH : length);
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
        long value = BY_SUN ? SunUnsafe.UNSAFE.getLong(address + index) : AddressHandles.getLong(address + index);
        Reference.reachabilityFence(this);
        return value;
    }

    void putLong(int index, long value) {
        if (BY_SUN) {
            SunUnsafe.UNSAFE.putLong(address + index, value);
        } else {
            AddressHandles.putLong(address + index, value);
        }
        Reference.reachabilityFence(this);
    }

    int getInt(int index) {
        int value = BY_SUN ? SunUnsafe.UNSAFE.getInt(address + index) : AddressHandles.getInt(address + index);
        Reference.reachabilityFence(this);
        return value;
    }

    void putInt(int index, int value) {
        if (BY_SUN) {
            SunUnsafe.UNSAFE.putInt(address + index, value);
        } else {
            AddressHandles.putInt(address + index, value);
        }
        Reference.reachabilityFence(this);
    }

    byte getByte(int index) {
        byte value = BY_SUN ? SunUnsafe.UNSAFE.getByte(address + index) : AddressHandles.getByte(address + index);
        Reference.reachabilityFence(this);
        return value;
    }

    void putByte(int index, byte value) {
        if (BY_SUN) {
            SunUnsafe.UNSAFE.putByte(address + index, value);
        } else {
            AddressHandles.putByte(address + index, value);
        }
        Reference.reachabilityFence(this);
    }

    /** Also for acquire, which this Unsafe does not have: the same instruction on x86 and AArch64. */
    long getLongVolatile(int index) {
        long value = BY_SUN
                ? SunUnsafe.UNSAFE.getLongVolatile(null, address + index)
                : AddressHandles.getLongVolatile(address + index);
        Reference.reachabilityFence(this);
        return value;
    }

    void putLongRelease(int index, long value) {
        if (BY_SUN) {
            SunUnsafe.UNSAFE.putOrderedLong(null, address + index, value);
        } else {
            AddressHandles.putLongRelease(address + index, value);
        }
        Reference.reachabilityFence(this);
    }

    long getAndAddLong(int index, long delta) {
        long before = BY_SUN
                ? SunUnsafe.UNSAFE.getAndAddLong(null, address + index, delta)
                : AddressHandles.getAndAddLong(address + index, delta);
        Reference.reachabilityFence(this);
        return before;
    }

    /** As if through a third buffer, where both are the same memory. */
    void copyFrom(RawMemory source, int from, int to, int length) {
        if (isShort(length) && source != this) {
            copyWords(null, source.address + from, address + to, length);
        } else if (BY_SUN) {
            SunUnsafe.UNSAFE.copyMemory(null, source.address + from, null, address + to, length);
        } else {
            bytes.put(to, source.bytes, from, length);
        }
        Reference.reachabilityFence(source);
        Reference.reachabilityFence(this);
    }

    /** The caller has checked the range of the array, too. */
    void copyFrom(byte[] source, int from, int to, int length) {
        if (isShort(length)) {
            copyWords(source, ARRAY_OFFSET + from, address + to, length);
        } else if (BY_SUN) {
            SunUnsafe.UNSAFE.copyMemory(source, ARRAY_OFFSET + from, null, address + to, length);
        } else {
            bytes.put(to, source, from, length);
        }
        Reference.reachabilityFence(this);
    }

    private static boolean isShort(int length) {
        return length >= Long.BYTES && length <= SHORT_COPY_MAX;
    }

    /**
     * The words from the start and those up to the end overlap where the length is no power of two. A loop would take a
     * few instructions a word, and some sixty around them.
     */
    private static void copyWords(byte @Nullable [] source, long from, long to, int length) {
        if (length > 4 * Long.BYTES) {
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
        if (BY_SUN) {
            SunUnsafe.UNSAFE.putLong(to, SunUnsafe.UNSAFE.getLong(source, from));
        } else {
            long word = source == null ? AddressHandles.getLong(from) : AddressHandles.getLong(source, (int) from);
            AddressHandles.putLong(to, word);
        }
    }

    /** The caller has checked the range of the array, too. */
    void copyTo(byte[] destination, int to, int from, int length) {
        if (BY_SUN) {
            SunUnsafe.UNSAFE.copyMemory(null, address + from, destination, ARRAY_OFFSET + to, length);
        } else {
            bytes.get(from, destination, to, length);
        }
        Reference.reachabilityFence(this);
    }

    /** Loaded only where it is silent. Named in full: Javadoc sees the JDK's own, and warns where it is imported. */
    static final class SunUnsafe {
        static final sun.misc.Unsafe UNSAFE = find();
        static final long ARRAY_OFFSET = UNSAFE.arrayBaseOffset(byte[].class);
        private static final long ADDRESS_FIELD = fieldOffset("address");

        private SunUnsafe() {}

        /** {@return whether the processor reads and writes at any address} */
        static boolean isUsable() {
            return ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN && UNSAFE.addressSize() == Long.BYTES;
        }

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
