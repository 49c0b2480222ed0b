/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import io.tailrace.benchmarks.report.Plots.Plot;
import io.tailrace.benchmarks.report.Plots.Plot.Axis;
import io.tailrace.benchmarks.report.Plots.Plot.Bars;
import io.tailrace.benchmarks.report.Plots.Plot.Lines;
import io.tailrace.benchmarks.report.Plots.Plot.Percentiles;
import io.tailrace.benchmarks.report.Plots.Plot.Series;
import io.tailrace.benchmarks.report.Plots.Plot.Strip;
import io.tailrace.benchmarks.report.Ratios.Spread;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Shape;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Rectangle2D;
import java.math.BigDecimal;
import java.math.MathContext;
import java.text.FieldPosition;
import java.text.NumberFormat;
import java.text.ParsePosition;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jfree.chart.ChartFactory;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.axis.SymbolAxis;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.plot.ValueMarker;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.category.BarRenderer;
import org.jfree.chart.renderer.category.StandardBarPainter;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.data.category.DefaultCategoryDataset;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/** Creates charts of plots. Tailrace is blue and Aeron orange in each of them. */
final class Charts {
    private static final Color GRID = new Color(0xd9dee4);
    private static final Color LIMIT = new Color(0xc0263c);
    private static final List<Color> TAILRACE = colors(0x1d5fd1, 0x5aa2f2, 0x123a80);
    private static final List<Color> AERON = colors(0xe0700d, 0xf4ac4e, 0x934603);
    private static final List<Color> OTHERS =
            colors(0x2f8f5b, 0x8a4fc7, 0xc2498f, 0x0e8f9c, 0xa1841b, 0x5a6b2c, 0x8d99a6);

    private static final List<String> UNITS = List.of("", "k", "M", "G");
    /** Lines of more points have no dots. */
    private static final int MOST_DOTS = 24;

    private static final BasicStroke LINE = new BasicStroke(2);
    private static final BasicStroke DASHED =
            new BasicStroke(1.5f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, new float[] {5, 4}, 0);
    private static final Shape DOT = new Ellipse2D.Double(-3, -3, 6, 6);
    private static final Shape MEDIAN = new Rectangle2D.Double(-1.5, -10, 3, 20);

    /** The golden section: dots of a row are evenly spread, for any number of them. */
    private static final double SPREAD = 0.618034;

    private Charts() {}

    private static List<Color> colors(int... rgb) {
        return IntStream.of(rgb).mapToObj(Color::new).toList();
    }

    /** {@return the height of the plot in pixels} */
    static int height(Plot plot) {
        if (plot instanceof Bars bars) {
            int rows = bars.groups().stream()
                    .mapToInt(group -> group.values().size())
                    .sum();
            return 130 + 18 * (rows + bars.groups().size());
        }
        return plot instanceof Strip strip ? 150 + 26 * strip.rows().size() : 460;
    }

    static JFreeChart of(Plot plot) {
        if (plot instanceof Bars bars) {
            return bars(bars);
        }
        if (plot instanceof Strip strip) {
            return strip(strip);
        }
        return plot instanceof Lines lines ? lines(lines, axis(lines.x()), MOST_DOTS) : percentiles((Percentiles) plot);
    }

    private static JFreeChart bars(Bars bars) {
        DefaultCategoryDataset data = new DefaultCategoryDataset();
        bars.groups().forEach(group -> group.values().forEach((name, value) -> {
            if (bars.axis().has(value)) {
                data.addValue(value, name, group.label());
            }
        }));
        JFreeChart chart = ChartFactory.createBarChart(
                bars.title(), null, null, data, PlotOrientation.HORIZONTAL, data.getRowCount() > 1, false, false);
        CategoryPlot plot = chart.getCategoryPlot();
        plot.setRangeAxis(axis(bars.axis()));
        plot.setBackgroundPaint(Color.WHITE);
        plot.setRangeGridlinePaint(GRID);
        plot.getDomainAxis().setMaximumCategoryLabelWidthRatio(0.5f);
        BarRenderer renderer = (BarRenderer) plot.getRenderer();
        renderer.setBarPainter(new StandardBarPainter());
        renderer.setShadowVisible(false);
        renderer.setIncludeBaseInRange(!bars.axis().isLog());
        if (bars.axis().isLog()) {
            renderer.setBase(plot.getRangeAxis().getLowerBound());
        }
        Palette palette = new Palette();
        for (int row = 0; row < data.getRowCount(); row++) {
            renderer.setSeriesPaint(row, palette.next(data.getRowKey(row).toString()));
        }
        bars.limits().forEach((name, value) -> plot.addRangeMarker(marker(name, value)));
        return chart;
    }

