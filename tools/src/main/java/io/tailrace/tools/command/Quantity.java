/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import io.tailrace.log.LogLayout;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Sizes, durations and rates as users write them. Every method throws {@link IllegalArgumentException} for what is
 * none.
 */
public final class Quantity {
    private static final long NS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private static final String UNITS = " KMGTPE";

    private Quantity() {}

    /** {@return a size in bytes} Such as {@code 4096}, {@code 64k}, {@code 4m} or {@code 1g}, in steps of 1024. */
    public static long bytes(String text) {
        int end = endOfNumber(text);
        return whole(text, end, unit(text.substring(end), 1024), "size", "4096, 64k, 4m or 1g");
    }

    /**
     * {@return the length of a term in the type of the library, which checks the rest}
     *
     * @throws CommandException if it is too large for that
     */
    public static int termLength(long bytes) {
        if (bytes > LogLayout.MAX_TERM_LENGTH) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "term length too large: termLength=" + bytes + ", max=" + LogLayout.MAX_TERM_LENGTH);
        }
        return (int) bytes;
    }

    /** {@return a number of things} Such as {@code 1000}, {@code 100k} or {@code 1m}, in steps of 1000. */
    public static long count(String text) {
        int end = endOfNumber(text);
        return whole(text, end, unit(text.substring(end), 1000), "count", "1000, 100k or 1m");
    }

    /**
     * {@return a duration in nanoseconds} Such as {@code 250us}, {@code 5ms}, {@code 1.5s}, {@code 10} (seconds) or
     * {@code 2m}.
     */
    public static long durationNs(String text) {
        int end = endOfNumber(text);
        long unitNs =
                switch (text.substring(end)) {
                    case "ns" -> 1;
                    case "us" -> TimeUnit.MICROSECONDS.toNanos(1);
                    case "ms" -> TimeUnit.MILLISECONDS.toNanos(1);
                    case "", "s" -> NS_PER_SECOND;
                    case "m", "min" -> TimeUnit.MINUTES.toNanos(1);
                    case "h" -> TimeUnit.HOURS.toNanos(1);
                    default -> 0;
                };
        if (unitNs == 0 || !isNumber(text, end)) {
            throw new IllegalArgumentException("not a duration: '" + text + "' (such as 250us, 5ms, 1.5s, 10 or 2m)");
        }
        // Saturates at 292 years.
        return Math.round(Double.parseDouble(text.substring(0, end)) * unitNs);
    }

    /**
     * {@return a number of times a second} Such as {@code 1000}, {@code 1000/s}, {@code 100k} or {@code 1.5m}, in steps
     * of 1000.
     */
    public static double rate(String text) {
        String number = text.endsWith("/s") ? text.substring(0, text.length() - 2) : text;
        int end = endOfNumber(number);
        long unit = unit(number.substring(end), 1000);
        if (unit == 0 || !isNumber(number, end)) {
            throw new IllegalArgumentException(
                    "not a rate: '" + text + "' (a number of messages a second, such as 1000, 100k or 1.5m)");
        }
        return Double.parseDouble(number.substring(0, end)) * unit;
    }

    /** {@return a number of percent} Such as {@code 50%}, {@code 50} or {@code 99.5}. */
    public static double percent(String text) {
        String number = text.endsWith("%") ? text.substring(0, text.length() - 1) : text;
        if (!isNumber(number, endOfNumber(number)) || endOfNumber(number) < number.length()) {
            throw new IllegalArgumentException("not a percentage: '" + text + "' (such as 50% or 99.5)");
        }
        return Double.parseDouble(number);
    }

    /**
     * Refuses the value of an option that is too small or too large.
     *
     * @throws CommandException if it is
     */
    public static void requireRange(String option, long value, long min, long max) {
        if (value < min || value > max) {
            throw new CommandException(
                    ExitCode.USAGE, option + " out of range: value=" + value + ", min=" + min + ", max=" + max);
        }
    }

    /** {@return a number without an exponent, and without a fraction where there is none} */
    public static String plain(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : String.format(Locale.ROOT, "%.3f", value);
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

    /** {@return the same of a whole number} */
    public static String shortBytes(long bytes) {
        return shortBytes((double) bytes);
    }

    /** {@return a time for people} Such as {@code 12 s}, {@code 3 min} or {@code 5 h}. */
    public static String shortDuration(long ns) {
        long seconds = TimeUnit.NANOSECONDS.toSeconds(ns);
        if (seconds < 120) {
            return seconds + " s";
        }
        return seconds < 7200 ? seconds / 60 + " min" : seconds / 3600 + " h";
    }

    /** {@return a short time for people, in three digits} Such as {@code 428 ns}, {@code 12.3 us} or {@code 2.50 s}. */
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

    /** {@return the unit that a letter stands for; 0 if it stands for none} */
    private static long unit(String letter, long step) {
        return switch (letter) {
            case "" -> 1;
            case "k", "K" -> step;
            case "m", "M" -> step * step;
            case "g", "G" -> step * step * step;
            default -> 0;
        };
    }

    private static long whole(String text, int end, long unit, String what, String examples) {
        if (unit == 0 || end == 0 || text.indexOf('.') >= 0) {
            throw new IllegalArgumentException("not a " + what + ": '" + text + "' (such as " + examples + ")");
        }
        try {
            return Math.multiplyExact(Long.parseLong(text.substring(0, end)), unit);
        } catch (ArithmeticException | NumberFormatException e) {
            throw new IllegalArgumentException(what + " too large: '" + text + "'", e);
        }
    }

    private static int endOfNumber(String text) {
        int end = 0;
        while (end < text.length() && "0123456789.".indexOf(text.charAt(end)) >= 0) {
            end++;
        }
        return end;
    }

    /** {@return whether the text up to there has digits, and one point at most} */
    private static boolean isNumber(String text, int end) {
        int point = text.indexOf('.');
        boolean onePoint = point < 0 || text.indexOf('.', point + 1) < 0;
        return onePoint && end > (point < 0 ? 0 : 1);
    }

    /** A method of this class for picocli, which adds the name of the option to a complaint. */
    private abstract static class Converter<T> implements ITypeConverter<T> {
        private final Function<String, T> method;

        Converter(Function<String, T> method) {
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

    /** {@link #count} for picocli. */
    public static final class Count extends Converter<Long> {
        Count() {
            super(Quantity::count);
        }
    }

    /** {@link #durationNs} for picocli. */
    public static final class DurationNs extends Converter<Long> {
        DurationNs() {
            super(Quantity::durationNs);
        }
    }

    /** {@link #percent} for picocli. */
    public static final class Percent extends Converter<Double> {
        Percent() {
            super(Quantity::percent);
        }
    }

    /** {@link #rate} for picocli. */
    public static final class Rate extends Converter<Double> {
        Rate() {
            super(Quantity::rate);
        }
    }
}
