/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import java.util.List;
import java.util.Locale;

/** A drawing: shapes with classes of its own style sheet, which has colours for light and for dark ground. */
final class Svg {
    static final double WIDTH = 860;
    static final double MARGIN = 20;

    private static final double TEXT_WIDTH = 7;

    private static final String STYLE = """
            text{font:12px system-ui,-apple-system,"Segoe UI","DejaVu Sans",sans-serif;fill:#3b4450}
            .title{font-size:15px;font-weight:600;fill:#1b2129}
            .end{text-anchor:end}.mid{text-anchor:middle}
            .ground{fill:#fff}.grid{stroke:#e3e7ec}.axis{stroke:#8b95a1}
            .limit{stroke:#c0263c;stroke-dasharray:5 4;stroke-width:1.5;fill:none}text.limit{fill:#c0263c;stroke:none}
            .curve{fill:none;stroke-width:2;stroke-linejoin:round}.dashed{stroke-dasharray:6 4}
            .band{opacity:.22}.median{stroke-width:3;stroke:#1b2129}.dot{opacity:.65;stroke:none}
            .t0{fill:#1d5fd1;stroke:#1d5fd1}.t1{fill:#5aa2f2;stroke:#5aa2f2}.t2{fill:#123a80;stroke:#123a80}
            .a0{fill:#e0700d;stroke:#e0700d}.a1{fill:#f4ac4e;stroke:#f4ac4e}.a2{fill:#934603;stroke:#934603}
            .o0{fill:#2f8f5b;stroke:#2f8f5b}.o1{fill:#8a4fc7;stroke:#8a4fc7}.o2{fill:#c2498f;stroke:#c2498f}
            .o3{fill:#0e8f9c;stroke:#0e8f9c}.o4{fill:#a1841b;stroke:#a1841b}.o5{fill:#5a6b2c;stroke:#5a6b2c}
            .o6{fill:#8d99a6;stroke:#8d99a6}
            .bar{stroke:none}.curve{fill:none}
            @media (prefers-color-scheme:dark){
            text{fill:#b6c0cb}.title{fill:#e8edf3}
            .ground{fill:#0f141a}.grid{stroke:#262e38}.axis{stroke:#66717e}
            .median{stroke:#fff}.limit{stroke:#ff7183}text.limit{fill:#ff7183}
            .t0{fill:#5c9dff;stroke:#5c9dff}.t1{fill:#a5cbff;stroke:#a5cbff}.t2{fill:#3a6fc4;stroke:#3a6fc4}
            .a0{fill:#ff9a3d;stroke:#ff9a3d}.a1{fill:#ffce8f;stroke:#ffce8f}.a2{fill:#c4702a;stroke:#c4702a}
            .o0{fill:#5cc98d;stroke:#5cc98d}.o1{fill:#bd8cf0;stroke:#bd8cf0}.o2{fill:#ee86c0;stroke:#ee86c0}
            .o3{fill:#4cc8d4;stroke:#4cc8d4}.o4{fill:#d9bd55;stroke:#d9bd55}.o5{fill:#a5b86e;stroke:#a5b86e}
            .o6{fill:#7d8995;stroke:#7d8995}
            .bar{stroke:none}.curve{fill:none}
            }
            """;

    private final StringBuilder shapes = new StringBuilder();
    private final String title;

    Svg(String title) {
        this.title = title;
        text(MARGIN, 28, "title", title);
    }

    /** {@return about how wide a text is: no fonts are asked} */
    static double widthOf(String text) {
        return TEXT_WIDTH * text.length();
    }

    void rect(double x, double y, double width, double height, String classes) {
        shapes.append(format(
                "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>%n",
                classes, x, y, Math.max(0, width), height));
    }

    void line(double x1, double y1, double x2, double y2, String classes) {
        shapes.append(format(
                "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>%n", classes, x1, y1, x2, y2));
    }

    void circle(double x, double y, double radius, String classes) {
        shapes.append(format("<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>%n", classes, x, y, radius));
    }

    void text(double x, double y, String classes, String text) {
        shapes.append(format("<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">%s</text>%n", classes, x, y, escape(text)));
    }

    /** A line through points, each an x and a y. */
    void curve(List<double[]> points, String classes) {
        StringBuilder text = new StringBuilder();
        points.forEach(point -> text.append(format("%.1f,%.1f ", point[0], point[1])));
        shapes.append(format(
                "<polyline class=\"%s\" points=\"%s\"/>%n",
                classes, text.toString().trim()));
    }

    /** An axis along the bottom: its ticks with lines up to the top, and its label. */
    void bottomAxis(Scale x, double top, double bottom, String label) {
        for (Scale.Tick tick : x.ticks()) {
            line(x.at(tick.value()), top, x.at(tick.value()), bottom, "grid");
            text(x.at(tick.value()), bottom + 17, "mid", tick.label());
        }
        line(x.from(), bottom, x.to(), bottom, "axis");
        text((x.from() + x.to()) / 2, bottom + 37, "mid", label);
    }

    /** An axis along the left: its ticks with lines to the right, and its label above. */
    void leftAxis(Scale y, double left, double right, String label) {
        for (Scale.Tick tick : y.ticks()) {
            line(left, y.at(tick.value()), right, y.at(tick.value()), "grid");
            text(left - 7, y.at(tick.value()) + 4, "end", tick.label());
        }
        line(left, y.from(), left, y.to(), "axis");
        text(MARGIN, y.to() - 12, "", label);
    }

    /** {@return how high it is} Tells what colours mean. */
    double legend(List<String> names, Palette palette, double top) {
        double x = MARGIN;
        double y = top;
        for (String name : names) {
            double width = widthOf(name) + 34;
            if (x + width > WIDTH - MARGIN && x > MARGIN) {
                x = MARGIN;
                y += 18;
            }
            rect(x, y + 1, 12, 12, "bar key " + palette.classOf(name));
            text(x + 18, y + 11, "", name);
            x += width;
        }
        return y - top + 22;
    }

    String toString(double height) {
        return format(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\""
                        + " role=\"img\" aria-label=\"%s\">%n<style>%n%s</style>%n"
                        + "<rect class=\"ground\" width=\"100%%\" height=\"100%%\" rx=\"6\"/>%n%s</svg>%n",
                WIDTH, height, WIDTH, height, escape(title), STYLE, shapes);
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