    private static ValueMarker marker(String label, double value) {
        ValueMarker marker = new ValueMarker(value, LIMIT, DASHED);
        marker.setLabel(label);
        marker.setLabelPaint(LIMIT);
        return marker;
    }

    /** @param mostDots series with more points are drawn without dots */
    private static JFreeChart lines(Lines lines, ValueAxis x, int mostDots) {
        JFreeChart chart = xyChart(lines.title(), x, axis(lines.y()));
        XYSeriesCollection data = (XYSeriesCollection) chart.getXYPlot().getDataset();
        XYLineAndShapeRenderer renderer = renderer(chart);
        Palette palette = new Palette();
        Stream.concat(lines.series().stream(), lines.limits().stream()).forEach(series -> {
            boolean isLimit = lines.limits().contains(series);
            int number = data.getSeriesCount();
            data.addSeries(points(lines, series));
            renderer.setSeriesPaint(number, isLimit ? LIMIT : palette.next(series.name()));
            renderer.setSeriesStroke(number, isLimit ? DASHED : LINE);
            renderer.setSeriesShapesVisible(number, !isLimit && series.points().size() <= mostDots);
        });
        return chart;
    }

    /** {@return the points of a series} Points outside an axis are left out. */
    private static XYSeries points(Lines lines, Series series) {
        XYSeries points = new XYSeries(series.name(), false);
        series.points().stream()
                .filter(point -> lines.x().has(point.x()) && lines.y().has(point.y()))
                .forEach(point -> points.add(point.x(), point.y()));
        return points;
    }

    private static JFreeChart percentiles(Percentiles percentiles) {
        NumberAxis nines = new NumberAxis("as many messages took at most this");
        nines.setTickUnit(new NumberTickUnit(1, format(Charts::nines)));
        List<Series> series = percentiles.series().stream()
                .map(each -> new Series(
                        each.name(),
                        each.points().stream()
                                .map(point -> new Series.Point(-Math.log10(1 - point.x()), point.y()))
                                .toList()))
                .toList();
        Lines lines = new Lines(percentiles.title(), Axis.linear(""), percentiles.y(), series, List.of());
        return lines(lines, nines, Integer.MAX_VALUE);
    }

    /** {@return 90 % for 1, 99 % for 2, 99.9 % for 3} They are equally spaced. */
    private static String nines(double count) {
        int digits = Math.max(0, (int) Math.rint(count) - 2);
        return String.format(Locale.ROOT, "%." + digits + "f %%", 100 - Math.pow(10, 2 - count));
    }

