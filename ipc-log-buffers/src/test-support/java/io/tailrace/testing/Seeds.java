/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.testing;

/**
 * The seeds of random tests. Two runs of one tree draw the same numbers, so that a run which passes says something
 * about the next one. {@code -Dtailrace.test.seed=fresh} explores other numbers, as the profile {@code faults} does,
 * and {@code -Dtailrace.test.seed=S} repeats a run.
 */
public final class Seeds {
    private Seeds() {}

    /** The seed of a test, which is printed: the one that was asked for, or else one that its name alone determines. */
    public static long of(Class<?> test) {
        String asked = System.getProperty("tailrace.test.seed", "");
        long seed =
                switch (asked) {
                    case "" -> test.getName().hashCode();
                    case "fresh" -> System.nanoTime();
                    default -> Long.parseLong(asked);
                };
        System.out.println(test.getSimpleName() + ": -Dtailrace.test.seed=" + seed);
        return seed;
    }
}
