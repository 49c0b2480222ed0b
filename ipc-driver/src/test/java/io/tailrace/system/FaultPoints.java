/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Where this process is to stop for good: at the point that the system property {@code tailrace.fault.point} names, or
 * that {@link #arm} named later, when it is reached for the {@code tailrace.fault.count}th time. The thread says so on
 * standard output, and goes on only if there is a file that {@code tailrace.fault.gate} names; else whoever reads that
 * kills the process.
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

    private FaultPoints() {}

    /** From now on: stop at this point, the next time it is reached. */
    static void arm(String point) {
        armed = point;
    }

    /** Called by {@link io.tailrace.memory.FaultPoint}. */
    public static void reach(String point) {
        String wanted = armed;
        if (wanted != null && wanted.equals(point) && REMAINING.decrementAndGet() == 0) {
            System.out.println(REACHED + point);
            while (GATE_FILE == null || !Files.exists(Path.of(GATE_FILE))) {
                LockSupport.parkNanos(PAUSE_NS);
            }
        }
    }
}
