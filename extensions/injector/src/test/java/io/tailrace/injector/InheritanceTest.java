/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

/** A thread of the default factories inherits nothing from the thread that happened to need it first. */
final class InheritanceTest {
    private static final InheritableThreadLocal<String> SECRET = new InheritableThreadLocal<>();

    private record Seen(String secret, ClassLoader loader, int priority, boolean daemon) {
        static Seen byThisThread() {
            Thread thread = Thread.currentThread();
            return new Seen(SECRET.get(), thread.getContextClassLoader(), thread.getPriority(), thread.isDaemon());
        }
    }

    /** {@return the result of the call, made by a thread with a mark that threads inherit} */
    @SuppressWarnings("ThreadPriorityCheck") // the mark
    private static Seen byAnOddThread(Callable<Seen> call) throws Exception {
        FutureTask<Seen> caller = new FutureTask<>(() -> {
            SECRET.set("secret");
            Thread.currentThread().setContextClassLoader(new URLClassLoader(new URL[0]));
            return call.call();
        });
        Thread thread = new Thread(caller, "odd");
        thread.setPriority(Thread.MIN_PRIORITY);
        thread.start();
        return caller.get();
    }

    @Test
    void aThreadOfTasksOrTaskletsInheritsNothing() throws Exception {
        Seen plain = new Seen(null, InjectorConfig.class.getClassLoader(), Thread.NORM_PRIORITY, true);
        try (Injector injector = new Injector()) {
            InjectionExecutor executor = injector.newExecutor(ExecutorConfig.of("test", 1));
            assertEquals(plain, byAnOddThread(() -> executor.submit(Seen::byThisThread)
                    .get()));
        }
        try (CooperativeWorkers workers = new CooperativeWorkers(CooperativeConfig.DEFAULT)) {
            FutureTask<Seen> seen = new FutureTask<>(Seen::byThisThread);
            assertEquals(plain, byAnOddThread(() -> {
                workers.add(() -> {
                    seen.run();
                    return Tasklet.Progress.DONE;
                });
                return seen.get();
            }));
        }
    }
}
