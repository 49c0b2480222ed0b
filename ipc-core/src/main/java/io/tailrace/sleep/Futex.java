/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.sleep;

import static java.util.Objects.requireNonNull;

import io.tailrace.memory.MappedBuffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A word of mapped memory at which a thread sleeps in the Linux kernel until a thread of any process wakes it there
 * (futex(2)). One thread sleeps; any thread wakes.
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

    /** {@return whether threads of this process can sleep and wake in this way} Takes some 50 ms the first time. */
    static boolean isAvailable() {
        return AVAILABLE;
    }

    /** {@return why {@link #isAvailable} says no, for a person} */
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
     * Tries both: where a sandbox refuses them, to wake fails, and to sleep returns at once. The error number would say
     * more, but is lost between two calls. The first call is no measure of time: it takes longer than the trial.
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
        } catch (Throwable e) { // No direct memory now. If it came out, every later question would throw.
            return false;
        }
    }

    /**
     * Sleeps while the word is 0: until woken, until the time is over, or until a signal comes. An interrupt does not
     * end it.
     */
    void sleep(long timeoutNs) {
        timeout.putLong(0, timeoutNs / NS_PER_S);
        timeout.putLong(Long.BYTES, timeoutNs % NS_PER_S);
        call(WAIT, 0, timeoutAddress);
    }

    /** Wakes the thread that sleeps here, if one does. */
    void wake() {
        call(WAKE, 1, 0);
    }

    /** Returns the result of the kernel, negative if it failed. */
    private long call(int operation, int value, long argument) {
        try {
            return (long) requireNonNull(SystemCall.LINKED)
                    .invokeExact(SystemCall.FUTEX, address, operation, value, argument);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("a system call throws nothing that is checked", e);
        }
    }
}
