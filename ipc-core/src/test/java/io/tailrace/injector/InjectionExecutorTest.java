/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import io.tailrace.injector.ExecutorConfig.WhenFull;
import java.lang.Thread.UncaughtExceptionHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import org.junit.jupiter.api.AfterEach;

final class InjectionExecutorTest extends ShutdownContract {
    private final List<Injector> injectors = new ArrayList<>();

    @Override
    ExecutorService newExecutor(int workers, int maxQueued, UncaughtExceptionHandler handler) {
        Injector injector = new Injector(InjectorConfig.DEFAULT.withUncaughtHandler(handler));
        injectors.add(injector);
        return injector.newExecutor(
                ExecutorConfig.of("test", workers).withMaxQueued(maxQueued).withWhenFull(WhenFull.ABORT));
    }

    @AfterEach
    void closeAll() {
        injectors.forEach(Injector::close);
    }
}
