/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.memory;

import java.lang.reflect.Field;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Accesses to memory by its address: by {@code sun.misc.Unsafe}, which no other class uses; or, if the JDK would warn
 * of that, by {@link AddressHandles}, if the program allows them. Nothing is checked here, and nothing keeps the memory
 * mapped: both are the caller's responsibility. Any thread.
 */
final class ByAddress {
    static final MemoryWay WAY = MemoryWay.find();

    /** A constant, so that the JIT omits all of this if it is false. */
    static final boolean AVAILABLE = WAY != MemoryWay.BYTE_BUFFER;
    /** By {@code sun.misc.Unsafe}; else by {@link AddressHandles}. A constant, too. */
    private static final boolean BY_SUN = WAY == MemoryWay.SUN_UNSAFE;

    static final long ARRAY_OFFSET = BY_SUN ? SunUnsafe.ARRAY_OFFSET : 0;

    /** Up to this length, moves through registers take less time than a call of the JDK's copy. */
    private static final int SHORT_COPY_MAX = 64;

    private ByAddress() {}

    /** {@return the address at which direct memory begins} */
    static long of(ByteBuffer direct) {
        try {
            return BY_SUN ? SunUnsafe.addressOf(direct) : (long) AddressHandles.ADDRESS.invokeExact((Buffer) direct);
        } catch (Throwable e) {
            throw asItIs(e);
        }
    }

    /*
     * The handles are invoked here, so that an access is as few calls deep as possible: the JIT inlines 15 levels of
     * calls, those of the program included. Where it stops, each access calls two methods of the JDK that return a
     * constant, and JDK 25 carries half as many messages.
     */

    static long getLong(long address) {
        try {
            return BY_SUN
                    ? SunUnsafe.UNSAFE.getLong(address)
                    : (long) AddressHandles.GET_LONG.invokeExact(address & AddressHandles.ANY_ADDRESS);
        } catch (Throwable e) {
            throw asItIs(e);
        }
    }

    static void putLong(long address, long value) {
        try {
            if (BY_SUN) {
                SunUnsafe.UNSAFE.putLong(address, value);
            } else {
                AddressHandles.PUT_LONG.invokeExact(address & AddressHandles.ANY_ADDRESS, value);
            }
        } catch (Throwable e) {
            throw asItIs(e);
        }
    }

    static void putInt(long address, int value) {
        try {
            if (BY_SUN) {
                SunUnsafe.UNSAFE.putInt(address, value);
            } else {
                AddressHandles.PUT_INT.invokeExact(address & AddressHandles.ANY_ADDRESS, value);
            }
        } catch (Throwable e) {
            throw asItIs(e);
        }
    }

    static byte getByte(long address) {
        try {
            return BY_SUN
                    ? SunUnsafe.UNSAFE.getByte(address)
                    : (byte) AddressHandles.GET_BYTE.invokeExact(address & AddressHandles.ANY_ADDRESS);
        } catch (Throwable e) {
            throw asItIs(e);
        }
    }

    static void putByte(long address, byte value) {
        try {
            if (BY_SUN) {
                SunUnsafe.UNSAFE.putByte(address, value);
            } else {
                AddressHandles.PUT_BYTE.invokeExact(address & AddressHandles.ANY_ADDRESS, value);
            }
        } catch (Throwable e) {
            throw asItIs(e);
        }
    }

    /** Also used for acquire, which this Unsafe lacks: the instruction is the same on x86 and AArch64. */
    static long getLongVolatile(long address) {
        try {
            return BY_SUN
                    ? SunUnsafe.UNSAFE.getLongVolatile(null, address)
                    : (long) AddressHandles.GET_LONG_VOLATILE.invokeExact(address & AddressHandles.LONG_ADDRESS);
        } catch (Throwable e) {
            throw asItIs(e);
        }
    }

    static void putLongRelease(long address, long value) {
        try {
            if (BY_SUN) {
                SunUnsafe.UNSAFE.putOrderedLong(null, address, value);
            } else {
                AddressHandles.PUT_LONG_RELEASE.invokeExact(address & AddressHandles.LONG_ADDRESS, value);
            }
        } catch (Throwable e) {
            throw asItIs(e);
        }
    }

    static long getAndAddLong(long address, long delta) {
        try {
            return BY_SUN
                    ? SunUnsafe.UNSAFE.getAndAddLong(null, address, delta)
                    : (long) AddressHandles.GET_AND_ADD_LONG.invokeExact(address & AddressHandles.LONG_ADDRESS, delta);
        } catch (Throwable e) {
            throw asItIs(e);
        }
    }

    /**
     * Rethrows it. The only possible one is an error of the JVM, for memory that is gone. No checked exception is
     * thrown.
     */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <E extends Throwable> RuntimeException asItIs(Throwable error) throws E {
        throw (E) error;
    }

    /** Copies bytes. Returns false, and does nothing, if only a ByteBuffer can do it. */
    static boolean copy(byte @Nullable [] source, long from, byte @Nullable [] destination, long to, int length) {
        if (BY_SUN) {
            SunUnsafe.UNSAFE.copyMemory(source, from, destination, to, length);
        }
        return BY_SUN;
    }

    static boolean isShort(int length) {
        return length >= Long.BYTES && length <= SHORT_COPY_MAX;
    }

    /**
     * The words from the start and those up to the end overlap if the length is not a power of two. A loop would take a
     * few instructions for each word, and some sixty around them.
     *
     * @param source null: memory; an array; or a foreign buffer, whose own copy takes as long as an offer
     * @param from an address, the offset in the array object, or the index in the buffer
     */
    static void copyWords(@Nullable Object source, long from, long to, int length) {
        long last = from + length - Long.BYTES;
        long lastTo = to + length - Long.BYTES;
        copyWord(source, from, to);
        if (length > 2 * Long.BYTES) {
            copyWord(source, from + 8, to + 8);
            if (length > 4 * Long.BYTES) {
                copyWord(source, from + 16, to + 16);
                copyWord(source, from + 24, to + 24);
                copyWord(source, last - 24, lastTo - 24);
                copyWord(source, last - 16, lastTo - 16);
            }
            copyWord(source, last - 8, lastTo - 8);
        }
        copyWord(source, last, lastTo);
    }

    private static void copyWord(@Nullable Object source, long from, long to) {
        if (source instanceof DirectBuffer buffer) {
            putLong(to, buffer.getLong((int) from));
        } else if (BY_SUN) {
            SunUnsafe.UNSAFE.putLong(to, SunUnsafe.UNSAFE.getLong(source, from));
        } else if (source instanceof byte[] array) {
            putLong(to, AddressHandles.getLong(array, (int) from));
        } else {
            try { // Not by the methods above, which are one call deeper.
                long word = (long) AddressHandles.GET_LONG.invokeExact(from & AddressHandles.ANY_ADDRESS);
                AddressHandles.PUT_LONG.invokeExact(to & AddressHandles.ANY_ADDRESS, word);
            } catch (Throwable e) {
                throw asItIs(e);
            }
        }
    }

    /**
     * Loaded only if it causes no warning. Its name is fully qualified: Javadoc sees the JDK's class and warns of an
     * import.
     */
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
