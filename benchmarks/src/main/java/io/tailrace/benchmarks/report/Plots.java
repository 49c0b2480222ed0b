/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import de.erichseifert.vectorgraphics2d.VectorGraphics2D;
import de.erichseifert.vectorgraphics2d.intermediate.CommandSequence;
import de.erichseifert.vectorgraphics2d.svg.SVGProcessor;
import de.erichseifert.vectorgraphics2d.util.PageSize;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jfree.chart.JFreeChart;

/** Writes plots beside the report, as SVG that needs nothing else. */
public final class Plots {
    private static final int WIDTH = 860;

    private final Path directory;

    /** Beside the report, in its directory. */
    public Plots(Path directory) {
        this.directory = directory;
    }

    /**
     * Writes one plot.
     *
     * @param name of the file, without {@code .svg}: letters, digits and dashes
     * @return the Markdown that shows it
     */
    public String add(String name, Plot plot) {
        Rectangle2D area = new Rectangle2D.Double(0, 0, WIDTH, Charts.height(plot));
        VectorGraphics2D drawing = new VectorGraphics2D();
        JFreeChart chart = Charts.of(plot);
        chart.draw(drawing, area);
        CommandSequence commands = drawing.getCommands();
        try (OutputStream file = Files.newOutputStream(directory.resolve(name + ".svg"))) {
            new SVGProcessor().getDocument(commands, new PageSize(area)).writeTo(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return "![" + plot.title() + "](" + name + ".svg)\n";
    }
}