    private static JFreeChart strip(Strip strip) {
        String[] labels = strip.rows().stream().map(Strip.Row::label).toArray(String[]::new);
        SymbolAxis rows = new SymbolAxis(null, labels);
        rows.setInverted(true);
        rows.setGridBandsVisible(false);
        Axis ratios = Axis.log(strip.axisLabel());
        JFreeChart chart = xyChart(strip.title(), axis(ratios), rows);
        XYPlot plot = chart.getXYPlot();
        plot.addDomainMarker(new ValueMarker(1, Color.DARK_GRAY, new BasicStroke(1)));
        XYLineAndShapeRenderer renderer = renderer(chart);
        renderer.setDefaultLinesVisible(false);
        List<XYSeries> dots = Stream.of("near cores", "far cores", "moved in between", "median")
                .map(name -> new XYSeries(name, false))
                .toList();
        List<Ratios.Place> places = List.of(Ratios.Place.values());
        for (int row = 0; row < strip.rows().size(); row++) {
            List<Ratios.Round> rounds = strip.rows().get(row).rounds().stream()
                    .filter(round -> ratios.has(round.ratio()))
                    .toList();
            for (int i = 0; i < rounds.size(); i++) {
                double y = row + 0.6 * (i * SPREAD % 1 - 0.5);
                dots.get(places.indexOf(rounds.get(i).place()))
                        .add(rounds.get(i).ratio(), y);
            }
            if (!rounds.isEmpty()) {
                dots.get(3).add(Spread.of(rounds, Ratios.Round::ratio).median(), row);
            }
        }
        List<Color> colors = List.of(OTHERS.get(0), OTHERS.get(1), OTHERS.get(6), Color.BLACK);
        dots.forEach(series -> {
            int number = plot.getSeriesCount();
            ((XYSeriesCollection) plot.getDataset()).addSeries(series);
            renderer.setSeriesPaint(number, colors.get(number));
            renderer.setSeriesShape(number, number == 3 ? MEDIAN : DOT);
        });
        return chart;
    }

    private static JFreeChart xyChart(String title, ValueAxis x, ValueAxis y) {
        XYPlot plot = new XYPlot(new XYSeriesCollection(), x, y, new XYLineAndShapeRenderer(true, true));
        JFreeChart chart = new JFreeChart(title, plot);
        ChartFactory.getChartTheme().apply(chart);
        plot.setBackgroundPaint(Color.WHITE);
        plot.setDomainGridlinePaint(GRID);
        plot.setRangeGridlinePaint(GRID);
        return chart;
    }

    private static XYLineAndShapeRenderer renderer(JFreeChart chart) {
        XYLineAndShapeRenderer renderer =
                (XYLineAndShapeRenderer) chart.getXYPlot().getRenderer();
        renderer.setAutoPopulateSeriesShape(false);
        renderer.setDefaultShape(DOT);
        return renderer;
    }

    private static ValueAxis axis(Axis axis) {
        if (!axis.isLog()) {
            NumberAxis linear = new NumberAxis(axis.label());
            linear.setNumberFormatOverride(format(Charts::label));
            return linear;
        }
        LogAxis log = new LogAxis(axis.label());
        log.setNumberFormatOverride(format(Charts::label));
        log.setAutoRangeMinimumSize(1e-3); // A single value needs a range, too.
        return log;
    }

    /** {@return a value as briefly as a person would write it: 150, 2k, 1.5M} */
    private static String label(double value) {
        double digits = value;
        int thousands = 0;
        while (Math.abs(digits) >= 1e3 && thousands < UNITS.size() - 1) {
            digits /= 1e3;
            thousands++;
        }
        BigDecimal rounded = new BigDecimal(digits).round(new MathContext(3));
        return rounded.stripTrailingZeros().toPlainString() + UNITS.get(thousands);
    }

    private static NumberFormat format(DoubleFunction<String> label) {
        return new NumberFormat() {
            private static final long serialVersionUID = 1;

            @Override
            public StringBuffer format(double value, StringBuffer text, FieldPosition position) {
                return text.append(label.apply(value));
            }

            @Override
            public StringBuffer format(long value, StringBuffer text, FieldPosition position) {
                return format((double) value, text, position);
            }

            @Override
            public Number parse(String text, ParsePosition position) {
                throw new UnsupportedOperationException("labels are only written");
            }
        };
    }

    /** The colours of one chart's series, in turn for each family. */
    private static final class Palette {
        private final Map<List<Color>, Integer> used = new HashMap<>();

        Color next(String name) {
            String lower = name.toLowerCase(Locale.ROOT);
            List<Color> family = lower.startsWith("tailrace") ? TAILRACE : lower.startsWith("aeron") ? AERON : OTHERS;
            return family.get((used.merge(family, 1, Integer::sum) - 1) % family.size());
        }
    }
}
