/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.memory;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.invoke.VarHandle.AccessMode;
import java.nio.Buffer;
import java.nio.ByteOrder;

/**
 * Handles for {@link ByAddress}: accesses to memory by its address on JDKs that would warn of {@code sun.misc.Unsafe}.
 * They use the JDK's internal Unsafe if it is exported to us, else a segment of all memory, which needs native access.
 * Nothing is checked here.
 *
 * <p>We compile for JDK 17, so both are looked up by name, once. Constant handles are inlined as typed code would be.
 * Loading this class fails with a {@link LinkageError} if the JDK is not as expected.
 */
final class AddressHandles {
    static final boolean BY_UNSAFE = MemoryWay.isUnsafeExported();

    private static final String ANY_LONG = "JAVA_LONG_UNALIGNED";
    private static final String ANY_INT = "JAVA_INT_UNALIGNED";
    private static final String LONG = "JAVA_LONG";
    private static final String BYTE = "JAVA_BYTE";

    /**
     * Bits that an address may have. The mask changes no address, but shows the JIT that it lies in the segment and is
     * aligned, so the JIT omits those two checks, which took a quarter of the time. Unsafe has no checks, so it needs
     * no mask.
     */
    static final long ANY_ADDRESS = BY_UNSAFE ? -1 : (1L << 62) - 1;

    static final long LONG_ADDRESS = BY_UNSAFE ? -1 : ANY_ADDRESS & -Long.BYTES;

    private static final VarHandle ARRAY = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    static final MethodHandle ADDRESS = addressHandle();
    static final MethodHandle GET_LONG = handle("getLongUnaligned", ANY_LONG, AccessMode.GET, long.class);
    static final MethodHandle PUT_LONG = handle("putLongUnaligned", ANY_LONG, AccessMode.SET, void.class, long.class);
    static final MethodHandle PUT_INT = handle("putIntUnaligned", ANY_INT, AccessMode.SET, void.class, int.class);
    static final MethodHandle GET_BYTE = handle("getByte", BYTE, AccessMode.GET, byte.class);
    static final MethodHandle PUT_BYTE = handle("putByte", BYTE, AccessMode.SET, void.class, byte.class);
    static final MethodHandle GET_LONG_VOLATILE = handle("getLongVolatile", LONG, AccessMode.GET_VOLATILE, long.class);
    static final MethodHandle PUT_LONG_RELEASE =
            handle("putLongRelease", LONG, AccessMode.SET_RELEASE, void.class, long.class);
    static final MethodHandle GET_AND_ADD_LONG =
            handle("getAndAddLong", LONG, AccessMode.GET_AND_ADD, long.class, long.class);

    private AddressHandles() {}

    /** (address, value for a store) → the value, for a load. */
    private static MethodHandle handle(
            String name, String layout, AccessMode mode, Class<?> result, Class<?>... value) {
        try {
            if (BY_UNSAFE) {
                Class<?> unsafe = Class.forName("jdk.internal.misc.Unsafe");
                MethodType type = methodType(result, long.class, value).insertParameterTypes(0, Object.class);
                MethodHandle method = MethodHandles.lookup().findVirtual(unsafe, name, type);
                Object instance = unsafe.getMethod("getUnsafe").invoke(null);
                return MethodHandles.insertArguments(method, 0, instance, null);
            }
            Class<?> layouts = foreign("ValueLayout");
            VarHandle access = (VarHandle) layouts.getMethod("varHandle")
                    .invoke(layouts.getField(layout).get(null));
            Class<?> segment = foreign("MemorySegment");
            Object allMemory = segment.getMethod("reinterpret", long.class)
                    .invoke(segment.getField("NULL").get(null), Long.MAX_VALUE);
            return MethodHandles.insertArguments(access.toMethodHandle(mode), 0, allMemory);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("no access by address: name=" + name, e);
        }
    }

    /** (buffer) → address. */
    private static MethodHandle addressHandle() {
        try {
            Class<?> segment = foreign("MemorySegment");
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            return MethodHandles.filterReturnValue(
                    lookup.findStatic(segment, "ofBuffer", methodType(segment, Buffer.class)),
                    lookup.findVirtual(segment, "address", methodType(long.class)));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("no address of memory", e);
        }
    }

    private static Class<?> foreign(String name) throws ClassNotFoundException {
        return Class.forName("java.lang.foreign." + name);
    }

    /** Of an array, which checks the index. */
    static long getLong(byte[] source, int index) {
        return (long) ARRAY.get(source, index);
    }
}
