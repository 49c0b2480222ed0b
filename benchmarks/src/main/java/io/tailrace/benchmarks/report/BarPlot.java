/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Draws {@link Bars}. */
final class BarPlot {
    private static final double BAR = 14;
    private static final double BETWEEN_BARS = 2;
    private static final double BETWEEN_GROUPS = 10;
    /** Behind the longest bar, for its value. */
    private static final double VALUE_WIDTH = 70;

    private final Bars bars;
    private final List<String> names;
    private final Palette palette;

    BarPlot(Bars bars) {
        this.bars = bars;
        this.names = bars.groups().stream()
                .flatMap(group -> group.values().keySet().stream())
                .distinct()
                .toList();
        this.palette = names.size() > 1
                ? Palette.ofAll(names)
                : Palette.ofFamilies(
                        bars.groups().stream().map(Bars.Group::label).toList());
    }

    String toSvg() {
        Svg svg = new Svg(bars.title());
        double top = 44 + (names.size() > 1 ? svg.legend(names, palette, 44) : 0);
        top += bars.limits().isEmpty() ? 0 : 16;
        double bottom = top + BETWEEN_GROUPS / 2;
        for (Bars.Group group : bars.groups()) {
            bottom += heightOf(group);
        }
        double left = Svg.MARGIN
                + 8
                + bars.groups().stream()
                        .mapToDouble(group -> Svg.widthOf(group.label()))
                        .max()
                        .orElse(0);
        Scale x = Scale.of(bars.axis(), allValues(), left, Svg.WIDTH - VALUE_WIDTH);
        svg.bottomAxis(x, top, bottom, bars.axis().label());
        double y = top + BETWEEN_GROUPS / 2;
        for (Bars.Group group : bars.groups()) {
            draw(svg, group, x, y);
            y += heightOf(group);
        }
        for (Map.Entry<String, Double> limit : bars.limits().entrySet()) {
            svg.line(x.at(limit.getValue()), top, x.at(limit.getValue()), bottom, "limit mark");
            svg.text(x.at(limit.getValue()), top - 5, "mid limit", limit.getKey());
        }
        return svg.toString(bottom + 50);
    }

    private static double heightOf(Bars.Group group) {
        return group.values().size() * (BAR + BETWEEN_BARS) + BETWEEN_GROUPS;
    }

    private List<Double> allValues() {
        List<Double> values = new ArrayList<>(bars.limits().values());
        bars.groups().forEach(group -> values.addAll(group.values().values()));
        return values;
    }

    private void draw(Svg svg, Bars.Group group, Scale x, double top) {
        double middle = top + (heightOf(group) - BETWEEN_GROUPS) / 2;
        svg.text(x.from() - 8, middle + 3, "end", group.label());
        double y = top;
        for (Map.Entry<String, Double> bar : group.values().entrySet()) {
            double end = x.has(bar.getValue()) ? x.at(bar.getValue()) : x.from();
            String colour = palette.classOf(names.size() > 1 ? bar.getKey() : group.label());
            svg.rect(x.from(), y, Math.max(1, end - x.from()), BAR, "bar mark " + colour);
            svg.text(Math.max(x.from(), end) + 5, y + 11, "", figure(bar.getValue()));
            y += BAR + BETWEEN_BARS;
        }
    }

    private static String figure(double value) {
        if (value >= 1e5) {
            return Scale.label(value);
        }
        return value >= 100 ? String.format(Locale.ROOT, "%,.0f", value) : Scale.label(value);
    }
}
