/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import io.tailrace.log.LogLayout;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Sizes, durations and rates as users write them. Every parsing method throws {@link IllegalArgumentException} for an
 * invalid text.
 */
public final class Quantity {
    /** Digits with at most one point, then perhaps a unit. */
    private static final Pattern NUMBER = Pattern.compile("(\\d+\\.?\\d*|\\.\\d+)(.*)");

    private static final Map<String, Long> BINARY = steps(1024);
    private static final Map<String, Long> DECIMAL = steps(1000);
    private static final Map<String, Long> PERCENT = Map.of("", 1L, "%", 1L);
    private static final Map<String, Long> TIMES = Map.of(
            "ns", 1L,
            "us", TimeUnit.MICROSECONDS.toNanos(1),
            "ms", TimeUnit.MILLISECONDS.toNanos(1),
            "", TimeUnit.SECONDS.toNanos(1),
            "s", TimeUnit.SECONDS.toNanos(1),
            "m", TimeUnit.MINUTES.toNanos(1),
            "min", TimeUnit.MINUTES.toNanos(1),
            "h", TimeUnit.HOURS.toNanos(1),
            "d", TimeUnit.DAYS.toNanos(1));

    /** Longer than any process lives. */
    public static final Duration ENDLESS = Duration.ofNanos(Long.MAX_VALUE);

    private static final String UNITS = " KMGTPE";

    private Quantity() {}

    private static Map<String, Long> steps(long step) {
        long mega = step * step;
        long giga = mega * step;
        return Map.of("", 1L, "k", step, "K", step, "m", mega, "M", mega, "g", giga, "G", giga);
    }

    private static BigDecimal parse(String text, Map<String, Long> units, String what, String examples) {
        Matcher parts = NUMBER.matcher(text);
        Long unit = parts.matches() ? units.get(parts.group(2)) : null;
        if (unit == null) {
            throw new IllegalArgumentException("not a " + what + ": '" + text + "' (such as " + examples + ")");
        }
        return new BigDecimal(parts.group(1)).multiply(BigDecimal.valueOf(unit));
    }

    private static long whole(String text, Map<String, Long> units, String what, String examples) {
        try {
            return parse(text, units, what, examples).longValueExact();
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(what + " too large, or not a whole number: '" + text + "'", e);
        }
    }

    /** {@return a size in bytes} Such as {@code 4096}, {@code 64k}, {@code 4m} or {@code 1g}, in steps of 1024. */
    static long bytes(String text) {
        return whole(text, BINARY, "size", "4096, 64k, 4m or 1g");
    }

    /** {@return a count} Such as {@code 1000}, {@code 100k} or {@code 1m}, in steps of 1000. */
    static long count(String text) {
        return whole(text, DECIMAL, "count", "1000, 100k or 1m");
    }

    /**
     * {@return a duration in nanoseconds} Such as {@code 250us}, {@code 5ms}, {@code 1.5s}, {@code 10} (seconds) or
     * {@code 2m}; at most 292 years.
     */
    public static long durationNs(String text) {
        return Math.round(
                parse(text, TIMES, "duration", "250us, 5ms, 1.5s, 10 or 2m").doubleValue());
    }

