/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.sleep;

import static java.util.Objects.requireNonNull;

import io.tailrace.memory.MappedBuffer;
import java.lang.invoke.MethodHandle;
import java.lang.ref.Reference;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A word of mapped memory at which a thread sleeps in the Linux kernel until a thread of any process wakes it there
 * (futex(2)). One thread sleeps; any thread may wake it.
 *
 * <p>No call is marked as critical: a thread that sleeps in one must not hold up a safepoint.
 */
final class Futex {
    /** Without FUTEX_PRIVATE_FLAG: the word is shared between processes. */
    private static final int WAIT = 0;

    private static final int WAKE = 1;
    private static final int TIMESPEC_LENGTH = 16;
    private static final long NS_PER_S = 1_000_000_000;
    private static final long TRIAL_NS = 1_000_000;

    private static final boolean AVAILABLE = SystemCall.LINKED != null && works();

    /** Keeps the memory mapped. */
    private final ByteBuffer word;

    private final long address;
    private final ByteBuffer timeout;
    private final long timeoutAddress;

    /** A word whose memory is mapped or direct, aligned to 4 bytes. */
    Futex(MappedBuffer buffer, int offset) {
        this.word = buffer.view(offset, Integer.BYTES).byteBuffer();
        this.address =
                SystemCall.addressOf(word) + buffer.view(offset, Integer.BYTES).wrapAdjustment();
        this.timeout = ByteBuffer.allocateDirect(2 * TIMESPEC_LENGTH)
                .alignedSlice(Long.BYTES)
                .order(ByteOrder.nativeOrder());
        this.timeoutAddress = SystemCall.addressOf(timeout);
    }

    /** {@return whether threads of this process can sleep and wake in this way} The first call takes some 50 ms. */
    static boolean isAvailable() {
        return AVAILABLE;
    }

    /** {@return the reason why {@link #isAvailable} is false, for people} */
    static String whyNot() {
        try {
            String missing = SystemCall.whatIsMissing();
            if (missing != null) {
                return "futexes need " + missing;
            }
        } catch (ReflectiveOperationException | RuntimeException e) {
            // As below.
        }
        return SystemCall.LINKED == null
                ? "this JDK does not link system calls"
                : "the kernel or a sandbox refuses futexes, or there was no direct memory to try them with";
    }

    /**
     * Tries both: if a sandbox refuses them, waking fails, and sleeping returns at once. The error number would show
     * more, but is lost between two calls. The first call cannot be timed, because it takes longer than the trial.
     */
    private static boolean works() {
        try {
            Futex futex = new Futex(MappedBuffer.allocate(Long.BYTES), 0);
            if (futex.call(WAKE, 1, 0) < 0) {
                return false;
            }
            long startNs = System.nanoTime();
            futex.sleep(TRIAL_NS);
            return System.nanoTime() - startNs >= TRIAL_NS;
        } catch (Throwable e) { // No direct memory now. If this were thrown, every later query would throw.
            return false;
        }
    }

    /**
     * Sleeps while the word is 0: until woken, until the time is over, or until a signal arrives. An interrupt does not
     * end it.
     */
    void sleep(long timeoutNs) {
        timeout.putLong(0, timeoutNs / NS_PER_S);
        timeout.putLong(Long.BYTES, timeoutNs % NS_PER_S);
        call(WAIT, 0, timeoutAddress);
    }

    /** Wakes the thread that sleeps here, if there is one. */
    void wake() {
        call(WAKE, 1, 0);
    }

    /** Returns the result of the kernel; negative if it failed. */
    private long call(int operation, int value, long argument) {
        try {
            return (long) requireNonNull(SystemCall.LINKED)
                    .invokeExact(SystemCall.FUTEX, address, operation, value, argument);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("a system call throws nothing that is checked", e);
        } finally {
            Reference.reachabilityFence(this); // The kernel uses the memory that this keeps mapped.
        }
    }

    /**
     * {@code syscall(2)} through {@code java.lang.foreign}, which is a final API since JDK 22, and which a program
     * allows by {@code --enable-native-access} or in the manifest of its jar. If anything is missing there is no such
     * call, and nothing is printed: without that permission the JDK would warn on the standard error. Any thread.
     *
     * <p>The API is looked up by reflection, once. So every build of the jar has it; a multi-release jar would have it
     * only if built on JDK 22, and tests of classes in a directory would never have it. The calls themselves go through
     * a constant method handle of primitive types, as typed code would.
     */
    static final class SystemCall {
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

        /**
         * (number, address, operation, value, argument) → result, each a long except the two in the middle, or null.
         */
        static final @Nullable MethodHandle LINKED = link();

        private SystemCall() {}

        private static @Nullable MethodHandle link() {
            try {
                return whatIsMissing() == null ? linkAllowed() : null;
            } catch (Throwable e) { // An Error thrown here would make this class permanently unusable.
                return null; // Another kind of JDK, or no memory now: threads sleep in another way.
            }
        }

        /** {@return the missing requirement of a system call, for people; null if none is known} */
        static @Nullable String whatIsMissing() throws ReflectiveOperationException {
            Module module = SystemCall.class.getModule();
            if (!SYSTEM.equals("Linux")) {
                return "Linux: system=" + SYSTEM;
            } else if (FUTEX == 0) {
                return "x86-64 or AArch64: processor=" + PROCESSOR;
            } else if (Runtime.version().feature() < FIRST_FINAL_JDK) {
                return "JDK 22 or newer: version=" + Runtime.version().feature();
            } else if (!(boolean)
                    Module.class.getMethod("isNativeAccessEnabled").invoke(module)) {
                return "native access: add --enable-native-access="
                        + (module.isNamed() ? module.getName() : "ALL-UNNAMED");
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
            Object descriptor = descriptorType
                    .getMethod("of", layoutType, arguments.getClass())
                    .invoke(null, longLayout, arguments);
            Object options = arrayOf(
                    optionType,
                    optionType.getMethod("firstVariadicArg", int.class).invoke(null, 1));
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
}
