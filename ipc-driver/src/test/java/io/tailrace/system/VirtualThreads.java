/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import java.lang.reflect.Method;

/** Virtual threads of JDK 21, for code that JDK 17 compiles. */
final class VirtualThreads {
    static final int FIRST_JDK = 21;
    /** With these flags one virtual thread runs at a time. */
    static final String[] ONE_CARRIER = {
        "-Djdk.virtualThreadScheduler.parallelism=1", "-Djdk.virtualThreadScheduler.maxPoolSize=1"
    };

    private VirtualThreads() {}

    static Thread start(Runnable task) {
        try {
            Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
            return (Thread) start.invoke(null, task);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("no virtual threads", e);
        }
    }
}
