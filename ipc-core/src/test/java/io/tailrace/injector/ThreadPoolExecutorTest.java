/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import java.lang.Thread.UncaughtExceptionHandler;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The JDK's executor fulfils the contract, so the contract requires nothing unusual. */
final class ThreadPoolExecutorTest extends ShutdownContract {
    @Override
    ExecutorService newExecutor(int workers, int maxQueued, UncaughtExceptionHandler handler) {
        return new ThreadPoolExecutor(
                workers, workers, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(maxQueued), task -> {
                    Thread thread = new Thread(task);
                    thread.setUncaughtExceptionHandler(handler);
                    return thread;
                });
    }
}
