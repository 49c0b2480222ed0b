/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

/** Threads that inherit nothing from the thread that makes them: that is whoever happens to need one first. */
final class PlainThread {
    private PlainThread() {}

    /** {@return a daemon without inherited thread-locals, of normal priority, with this class's loader} */
    @SuppressWarnings("ThreadPriorityCheck") // the normal one
    static Thread daemon(Runnable work, String name) {
        Thread thread = new Thread(null, work, name, 0, false);
        thread.setDaemon(true);
        thread.setPriority(Thread.NORM_PRIORITY);
        thread.setContextClassLoader(PlainThread.class.getClassLoader());
        return thread;
    }
}
