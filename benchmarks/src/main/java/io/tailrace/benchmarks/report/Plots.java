/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import de.erichseifert.vectorgraphics2d.VectorGraphics2D;
import de.erichseifert.vectorgraphics2d.svg.SVGProcessor;
import de.erichseifert.vectorgraphics2d.util.PageSize;
import io.tailrace.benchmarks.report.Plots.Plot.Strip;
import java.awt.geom.Rectangle2D;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Writes plots beside the report, as self-contained SVG. */
public final class Plots {
    private static final int WIDTH = 860;

    /** Text in AWT's default font has no attributes in the SVG, and a browser's default font is larger. */
    private static final String DEFAULT_FONT = "font-family=\"DejaVu Sans, Verdana, sans-serif\" font-size=\"12px\" ";

    private final Path directory;

    /** The directory of the report. */
    public Plots(Path directory) {
        this.directory = directory;
    }

    /**
     * Writes one plot. A JDK without fonts cannot draw one; the tables remain.
     *
     * @param name of the file, without {@code .svg}: letters, digits and dashes
     * @return the Markdown that shows it, or the reason why there is none
     */
    public String add(String name, Plot plot) {
        try {
            write(directory.resolve(name + ".svg"), plot);
            return "![" + plot.title() + "](" + name + ".svg)\n";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (RuntimeException | LinkageError | InternalError e) {
            e.printStackTrace();
            return "**This plot could not be drawn**: " + plot.title() + ", cause=" + e + "\n";
        }
    }

    /**
     * Writes a plot with every round of comparisons.
     *
     * @return the Markdown that shows it; empty if there are no rounds
     */
    public String addStrip(String name, String title, String axisLabel, Stream<Strip.Row> rows) {
        List<Strip.Row> measured = rows.filter(row -> !row.rounds().isEmpty()).toList();
        return measured.isEmpty() ? "" : add(name, new Strip(title, axisLabel, measured));
    }

    private static void write(Path file, Plot plot) throws IOException {
        Rectangle2D area = new Rectangle2D.Double(0, 0, WIDTH, Charts.height(plot));
        VectorGraphics2D drawing = new VectorGraphics2D();
        Charts.of(plot).draw(drawing, area);
        ByteArrayOutputStream svg = new ByteArrayOutputStream();
        new SVGProcessor()
                .getDocument(drawing.getCommands(), new PageSize(area))
                .writeTo(svg);
        Files.writeString(file, svg.toString(StandardCharsets.UTF_8).replaceFirst("<svg ", "<svg " + DEFAULT_FONT));
    }

    /** The content of a plot. */
    public sealed interface Plot {
        String title();

        /**
         * Horizontal bars.
         *
         * @param limits lines across all bars, by name
         */
        record Bars(String title, Axis axis, List<Group> groups, Map<String, Double> limits) implements Plot {
            /** Bars to compare with one another, by name. A name has the same colour in every group. */
            public record Group(String label, Map<String, Double> values) {}
        }

        /**
         * Lines through points.
         *
         * @param limits lines that nothing can cross, drawn dashed
         */
        record Lines(String title, Axis x, Axis y, List<Series> series, List<Series> limits) implements Plot {}

        /**
         * Percentile curves. The x of a point is the fraction of messages (0.999, less than 1) that took at most its y.
         */
        record Percentiles(String title, Axis y, List<Series> series) implements Plot {}

        /** Every ratio of every round as a dot, a row for each comparison, with its median, on a logarithmic axis. */
        record Strip(String title, String axisLabel, List<Row> rows) implements Plot {
            /** One comparison. */
            public record Row(String label, List<Ratios.Round> rounds) {}
        }

        /** A named line: its points in order of x. */
        record Series(String name, List<Point> points) {
            /** One point. */
            public record Point(double x, double y) {}
        }

        /** An axis with its unit. A logarithmic axis shows only positive values. */
        record Axis(String label, boolean isLog) {
            public static Axis linear(String label) {
                return new Axis(label, false);
            }

            public static Axis log(String label) {
                return new Axis(label, true);
            }

            boolean has(double value) {
                return Double.isFinite(value) && (!isLog || value > 0);
            }
        }
    }
}
