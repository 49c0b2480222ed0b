/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.memory;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;

/**
 * Mapped or direct memory, reached by its address. The JDK's checks at each access of a ByteBuffer by a VarHandle were
 * a third of the instructions of an offer ({@link ByAddress}). Any thread.
 *
 * <p>Before an access the caller asks the same object whether the access lies inside ({@link #reads}, {@link #writes});
 * nothing else keeps it inside. Address and lengths never change, so if another thread, against the contract, wraps the
 * window again meanwhile, the access uses the wrong memory but never mixes two. If the answer is no, for any reason,
 * the ByteBuffer performs the access, or refuses it with its own exception.
 *
 * <p>The memory is {@link #NONE} if it is on the heap; if the program supplies it, because it may belong to a memory
 * segment, which can be closed; and if no access by address is possible without a warning.
 */
@SuppressWarnings("ReachabilityFenceUsage") // An access throws only for memory that is gone, so no finally is needed.
final class RawMemory {
    /** Allows not even 0 bytes. */
    private static final long NO_LENGTH = -1;

    /** Memory that is not reached by its address: the ByteBuffer performs all accesses. */
    static final RawMemory NONE = new RawMemory(ByteBuffer.allocate(0), 0, NO_LENGTH, NO_LENGTH);

    /** The memory is not unmapped while this is reachable. */
    private final ByteBuffer bytes;

    private final long address;
    private final long readableLength;
    private final long writableLength;

    private RawMemory(ByteBuffer bytes, long address, long readableLength, long writableLength) {
        this.bytes = bytes;
        this.address = address;
        this.readableLength = readableLength;
        this.writableLength = writableLength;
    }

    /**
     * {@return the memory of a ByteBuffer, from 0 to its limit, which is its capacity} Only the garbage collector frees
     * it.
     */
    static RawMemory of(ByteBuffer own) {
        if (!ByAddress.AVAILABLE || own.alignmentOffset(0, Long.BYTES) != 0) {
            return NONE;
        }
        int length = own.capacity();
        return new RawMemory(own, ByAddress.of(own), length, own.isReadOnly() ? NO_LENGTH : length);
    }

    /*
     * These are static: a call of an instance method would load the memory object and check it for null, even if memory
     * is never reached by its address.
     */

    /** {@return whether this many bytes may be read} Valid for any index and any length that is not negative. */
    static boolean reads(RawMemory memory, int index, int length) {
        // As unsigned numbers: a negative index is beyond every length.
        return ByAddress.AVAILABLE && Integer.toUnsignedLong(index) + length <= memory.readableLength;
    }

    /** {@return whether this many bytes may be written} Valid for any index and any length that is not negative. */
    static boolean writes(RawMemory memory, int index, int length) {
        return ByAddress.AVAILABLE && Integer.toUnsignedLong(index) + length <= memory.writableLength;
    }

    /*
     * Each access ends with a fence that keeps this object, and so the mapping, reachable until it is done. Otherwise
     * an object is unreachable for the JIT as soon as its last field is loaded. The fence takes no instruction.
     */

    /**
     * {@return the address of a byte, for a caller that has checked that it is inside and that keeps this object
     * reachable}
     */
    long address(int index) {
        return address + index;
    }

    long getLong(int index) {
        long value = ByAddress.getLong(address + index);
        Reference.reachabilityFence(this);
        return value;
    }

    void putLong(int index, long value) {
        ByAddress.putLong(address + index, value);
        Reference.reachabilityFence(this);
    }

    void putInt(int index, int value) {
        ByAddress.putInt(address + index, value);
        Reference.reachabilityFence(this);
    }

    byte getByte(int index) {
        byte value = ByAddress.getByte(address + index);
        Reference.reachabilityFence(this);
        return value;
    }

    void putByte(int index, byte value) {
        ByAddress.putByte(address + index, value);
        Reference.reachabilityFence(this);
    }

    /** As if through a third buffer if both are the same memory. */
    void copyFrom(RawMemory source, int from, int to, int length) {
        if (source != this && ByAddress.isShort(length)) {
            ByAddress.copyWords(null, source.address + from, address + to, length);
        } else if (!ByAddress.copy(null, source.address + from, null, address + to, length)) {
            bytes.put(to, source.bytes, from, length);
        }
        Reference.reachabilityFence(source);
        Reference.reachabilityFence(this);
    }

    /** The caller has checked the range of the array, too. */
    void copyFrom(byte[] source, int from, int to, int length) {
        if (ByAddress.isShort(length)) {
            ByAddress.copyWords(source, ByAddress.ARRAY_OFFSET + from, address + to, length);
        } else if (!ByAddress.copy(source, ByAddress.ARRAY_OFFSET + from, null, address + to, length)) {
            bytes.put(to, source, from, length);
        }
        Reference.reachabilityFence(this);
    }

    /** The caller has checked the range of the array, too. */
    void copyTo(byte[] destination, int to, int from, int length) {
        if (!ByAddress.copy(null, address + from, destination, ByAddress.ARRAY_OFFSET + to, length)) {
            bytes.get(from, destination, to, length);
        }
        Reference.reachabilityFence(this);
    }
}
