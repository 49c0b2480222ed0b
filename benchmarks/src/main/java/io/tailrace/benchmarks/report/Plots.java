/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes plots beside the report, as SVG that needs nothing else and is readable on light and dark ground. Each method returns
 * the Markdown that shows its plot.
 */
public final class Plots {
    private final Path directory;

    /** Beside the report, in its directory. */
    public Plots(Path directory) {
        this.directory = directory;
    }

    /** The name is that of the file without {@code .svg}: letters, digits and dashes. */
    public String bars(String name, Bars bars) {
        return write(name, bars.title(), new BarPlot(bars).toSvg());
    }

    /** The name is that of the file without {@code .svg}: letters, digits and dashes. */
    public String lines(String name, Lines lines) {
        return write(name, lines.title(), new LinePlot(lines).toSvg());
    }

    /** The name is that of the file without {@code .svg}: letters, digits and dashes. */
    public String percentiles(String name, Percentiles percentiles) {
        return write(name, percentiles.title(), LinePlot.of(percentiles).toSvg());
    }

    /** The name is that of the file without {@code .svg}: letters, digits and dashes. */
    public String strip(String name, Strip strip) {
        return write(name, strip.title(), new StripPlot(strip).toSvg());
    }

    private String write(String name, String title, String svg) {
        try {
            Files.writeString(directory.resolve(name + ".svg"), svg);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return "![" + title + "](" + name + ".svg)\n";
    }
}
