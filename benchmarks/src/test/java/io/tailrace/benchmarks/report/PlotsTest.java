/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.benchmarks.report.Plots.Plot;
import io.tailrace.benchmarks.report.Plots.Plot.Axis;
import io.tailrace.benchmarks.report.Plots.Plot.Bars;
import io.tailrace.benchmarks.report.Plots.Plot.Lines;
import io.tailrace.benchmarks.report.Plots.Plot.Percentiles;
import io.tailrace.benchmarks.report.Plots.Plot.Series;
import io.tailrace.benchmarks.report.Plots.Plot.Series.Point;
import io.tailrace.benchmarks.report.Plots.Plot.Strip;
import io.tailrace.benchmarks.report.Ratios.Place;
import io.tailrace.benchmarks.report.Ratios.Round;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/** Each plot is well-formed XML that refers to nothing outside. */
class PlotsTest {
    private static final Bars BARS = new Bars(
            "Round trip of a burst of 100 & <one>",
            Axis.log("ns"),
            List.of(
                    new Bars.Group("Tailrace", Map.of("JDK 17", 2_990.0, "JDK 25", 0.0)),
                    new Bars.Group("Aeron", Map.of("JDK 17", 3_288.0, "JDK 25", 2_226.0))),
            Map.of("wait-free", 721.0));
    private static final Lines LINES = new Lines(
            "Throughput",
            Axis.log("payload, B"),
            Axis.log("messages/s"),
            List.of(new Series("Tailrace", List.of(new Point(8, 0), new Point(64, 4e7), new Point(1024, 1e6)))),
            List.of(new Series("memcpy", List.of(new Point(8, 3e8), new Point(1024, 2e7)))));
    private static final Percentiles PERCENTILES = new Percentiles(
            "Tail",
            Axis.log("ns"),
            List.of(new Series("Aeron", List.of(new Point(0.9, 500), new Point(0.99, 900), new Point(0.999, 5_000)))));
    private static final Strip STRIP = new Strip(
            "All rounds",
            "Tailrace / Aeron",
            List.of(
                    new Strip.Row("8 B", List.of(new Round(1.5, Place.NEAR), new Round(1.4, Place.FAR))),
                    new Strip.Row("32 B", List.of(new Round(0.8, Place.MIXED), new Round(0, Place.NEAR))),
                    new Strip.Row("nothing", List.of(new Round(Double.POSITIVE_INFINITY, Place.NEAR)))));

    @TempDir
    Path directory;

    @Test
    void aPlotThatCannotBeDrawnSaysSoAndLeavesTheRestToTheReport() {
        Lines broken =
                new Lines("broken", Axis.linear(""), Axis.linear(""), List.of(new Series(null, List.of())), List.of());
        String text = new Plots(directory).add("broken", broken);
        assertTrue(text.startsWith("**This plot could not be drawn**: broken"), text);
    }

    @Test
    void eachIsWrittenAsSvgThatNeedsNothingElse() throws Exception {
        for (Plot plot : List.of(BARS, LINES, PERCENTILES, STRIP)) {
            assertEquals("![" + plot.title() + "](plot.svg)\n", new Plots(directory).add("plot", plot));
            String text = Files.readString(directory.resolve("plot.svg"));
            assertTrue(!text.contains("href=\"http") && !text.contains("NaN"), plot.title());
            String withoutType = text.replaceFirst("<!DOCTYPE[^>]*>", "");
            Document svg = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new InputSource(new StringReader(withoutType)));
            assertTrue(svg.getElementsByTagName("text").getLength() > 3, plot.title());
        }
    }
}
