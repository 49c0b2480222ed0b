/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.CounterSource;
import io.tailrace.CounterSource.Sink;
import java.util.HashMap;
import java.util.Map;

/** Reads the figures of an executor, an injector, cooperative workers or a dispatch. */
public final class Figures {
    private Figures() {}

    /** {@return a figure by its name} */
    public static long figure(CounterSource source, String name) {
        Map<String, Long> figures = new HashMap<>();
        source.read(new Sink() {
            @Override
            public void total(String each, long value) {
                figures.put(each, value);
            }

            @Override
            public void level(String each, long value) {
                figures.put(each, value);
            }
        });
        assertTrue(figures.containsKey(name), () -> name + " is none of " + figures);
        return figures.get(name);
    }
}
