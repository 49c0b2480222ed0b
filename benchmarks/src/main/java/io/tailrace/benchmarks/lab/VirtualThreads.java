/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Virtual threads, by reflection: this is compiled for JDK 17. */
public final class VirtualThreads {
    private static final int FIRST_JDK = 21;

    private VirtualThreads() {}

    /** {@return whether a JDK of that feature version has them} */
    public static boolean areIn(int jdk) {
        return jdk >= FIRST_JDK;
    }

    /** {@return an executor with a new virtual thread for each task} */
    public static ExecutorService newExecutor() {
        try {
            return (ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("no virtual threads: java=" + Runtime.version(), e);
        }
    }
}
