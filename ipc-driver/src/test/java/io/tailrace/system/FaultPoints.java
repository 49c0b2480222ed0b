/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Stops this process for good at the point named by the system property {@code tailrace.fault.point}, or later by
 * {@link #arm}, when the point is reached for the {@code tailrace.fault.count}th time. The thread reports that on
 * standard output, and continues only if the file named by {@code tailrace.fault.gate} exists; else the reader of the
 * output kills the process. A simulation, whose processes are in one thread, listens instead.
 */
public final class FaultPoints {
    static final String POINT = "tailrace.fault.point";
    static final String COUNT = "tailrace.fault.count";
    static final String GATE = "tailrace.fault.gate";
    static final String REACHED = "AT ";

    private static final AtomicInteger REMAINING = new AtomicInteger(Integer.getInteger(COUNT, 1));
    private static final String GATE_FILE = System.getProperty(GATE);
    private static final long PAUSE_NS = 10_000_000;
    private static volatile String armed = System.getProperty(POINT);

    private static final ThreadLocal<Consumer<String>> LISTENER = new ThreadLocal<>();
    /** Spares all other processes the check whether their thread listens. */
    private static volatile boolean listening;

    private static volatile Consumer<String> everywhere = point -> {};

    private FaultPoints() {}

    /** From now on a listener is called at each point that any thread reaches, and may throw there. */
    public static void listenEverywhere(Consumer<String> listener) {
        everywhere = listener;
    }

    /** From now on: stop at this point, the next time it is reached. */
    static void arm(String point) {
        armed = point;
    }

    /**
     * From now on a listener is called at each point that this thread reaches, and may throw there.
     *
     * @param listener null for none
     *
     * @return the listener until now, null if there was none
     */
    public static Consumer<String> listen(Consumer<String> listener) {
        Consumer<String> before = LISTENER.get();
        LISTENER.set(listener);
        listening = true;
        return before;
    }

    /** Called by {@link io.tailrace.internal.FaultPoint}. */
    public static void reach(String point) {
        Consumer<String> listener = listening ? LISTENER.get() : null;
        if (listener != null) {
            listener.accept(point);
        }
        everywhere.accept(point);
        String wanted = armed;
        if (wanted != null && wanted.equals(point) && REMAINING.decrementAndGet() == 0) {
            System.out.println(REACHED + point);
            while (GATE_FILE == null || !Files.exists(Path.of(GATE_FILE))) {
                LockSupport.parkNanos(PAUSE_NS);
            }
        }
    }
}
