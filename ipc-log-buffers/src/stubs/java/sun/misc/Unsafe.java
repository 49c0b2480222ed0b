/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package sun.misc;

import java.lang.reflect.Field;

/**
 * The part of the JDK's class of this name that {@code ByAddress} uses: only for compilation. For the JDK's own class
 * javac warns wherever its name occurs, and the warning cannot be switched off; a warning fails this build.
 */
public final class Unsafe {
    private Unsafe() {}

    public native int addressSize();

    public native int arrayBaseOffset(Class<?> arrayClass);

    public native long objectFieldOffset(Field field);

    public native long getLong(Object object, long offset);

    public native long getLong(long address);

    public native void putLong(long address, long value);

    public native void putInt(long address, int value);

    public native byte getByte(long address);

    public native void putByte(long address, byte value);

    public native long getLongVolatile(Object object, long offset);

    public native void putOrderedLong(Object object, long offset, long value);

    public native long getAndAddLong(Object object, long offset, long delta);

    public native void copyMemory(
            Object source, long sourceOffset, Object destination, long destinationOffset, long length);
}