    /**
     * {@return a time in the past in milliseconds since 1970} Such as {@code 2026-11-26T10:00:00Z}, {@code 10m} (that
     * long ago), or {@code beginning} (0).
     */
    public static long timeMs(String text) {
        try {
            return text.equals("beginning")
                    ? 0
                    : text.contains("T")
                            ? Instant.parse(text).toEpochMilli()
                            : System.currentTimeMillis() - TimeUnit.NANOSECONDS.toMillis(durationNs(text));
        } catch (DateTimeException | IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "not a time: '" + text + "' (such as beginning, 2026-11-26T10:00:00Z, or a time ago: 10m)", e);
        }
    }

    /** {@return a rate per second, or another positive factor} Such as {@code 1000} or {@code 1.5m}. */
    public static double rate(String text) {
        return parse(text, DECIMAL, "rate", "1000, 100k or 1.5m").doubleValue();
    }

    /** {@return a percentage} Such as {@code 50%}, {@code 50} or {@code 99.5}. */
    static double percent(String text) {
        return parse(text, PERCENT, "percentage", "50% or 99.5").doubleValue();
    }

    /**
     * {@return a length of a term in the type of the library, which checks the rest}
     *
     * @throws CommandException if it is too large for that type
     */
    public static int termLength(long bytes) {
        requireRange("--term-length", bytes, 0, LogLayout.MAX_TERM_LENGTH);
        return (int) bytes;
    }

    /**
     * Requires the value of an option to be in a range.
     *
     * @throws CommandException if it is too small or too large
     */
    public static void requireRange(String option, long value, long min, long max) {
        if (value < min || value > max) {
            throw new CommandException(
                    ExitCode.USAGE, option + " out of range: value=" + value + ", min=" + min + ", max=" + max);
        }
    }

    /** {@return a size for people, in two or three digits} Such as {@code 512}, {@code 1.5K} or {@code 64M}. */
    public static String shortBytes(double bytes) {
        double value = bytes;
        int step = 0;
        while (value >= 999.5 && step < UNITS.length() - 1) {
            value /= 1024;
            step++;
        }
        boolean fraction = step > 0 && value < 9.95 && Math.round(value * 10) % 10 != 0;
        String unit = UNITS.substring(step, step + 1).strip();
        return String.format(Locale.ROOT, fraction ? "%.1f%s" : "%.0f%s", value, unit);
    }

    /** {@return a size for people, in two or three digits} */
    public static String shortBytes(long bytes) {
        return shortBytes((double) bytes);
    }

    /** {@return a duration for people} Such as {@code 12 s}, {@code 3 min} or {@code 5 h}. */
    public static String shortDuration(long ns) {
        long seconds = TimeUnit.NANOSECONDS.toSeconds(ns);
        if (seconds < 120) {
            return seconds + " s";
        }
        return seconds < 7200 ? seconds / 60 + " min" : seconds / 3600 + " h";
    }

    /**
     * {@return a short duration for people, in three digits} Such as {@code 428 ns}, {@code 12.3 us} or {@code 2.50 s}.
     */
    public static String latency(long ns) {
        if (ns < 1_000) {
            return ns + " ns";
        }
        if (ns < 999_500) {
            return threeDigits(ns / 1e3) + " us";
        }
        return ns < 999_500_000 ? threeDigits(ns / 1e6) + " ms" : threeDigits(ns / 1e9) + " s";
    }

    private static String threeDigits(double value) {
        return String.format(Locale.ROOT, value < 9.995 ? "%.2f" : value < 99.95 ? "%.1f" : "%.0f", value);
    }

    /** Adapts a method to picocli, which adds the name of the option to an error. */
    public static class Converter<T> implements ITypeConverter<T> {
        private final Function<String, T> method;

        protected Converter(Function<String, T> method) {
            this.method = method;
        }

        @Override
        public final T convert(String text) {
            try {
                return method.apply(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(String.valueOf(e.getMessage()));
            }
        }
    }

    /** {@link #bytes} for picocli. */
    public static final class Bytes extends Converter<Long> {
        Bytes() {
            super(Quantity::bytes);
        }
    }

    /**
     * Lets a command and its sub-commands understand durations, counts and rates as users write them: an option of one
     * of these types that names no other converter is one.
     */
    public static CommandLine register(CommandLine command) {
        Converter<Long> count = new Converter<>(Quantity::count);
        return command.registerConverter(Duration.class, new Converter<>(text -> Duration.ofNanos(durationNs(text))))
                .registerConverter(Long.class, count)
                .registerConverter(Long.TYPE, count)
                .registerConverter(Double.TYPE, new Converter<>(Quantity::rate));
    }

    /** {@link #timeMs} for picocli. */
    public static final class TimeMs extends Converter<Long> {
        TimeMs() {
            super(Quantity::timeMs);
        }
    }

    /** {@link #percent} for picocli. */
    public static final class Percent extends Converter<Double> {
        Percent() {
            super(Quantity::percent);
        }
    }
}
