/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.sweep;

import de.erichseifert.vectorgraphics2d.VectorGraphics2D;
import de.erichseifert.vectorgraphics2d.svg.SVGProcessor;
import de.erichseifert.vectorgraphics2d.util.PageSize;
import java.awt.Color;
import java.awt.Font;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.jfree.chart.ChartFactory;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.SymbolAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.title.TextTitle;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/** Draws facets as SVG that needs nothing else. */
final class FacetDrawing {
    private static final int MAX_COLUMNS = 4;
    private static final int FACET_WIDTH = 215;
    private static final int FACET_HEIGHT = 170;
    private static final int HEAD_HEIGHT = 44;
    private static final Font SMALL = new Font(Font.SANS_SERIF, Font.PLAIN, 10);
    private static final Font LARGE = new Font(Font.SANS_SERIF, Font.BOLD, 13);
    private static final Color GRID = new Color(0xd9dee4);
    private static final List<Color> COLORS = IntStream.of(0x1d5fd1, 0xe0700d, 0x2f8f5b, 0xc0263c, 0x8a4fc7, 0x0e8f9c)
            .mapToObj(Color::new)
            .toList();
    /** Of the room of a column, for the dots of one series; those of different series lie beside one another. */
    private static final double SERIES_WIDTH = 0.17;

    private static final double DOT = 4.5;

    private final Facets facets;

    FacetDrawing(Facets facets) {
        this.facets = facets;
    }

    void write(Path file) throws IOException {
        int columns = Math.min(MAX_COLUMNS, Math.max(1, facets.facets().size()));
        int rows = (facets.facets().size() + columns - 1) / columns;
        VectorGraphics2D drawing = new VectorGraphics2D();
        drawHead(drawing);
        for (int i = 0; i < facets.facets().size(); i++) {
            int left = i % columns * FACET_WIDTH;
            int top = HEAD_HEIGHT + i / columns * FACET_HEIGHT;
            chart(facets.facets().get(i)).draw(drawing, new Rectangle2D.Double(left, top, FACET_WIDTH, FACET_HEIGHT));
        }
        int width = Math.max(2, columns) * FACET_WIDTH; // So that the head has room.
        Rectangle2D page = new Rectangle2D.Double(0, 0, width, HEAD_HEIGHT + (double) rows * FACET_HEIGHT);
        try (OutputStream out = Files.newOutputStream(file)) {
            new SVGProcessor()
                    .getDocument(drawing.getCommands(), new PageSize(page))
                    .writeTo(out);
        }
    }

    /** Title and legend of all facets. */
    private void drawHead(VectorGraphics2D drawing) {
        drawing.setFont(LARGE);
        drawing.setColor(Color.BLACK);
        drawing.drawString(facets.title(), 8, 16);
        drawing.setFont(SMALL);
        double x = 10;
        for (String name : facets.names()) {
            drawing.setColor(color(name));
            drawing.fill(new Ellipse2D.Double(x, 28, 7, 7));
            drawing.setColor(Color.BLACK);
            drawing.drawString(name, (float) x + 11, 35);
            x += 24 + drawing.getFontMetrics(SMALL).stringWidth(name);
        }
    }

    JFreeChart chart(Facets.Facet facet) {
        String[] labels = facets.columns().stream().map(String::valueOf).toArray(String[]::new);
        SymbolAxis x = new SymbolAxis(facets.x(), labels);
        x.setGridBandsVisible(false);
        x.setRange(-0.5, labels.length - 0.5);
        NumberAxis y = new NumberAxis(facets.y());
        y.setRange(0, facets.mostY() * 1.05);
        XYSeriesCollection data = new XYSeriesCollection();
        XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(false, true);
        XYPlot plot = new XYPlot(data, x, y, renderer);
        JFreeChart chart = new JFreeChart(null, null, plot, false);
        ChartFactory.getChartTheme().apply(chart);
        chart.setTitle(new TextTitle(facet.title(), SMALL.deriveFont(Font.BOLD)));
        chart.setPadding(new RectangleInsets(2, 2, 2, 6));
        List<String> names = facets.names();
        for (Facets.Series series : facet.series()) {
            double shift = (names.indexOf(series.name()) - (names.size() - 1) / 2.0) * SERIES_WIDTH;
            XYSeries dots = new XYSeries(series.name(), false);
            series.dots().forEach(dot -> dots.add(facets.columns().indexOf(dot.column()) + shift, dot.y()));
            renderer.setSeriesPaint(data.getSeriesCount(), color(series.name()));
            renderer.setSeriesShape(data.getSeriesCount(), new Ellipse2D.Double(-DOT / 2, -DOT / 2, DOT, DOT));
            data.addSeries(dots);
        }
        plot.setBackgroundPaint(Color.WHITE);
        plot.setDomainGridlinesVisible(false);
        plot.setRangeGridlinePaint(GRID);
        List.of(x, y).forEach(axis -> {
            axis.setLabelFont(SMALL);
            axis.setTickLabelFont(SMALL);
        });
        return chart;
    }

    private Color color(String name) {
        return COLORS.get(facets.names().indexOf(name) % COLORS.size());
    }
}
