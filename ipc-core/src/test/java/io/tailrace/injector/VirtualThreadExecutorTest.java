/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import io.tailrace.injector.ExecutorConfig.WhenFull;
import java.lang.Thread.UncaughtExceptionHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** The contract holds with virtual threads, if the JDK has them. */
@EnabledForJreRange(min = JRE.JAVA_21)
final class VirtualThreadExecutorTest extends ShutdownContract {
    private final List<Injector> injectors = new ArrayList<>();

    @Override
    ExecutorService newExecutor(int workers, int maxQueued, UncaughtExceptionHandler handler) {
        Injector injector =
                new Injector(InjectorConfig.DEFAULT.withUncaughtHandler(handler).withThreadFactory(virtualThreads()));
        injectors.add(injector);
        return injector.newExecutor(
                ExecutorConfig.of("test", workers).withMaxQueued(maxQueued).withWhenFull(WhenFull.ABORT));
    }

    private static ThreadFactory virtualThreads() {
        try {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            return (ThreadFactory) Class.forName("java.lang.Thread$Builder")
                    .getMethod("factory")
                    .invoke(builder);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("no virtual threads", e);
        }
    }

    @AfterEach
    void closeAll() {
        injectors.forEach(Injector::close);
    }
}
