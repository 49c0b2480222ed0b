/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;

/** Generates lines as shops might log them: most name a few customers and items. Not thread-safe. */
final class Generator {
    private static final List<String> REGIONS = List.of("eu-west", "eu-north", "us-east", "us-west", "asia");
    private static final List<String> STEPS = List.of("route", "auth", "cache", "db", "render");
    private static final Event.Type[] TYPES = Event.Type.values();
    private static final int CUSTOMERS = 50_000;
    private static final int ITEMS = 5_000;
    private static final long FIRST_TIME_MS = 1_790_000_000_000L;

    private final SplittableRandom random;
    private final int percentV2;
    private final StringBuilder line = new StringBuilder();

    /** The same seed and share produce the same lines. */
    Generator(long seed, int percentV2) {
        this.random = new SplittableRandom(seed);
        this.percentV2 = percentV2;
    }

    /** Writes the given number of lines into a file. */
    void write(long count, Path file) throws IOException {
        try (BufferedWriter writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            for (long i = 0; i < count; i++) {
                writer.append(next(i)).append('\n');
            }
        }
    }

    /** {@return the line of this number; valid until the next call} */
    CharSequence next(long number) {
        Event.Type type = TYPES[Math.min(few(TYPES.length), TYPES.length - 1)];
        line.setLength(0);
        if (random.nextInt(2) == 0) {
            line.append("<134>1 2026-11-23T10:00:00.000Z web-").append(random.nextInt(8));
            line.append(" shop 4711 ").append(type.label()).append(" - ");
        } else {
            line.append("<134>Nov 23 10:00:00 web-").append(random.nextInt(8)).append(' ');
            line.append(type.label()).append("[4711]: ");
        }
        long timeMs = FIRST_TIME_MS + number;
        if (random.nextInt(100) < percentV2) {
            appendJson(timeMs);
        } else {
            appendCsv(timeMs);
        }
        return line;
    }

    private void appendCsv(long timeMs) {
        line.append(timeMs).append(",c").append(few(CUSTOMERS)).append(',');
        appendAddress();
        line.append(",item-").append(few(ITEMS)).append(',').append(random.nextInt(100_000));
        line.append(',').append(latencyUs());
    }

    private void appendJson(long timeMs) {
        line.append("{\"time\":")
                .append(timeMs)
                .append(",\"customer\":{\"id\":\"c")
                .append(few(CUSTOMERS));
        line.append("\",\"region\":\"").append(REGIONS.get(few(REGIONS.size())));
        line.append("\"},\"client\":{\"address\":\"");
        appendAddress();
        line.append("\",\"agent\":\"browser\"},\"item\":{\"name\":\"item-").append(few(ITEMS));
        line.append("\",\"amount\":").append(random.nextInt(100_000)).append("},\"steps\":[");
        int stepCount = 1 + random.nextInt(STEPS.size());
        for (int i = 0; i < stepCount; i++) {
            line.append(i == 0 ? "" : ",").append("{\"name\":\"").append(STEPS.get(i));
            line.append("\",\"us\":").append(latencyUs()).append('}');
        }
        line.append("]}");
    }

    private void appendAddress() {
        line.append("10.").append(random.nextInt(4)).append('.').append(random.nextInt(256));
        line.append('.').append(few(256));
    }

    /** {@return a number below the bound; smaller numbers are more frequent} */
    private int few(int bound) {
        double even = random.nextDouble();
        return (int) (bound * even * even * even);
    }

    /** {@return a time with a long tail} */
    private long latencyUs() {
        return (long) (200 / (1.0001 - random.nextDouble()));
    }
}
