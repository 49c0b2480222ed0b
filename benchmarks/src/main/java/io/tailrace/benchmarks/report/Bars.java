/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A plot of vertical bars in groups, as one SVG file that refers to nothing outside.
 *
 * @param groups from left to right
 */
record Bars(String title, List<Group> groups) {
    private static final int WIDTH = 860;
    private static final int HEIGHT = 480;
    private static final int LEFT = 64;
    private static final int TOP = 44;
    private static final int BOTTOM = 60;
    private static final int LINES = 5;
    /** Part of the width of a group that separates it from the next. */
    private static final double GAP = 0.2;

    private static final List<String> COLOURS = List.of("#1d5fd1", "#e0700d", "#7fa8ea", "#f3b982", "#555555");

    /**
     * Bars side by side.
     *
     * @param bars heights by the names of their series, which have the same colour in each group
     */
    record Group(String label, Map<String, Double> bars) {}

    String svg() {
        StringBuilder svg = new StringBuilder();
        svg.append(String.format("""
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="13">
                <rect width="100%%" height="100%%" fill="#fff"/>
                """, WIDTH, HEIGHT));
        text(svg, LEFT, 26, "start", title);
        double step = step();
        for (int line = 0; line <= LINES; line++) {
            double y = y(line * step, step);
            svg.append(String.format("<path d=\"M%d %.1fH%d\" stroke=\"#ccc\"/>\n", LEFT, y, WIDTH - 10));
            text(svg, LEFT - 6, y + 4, "end", millions(line * step));
        }
        List<String> series = series();
        double groupWidth = (WIDTH - 10.0 - LEFT) / groups.size();
        for (int i = 0; i < groups.size(); i++) {
            group(svg, groups.get(i), series, LEFT + i * groupWidth, groupWidth, step);
        }
        for (int i = 0; i < series.size(); i++) {
            int x = LEFT + i * (WIDTH - LEFT) / series.size();
            svg.append(String.format(
                    "<rect x=\"%d\" y=\"%d\" width=\"10\" height=\"10\" fill=\"%s\"/>\n", x, HEIGHT - 20, colour(i)));
            text(svg, x + 15, HEIGHT - 11, "start", series.get(i));
        }
        return svg.append("</svg>\n").toString();
    }

    private List<String> series() {
        Set<String> names = new LinkedHashSet<>();
        groups.forEach(group -> names.addAll(group.bars.keySet()));
        return List.copyOf(names);
    }

    private static String colour(int series) {
        return COLOURS.get(series % COLOURS.size());
    }

    private void group(StringBuilder svg, Group group, List<String> series, double left, double width, double step) {
        double barWidth = width * (1 - GAP) / series.size();
        double base = y(0, step);
        for (int i = 0; i < series.size(); i++) {
            double x = left + width * GAP / 2 + i * barWidth;
            double height = base - y(group.bars.getOrDefault(series.get(i), 0.0), step);
            svg.append(String.format(
                    "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>\n",
                    x, base - height, barWidth - 1, height, colour(i)));
        }
        text(svg, left + width / 2, base + 18, "middle", group.label);
    }

    /** {@return the distance of two lines: the least round one with which all bars have room} */
    private double step() {
        double most = groups.stream()
                .flatMap(group -> group.bars.values().stream())
                .mapToDouble(height -> height)
                .max()
                .orElse(1);
        double power = Math.pow(10, Math.floor(Math.log10(most / LINES)));
        return power
                * List.of(1, 2, 5, 10).stream()
                        .filter(factor -> factor * power * LINES >= most)
                        .findFirst()
                        .orElse(10);
    }

    private static double y(double height, double step) {
        return HEIGHT - BOTTOM - height / (LINES * step) * (HEIGHT - BOTTOM - TOP);
    }

    private static String millions(double number) {
        return number >= 1e6 ? Math.round(number / 1e6) + " M" : Math.round(number) + "";
    }

    private static void text(StringBuilder svg, double x, double y, String anchor, String text) {
        String escaped = text.replace("&", "&amp;").replace("<", "&lt;");
        svg.append(String.format("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", x, y, anchor, escaped));
    }
}
