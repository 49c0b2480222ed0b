/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;

/** Generates lines as shops might log them: most name a few items, and their latencies have a long tail. */
final class Generator {
    private static final List<String> TYPES = List.of("view", "search", "purchase", "signin", "error");
    private static final int ITEMS = 50_000;
    private static final int MAX_AMOUNT = 100_000;

    private Generator() {}

    /** Writes lines to a file. The same seed gives the same lines. */
    static void write(long count, long seed, Path file) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        try (BufferedWriter writer = Files.newBufferedWriter(file, StandardCharsets.US_ASCII)) {
            for (long i = 0; i < count; i++) {
                long latencyUs = (long) (200 / (1.0001 - random.nextDouble()));
                writer.write(TYPES.get(few(random, TYPES.size())) + ",item-" + few(random, ITEMS) + ','
                        + random.nextInt(MAX_AMOUNT) + ',' + latencyUs + '\n');
            }
        }
    }

    /** {@return a number below the bound; smaller numbers are more frequent} */
    private static int few(SplittableRandom random, int bound) {
        double even = random.nextDouble();
        return (int) (bound * even * even * even);
    }
}
