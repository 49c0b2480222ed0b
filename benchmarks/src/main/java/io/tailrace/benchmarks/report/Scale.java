/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;

/** Where a value lies on a plot, and which values are marked. */
final class Scale {
    /** A marked value. */
    record Tick(double value, String label) {}

    private static final int LINEAR_TICKS = 8;

    private final DoubleUnaryOperator transform;
    private final double low;
    private final double high;
    private final double from;
    private final double to;
    private final List<Tick> ticks;

    /** Low and high are values; from and to are the pixels that they lie at. */
    private Scale(DoubleUnaryOperator transform, double low, double high, double from, double to, List<Tick> ticks) {
        this.transform = transform;
        this.low = transform.applyAsDouble(low);
        this.high = transform.applyAsDouble(high);
        this.from = from;
        this.to = to;
        this.ticks = ticks;
    }

    /** A scale for these values, whose bounds are values that one can read. */
    static Scale of(Axis axis, List<Double> values, double from, double to) {
        List<Double> placed =
                values.stream().filter(value -> hasPlace(axis, value)).toList();
        double least = placed.stream().mapToDouble(Double::doubleValue).min().orElse(1);
        double most = placed.stream().mapToDouble(Double::doubleValue).max().orElse(1);
        return axis.isLog() ? log(least, most, from, to) : linear(least, most, from, to);
    }

    private static boolean hasPlace(Axis axis, double value) {
        return Double.isFinite(value) && (!axis.isLog() || value > 0);
    }

    /** {@return whether a value lies anywhere} Nothing does on a logarithmic scale that is not positive. */
    boolean has(double value) {
        return Double.isFinite(transform.applyAsDouble(value));
    }

    private static Scale linear(double least, double most, double from, double to) {
        double bottom = Math.min(0, least);
        double top = most > bottom ? most : bottom + 1;
        double step = niceStep((top - bottom) / LINEAR_TICKS);
        List<Tick> ticks = new ArrayList<>();
        for (long i = (long) Math.floor(bottom / step); i <= (long) Math.ceil(top / step); i++) {
            ticks.add(new Tick(i * step, label(i * step)));
        }
        double high = ticks.get(ticks.size() - 1).value();
        return new Scale(value -> value, ticks.get(0).value(), high, from, to, ticks);
    }

    private static double niceStep(double step) {
        double power = Math.pow(10, Math.floor(Math.log10(step)));
        double mantissa = step / power;
        return power * (mantissa <= 1 ? 1 : mantissa <= 2 ? 2 : mantissa <= 5 ? 5 : 10);
    }

    private static Scale log(double least, double most, double from, double to) {
        double[] mantissas = most / least < 15 ? new double[] {1, 1.5, 2, 3, 5, 7} : new double[] {1, 2, 5};
        List<Tick> all = new ArrayList<>();
        for (int power = (int) Math.floor(Math.log10(least)); power <= Math.ceil(Math.log10(most)); power++) {
            for (double mantissa : mantissas) {
                double value = mantissa * Math.pow(10, power);
                all.add(new Tick(value, label(value)));
            }
        }
        double low = all.stream()
                .mapToDouble(Tick::value)
                .filter(value -> value <= least * 1.0001)
                .max()
                .orElse(least);
        double high = all.stream()
                .mapToDouble(Tick::value)
                .filter(value -> value >= most * 0.9999 && value > low)
                .min()
                .orElse(low * 10);
        boolean decadesOnly = high / low > 2_000;
        List<Tick> ticks = all.stream()
                .filter(tick -> tick.value() >= low * 0.9999 && tick.value() <= high * 1.0001)
                .filter(tick -> !decadesOnly || isDecade(tick.value()))
                .toList();
        return new Scale(Math::log10, low, high, from, to, ticks);
    }

    private static boolean isDecade(double value) {
        double power = Math.log10(value);
        return Math.abs(power - Math.rint(power)) < 1e-6;
    }

    /** A scale whose ticks are the values themselves: counts, sizes. */
    static Scale ofValues(Axis axis, List<Double> values, double from, double to) {
        List<Double> sorted = values.stream()
                .filter(value -> hasPlace(axis, value))
                .distinct()
                .sorted()
                .toList();
        if (sorted.isEmpty()) {
            return of(axis, values, from, to);
        }
        List<Tick> ticks =
                sorted.stream().map(value -> new Tick(value, sizeLabel(value))).toList();
        double low = sorted.get(0);
        double high = sorted.size() > 1 ? sorted.get(sorted.size() - 1) : low * 2 + 1;
        return new Scale(axis.isLog() ? Math::log10 : value -> value, low, high, from, to, ticks);
    }

    /** A scale of fractions below: log 1/(1-p). */
    static Scale ofPercentiles(double most, double from, double to) {
        List<Tick> ticks = new ArrayList<>(List.of(new Tick(0, "0 %"), new Tick(0.5, "50 %"), new Tick(0.9, "90 %")));
        for (int nines = 2; 1 - Math.pow(10, -nines) <= most + 1e-12; nines++) {
            double percent = 100 - Math.pow(10, 2 - nines);
            String digits = String.format(Locale.ROOT, "%." + Math.max(0, nines - 2) + "f %%", percent);
            ticks.add(new Tick(1 - Math.pow(10, -nines), digits));
        }
        return new Scale(fraction -> -Math.log10(1 - fraction), 0, Math.max(0.9, most), from, to, ticks);
    }

    List<Tick> ticks() {
        return ticks;
    }

    /** {@return the pixel of the lower bound} */
    double from() {
        return from;
    }

    double to() {
        return to;
    }

    /** {@return the pixel of a value} */
    double at(double value) {
        return from + (transform.applyAsDouble(value) - low) / (high - low) * (to - from);
    }

    /** {@return a value as briefly as a person would write it: 150, 2k, 1.5M} */
    static String label(double value) {
        double size = Math.abs(value);
        if (size >= 1e9) {
            return trimmed(value / 1e9) + "G";
        }
        if (size >= 1e6) {
            return trimmed(value / 1e6) + "M";
        }
        return size >= 1e3 ? trimmed(value / 1e3) + "k" : trimmed(value);
    }

    private static String trimmed(double value) {
        return BigDecimal.valueOf(value)
                .round(new MathContext(3))
                .stripTrailingZeros()
                .toPlainString();
    }

    private static String sizeLabel(double value) {
        boolean binary = value >= 1024 && value % 1024 == 0;
        return binary ? label(value / 1024) + "Ki" : label(value);
    }
}
