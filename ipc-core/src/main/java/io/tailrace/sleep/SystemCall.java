/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.sleep;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@code syscall(2)} through {@code java.lang.foreign}, which JDK 22 has for good, and which a program allows by
 * {@code --enable-native-access} or in the manifest of its jar. Where anything is missing there is no such call, and
 * nothing is printed: without that permission the JDK would warn on the standard error. Any thread.
 *
 * <p>The API is reached by reflection, once. So the jar has it however it was built; a multi-release jar would have it
 * only if it was built on JDK 22, and no test of classes in a directory would. The calls themselves go through a
 * constant method handle of primitive types, the same that typed code would have.
 */
final class SystemCall {
    private static final int FIRST_FINAL_JDK = 22;
    private static final String FOREIGN = "java.lang.foreign.";
    private static final String SYSTEM = System.getProperty("os.name");
    private static final String PROCESSOR = System.getProperty("os.arch");
    /** The kernel's number of futex(2); 0 on a processor that is not known here. */
    static final long FUTEX =
            switch (PROCESSOR) {
                case "amd64", "x86_64" -> 202;
                case "aarch64" -> 98;
                default -> 0;
            };

    /** (number, address, operation, value, argument) → result, each a long but for the two in the middle, or null. */
    static final @Nullable MethodHandle LINKED = link();

    private SystemCall() {}

    private static @Nullable MethodHandle link() {
        try {
            return whatIsMissing() == null ? linkAllowed() : null;
        } catch (Throwable e) { // An Error that came out would make this class unusable for good.
            return null; // Another kind of JDK, or no memory now: threads sleep in another way.
        }
    }

    /** {@return what a system call needs that is not there, for a person; null if all is there that is known} */
    static @Nullable String whatIsMissing() throws ReflectiveOperationException {
        Module module = SystemCall.class.getModule();
        if (!SYSTEM.equals("Linux")) {
            return "Linux: system=" + SYSTEM;
        } else if (FUTEX == 0) {
            return "x86-64 or AArch64: processor=" + PROCESSOR;
        } else if (Runtime.version().feature() < FIRST_FINAL_JDK) {
            return "JDK 22 or newer: version=" + Runtime.version().feature();
        } else if (!(boolean) Module.class.getMethod("isNativeAccessEnabled").invoke(module)) {
            return "native access: add --enable-native-access=" + (module.isNamed() ? module.getName() : "ALL-UNNAMED");
        }
        return null;
    }

    private static @Nullable MethodHandle linkAllowed() throws ReflectiveOperationException {
        Class<?> layoutType = Class.forName(FOREIGN + "MemoryLayout");
        Class<?> values = Class.forName(FOREIGN + "ValueLayout");
        Class<?> descriptorType = Class.forName(FOREIGN + "FunctionDescriptor");
        Class<?> optionType = Class.forName(FOREIGN + "Linker$Option");
        Class<?> linkerType = Class.forName(FOREIGN + "Linker");
        Object longLayout = values.getField("JAVA_LONG").get(null);
        Object intLayout = values.getField("JAVA_INT").get(null);
        Object arguments = arrayOf(layoutType, longLayout, longLayout, intLayout, intLayout, longLayout);
        Object descriptor =
                descriptorType.getMethod("of", layoutType, arguments.getClass()).invoke(null, longLayout, arguments);
        Object options = arrayOf(
                optionType, optionType.getMethod("firstVariadicArg", int.class).invoke(null, 1));
        Object linker = linkerType.getMethod("nativeLinker").invoke(null);
        Object symbols = linkerType.getMethod("defaultLookup").invoke(linker);
        Method find = Class.forName(FOREIGN + "SymbolLookup").getMethod("find", String.class);
        Optional<?> symbol = (Optional<?>) find.invoke(symbols, "syscall");
        if (symbol.isEmpty()) {
            return null;
        }
        Method downcallHandle = linkerType.getMethod(
                "downcallHandle", Class.forName(FOREIGN + "MemorySegment"), descriptorType, options.getClass());
        return (MethodHandle) downcallHandle.invoke(linker, symbol.get(), descriptor, options);
    }

    private static Object arrayOf(Class<?> type, Object... elements) {
        Object array = Array.newInstance(type, elements.length);
        System.arraycopy(elements, 0, array, 0, elements.length);
        return array;
    }

    /** {@return the address of the first byte of direct memory} Only where there is a system call. */
    static long addressOf(ByteBuffer memory) {
        try {
            Class<?> segmentType = Class.forName(FOREIGN + "MemorySegment");
            Object segment = segmentType
                    .getMethod("ofBuffer", Buffer.class)
                    .invoke(null, memory.duplicate().clear());
            return (long) segmentType.getMethod("address").invoke(segment);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("no address of memory", e);
        }
    }
}
