/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Helpers for threads of any kind. */
final class Threads {
    private Threads() {}

    /**
     * {@return a factory of daemons without inherited thread-locals, of normal priority, with the class loader of this
     * class} The calling thread is any thread that happens to need a new one first, so the new one inherits nothing
     * from it.
     *
     * @param prefix of their names; a number follows
     */
    @SuppressWarnings("ThreadPriorityCheck") // the normal one
    static ThreadFactory daemons(String prefix) {
        AtomicInteger numbers = new AtomicInteger();
        return work -> {
            Thread thread = new Thread(null, work, prefix + numbers.incrementAndGet(), 0, false);
            thread.setDaemon(true);
            thread.setPriority(Thread.NORM_PRIORITY);
            thread.setContextClassLoader(Threads.class.getClassLoader());
            return thread;
        };
    }

    /** {@return a thread of the factory} If the factory returns null, this throws. */
    static Thread newThread(ThreadFactory factory, Runnable work) {
        Thread thread = factory.newThread(work);
        if (thread == null) {
            throw new IllegalStateException("the thread factory gave no thread");
        }
        return thread;
    }
}
