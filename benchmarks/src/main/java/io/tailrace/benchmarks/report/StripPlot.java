/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import io.tailrace.benchmarks.lab.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Draws a {@link Strip}. */
final class StripPlot {
    private static final double ROW = 26;
    private static final double TEXT_WIDTH = 170;
    /** The golden section: dots of a row spread evenly, however many there are. */
    private static final double SPREAD = 0.618034;

    private static final String NEAR = "near cores";
    private static final String FAR = "far cores";
    private static final String MIXED = "moved in between";
    private static final Palette PALETTE = Palette.of(Map.of(NEAR, "o0", FAR, "o1", MIXED, "o6"));

    private final Strip strip;

    StripPlot(Strip strip) {
        this.strip = strip;
    }

    String toSvg() {
        Svg svg = new Svg(strip.title());
        double top = 44 + svg.legend(List.of(NEAR, FAR, MIXED), PALETTE, 44);
        double bottom = top + ROW * strip.rows().size();
        double left = Svg.MARGIN
                + 8
                + strip.rows().stream()
                        .mapToDouble(row -> Svg.widthOf(row.label()))
                        .max()
                        .orElse(0);
        List<Double> ratios = new ArrayList<>(List.of(1.0));
        strip.rows().forEach(row -> row.rounds().forEach(round -> ratios.add(round.ratio())));
        Scale x = Scale.of(Axis.log(strip.axisLabel()), ratios, left, Svg.WIDTH - TEXT_WIDTH);
        svg.bottomAxis(x, top, bottom, strip.axisLabel());
        svg.line(x.at(1), top, x.at(1), bottom, "axis");
        double y = top + ROW / 2;
        for (Strip.Row row : strip.rows()) {
            svg.text(left - 8, y + 4, "end", row.label());
            draw(svg, row, x, y);
            y += ROW;
        }
        return svg.toString(bottom + 50);
    }

    private void draw(Svg svg, Strip.Row row, Scale x, double y) {
        List<Ratios.Round> placed =
                row.rounds().stream().filter(round -> x.has(round.ratio())).toList();
        if (placed.isEmpty()) {
            return;
        }
        Spread spread = Spread.of(placed.stream().map(Ratios.Round::ratio).toList());
        svg.rect(x.at(spread.first()), y - 9, x.at(spread.third()) - x.at(spread.first()), 18, "bar band o6");
        for (int i = 0; i < placed.size(); i++) {
            Ratios.Round round = placed.get(i);
            double offset = (i * SPREAD % 1 - 0.5) * ROW * 0.6;
            svg.circle(x.at(round.ratio()), y + offset, 2.8, "dot " + PALETTE.classOf(name(round.place())));
        }
        svg.line(x.at(spread.median()), y - 10, x.at(spread.median()), y + 10, "axis median");
        svg.text(
                Svg.WIDTH - TEXT_WIDTH + 12,
                y + 4,
                "",
                String.format(
                        Locale.ROOT,
                        "%.2fx [%.2f–%.2f] n=%d",
                        spread.median(),
                        spread.first(),
                        spread.third(),
                        spread.count()));
    }

    private static String name(Ratios.Place place) {
        return switch (place) {
            case NEAR -> NEAR;
            case FAR -> FAR;
            case MIXED -> MIXED;
        };
    }
}
