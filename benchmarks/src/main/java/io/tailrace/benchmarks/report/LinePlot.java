/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Draws {@link Lines} and {@link Percentiles}. */
final class LinePlot {
    private static final double HEIGHT = 320;
    private static final double LEFT = 78;
    private static final double RIGHT = Svg.WIDTH - 34;
    /** More than these are a curve, not points. */
    private static final int MOST_POINTS = 24;
    /** As many x values can be told beside one another. */
    private static final int MOST_VALUES = 14;

    private final Lines lines;
    private final boolean arePercentiles;

    LinePlot(Lines lines) {
        this(lines, false);
    }

    private LinePlot(Lines lines, boolean arePercentiles) {
        this.lines = lines;
        this.arePercentiles = arePercentiles;
    }

    static LinePlot of(Percentiles percentiles) {
        Lines lines = new Lines(
                percentiles.title(),
                Axis.log("as many messages took at most this"),
                percentiles.y(),
                percentiles.series(),
                List.of());
        return new LinePlot(lines, true);
    }

    String toSvg() {
        Svg svg = new Svg(lines.title());
        List<String> names = lines.series().stream().map(Series::name).toList();
        Palette palette = Palette.ofAll(names);
        double top = 44 + svg.legend(names, palette, 44) + 22;
        double bottom = top + HEIGHT;
        Scale x = xScale();
        Scale y = Scale.of(lines.y(), all().map(Series.Point::y).toList(), bottom, top);
        svg.bottomAxis(x, top, bottom, lines.x().label());
        svg.leftAxis(y, LEFT, RIGHT, lines.y().label());
        lines.limits().forEach(limit -> drawLimit(svg, limit, x, y));
        lines.series().forEach(series -> draw(svg, series, palette.classOf(series.name()), x, y));
        return svg.toString(bottom + 52);
    }

    private Scale xScale() {
        List<Double> values = all().map(Series.Point::x).toList();
        if (arePercentiles) {
            double most = values.stream().mapToDouble(Double::doubleValue).max().orElse(0);
            return Scale.ofPercentiles(most, LEFT, RIGHT);
        }
        return !values.isEmpty() && values.stream().distinct().count() <= MOST_VALUES
                ? Scale.ofValues(lines.x(), values, LEFT, RIGHT)
                : Scale.of(lines.x(), values, LEFT, RIGHT);
    }

    private Stream<Series.Point> all() {
        return Stream.concat(lines.series().stream(), lines.limits().stream())
                .flatMap(series -> series.points().stream());
    }

    private static void draw(Svg svg, Series series, String colour, Scale x, Scale y) {
        svg.curve(pixels(series, x, y), "curve mark " + colour);
        if (series.points().size() <= MOST_POINTS) {
            pixels(series, x, y).forEach(point -> svg.circle(point[0], point[1], 3.2, colour));
        }
    }

    private static void drawLimit(Svg svg, Series limit, Scale x, Scale y) {
        List<double[]> pixels = pixels(limit, x, y);
        if (pixels.isEmpty()) {
            return;
        }
        svg.curve(pixels, "limit mark");
        double[] end = pixels.get(pixels.size() - 1);
        double[] middle = pixels.get(pixels.size() / 2);
        if (pixels.size() > 2) {
            svg.text(middle[0] + 8, middle[1] - 6, "limit", limit.name());
        } else {
            svg.text(end[0], end[1] - 6, "end limit", limit.name());
        }
    }

    private static List<double[]> pixels(Series series, Scale x, Scale y) {
        List<double[]> pixels = new ArrayList<>();
        for (Series.Point point : series.points()) {
            if (x.has(point.x()) && y.has(point.y())) {
                pixels.add(new double[] {x.at(point.x()), y.at(point.y())});
            }
        }
        return pixels;
    }
}
