/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.memory;

/** How our own memory is reached: in the fastest way that this JVM allows without a warning. */
enum MemoryWay {
    SUN_UNSAFE("by address (sun.misc.Unsafe)"),
    JDK_UNSAFE("by address (jdk.internal.misc.Unsafe)"),
    NATIVE_ACCESS("by address (native access)"),
    BYTE_BUFFER("by ByteBuffer");

    /** From this version on the first access by {@code sun.misc.Unsafe} prints a warning. */
    static final int FIRST_JDK_THAT_WARNS = 24;
    /** From this version on {@code java.lang.foreign} is a final API. */
    private static final int FIRST_JDK_WITH_SEGMENTS = 22;

    private static final int VERSION = Runtime.version().feature();
    private static final Module MODULE = MemoryWay.class.getModule();

    private final String text;

    MemoryWay(String text) {
        this.text = text;
    }

    static MemoryWay find() {
        try {
            if (VERSION < FIRST_JDK_THAT_WARNS && ByAddress.SunUnsafe.isUsable()) {
                return SUN_UNSAFE;
            }
        } catch (LinkageError e) {
            // A JDK without sun.misc.Unsafe, or without the field that holds the address.
        }
        try {
            if (VERSION >= FIRST_JDK_WITH_SEGMENTS && (isUnsafeExported() || isNativeAccessEnabled())) {
                return AddressHandles.BY_UNSAFE ? JDK_UNSAFE : NATIVE_ACCESS;
            }
        } catch (ReflectiveOperationException | LinkageError e) {
            // Another kind of JDK, or a later one with a different Unsafe.
        }
        return BYTE_BUFFER;
    }

    /** The flag that Aeron's users have. */
    static boolean isUnsafeExported() {
        return Object.class.getModule().isExported("jdk.internal.misc", MODULE);
    }

    private static boolean isNativeAccessEnabled() throws ReflectiveOperationException {
        return (boolean) Module.class.getMethod("isNativeAccessEnabled").invoke(MODULE);
    }

    /** {@return the text for people, including a flag that makes it faster, if there is one} */
    String describe() {
        return this == BYTE_BUFFER && VERSION >= FIRST_JDK_WITH_SEGMENTS
                ? text + " (faster by address: add --enable-native-access="
                        + (MODULE.isNamed() ? MODULE.getName() : "ALL-UNNAMED") + ")"
                : text;
    }
}
