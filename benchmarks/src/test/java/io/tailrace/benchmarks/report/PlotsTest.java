/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.benchmarks.report.Ratios.Place;
import io.tailrace.benchmarks.report.Ratios.Round;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** Each plot is well-formed XML that refers to nothing outside, and has a mark for each figure inside its bounds. */
class PlotsTest {
    @TempDir
    Path directory;

    @Test
    void barsHaveAMarkForEachValueAndLimit() throws Exception {
        Bars bars = new Bars(
                "Round trip of a burst of 100 & <one>",
                Axis.log("ns, less is better"),
                List.of(
                        new Bars.Group("Tailrace exclusive", inOrder("JDK 17", 2_990.0, "JDK 25", 2_226.0)),
                        new Bars.Group("Aeron exclusive", inOrder("JDK 17", 3_288.0, "JDK 25", 3_460.0)),
                        new Bars.Group("ArrayBlockingQueue", inOrder("JDK 17", 30_346.0))),
                Map.of("wait-free", 721.0));
        String markdown = new Plots(directory).bars("bars", bars);
        assertEquals("![Round trip of a burst of 100 & <one>](bars.svg)\n", markdown);
        Document svg = check("bars");
        assertEquals(5, count(svg, "rect", "mark"));
        assertEquals(1, count(svg, "line", "mark"));
        assertEquals(2, count(svg, "rect", "key"));
    }

    @Test
    void linesHaveAMarkForEachSeriesAndLimit() throws Exception {
        Lines lines = new Lines(
                "Throughput",
                Axis.log("payload, B"),
                Axis.log("messages/s"),
                List.of(
                        new Series("Tailrace exclusive", points(1e8, 8, 64, 1024, 65536)),
                        new Series("Aeron exclusive", points(4e7, 8, 64, 1024, 65536))),
                List.of(new Series("memcpy", points(3e8, 8, 65536))));
        new Plots(directory).lines("lines", lines);
        Document svg = check("lines");
        assertEquals(3, count(svg, "polyline", "mark"));
        assertEquals(8, svg.getElementsByTagName("circle").getLength());
        assertTrue(
                texts(svg).containsAll(List.of("8", "64", "1Ki", "64Ki")),
                texts(svg).toString());
    }

    @Test
    void percentilesLieEquallyFarApart() throws Exception {
        List<Series.Point> points = List.of(
                new Series.Point(0, 400),
                new Series.Point(0.5, 450),
                new Series.Point(0.9, 500),
                new Series.Point(0.99, 900),
                new Series.Point(0.999, 5_000));
        new Plots(directory)
                .percentiles("tail", new Percentiles("Tail", Axis.log("ns"), List.of(new Series("Tailrace", points))));
        Document svg = check("tail");
        assertEquals(1, count(svg, "polyline", "mark"));
        NodeList dots = svg.getElementsByTagName("circle");
        double at90 = Double.parseDouble(((Element) dots.item(2)).getAttribute("cx"));
        double at99 = Double.parseDouble(((Element) dots.item(3)).getAttribute("cx"));
        double at999 = Double.parseDouble(((Element) dots.item(4)).getAttribute("cx"));
        assertEquals(at99 - at90, at999 - at99, 0.2);
        assertTrue(
                texts(svg).containsAll(List.of("50 %", "90 %", "99 %", "99.9 %")),
                texts(svg).toString());
    }

    @Test
    void aStripHasADotForEachRound() throws Exception {
        Strip strip = new Strip(
                "All rounds",
                "Tailrace / Aeron",
                List.of(
                        new Strip.Row("8 B", List.of(new Round(1.5, Place.NEAR), new Round(1.4, Place.FAR))),
                        new Strip.Row("32 B", List.of(new Round(0.8, Place.MIXED))),
                        new Strip.Row("nothing", List.of())));
        new Plots(directory).strip("strip", strip);
        Document svg = check("strip");
        assertEquals(3, count(svg, "circle", "dot"));
        assertEquals(2, count(svg, "line", "median"));
    }

    @Test
    void whatHasNoPlaceOnALogAxisIsLeftOut() throws Exception {
        List<Series.Point> points = List.of(new Series.Point(1, 0), new Series.Point(2, 5), new Series.Point(4, 7));
        new Plots(directory)
                .lines(
                        "zero",
                        new Lines("x", Axis.log("a"), Axis.log("b"), List.of(new Series("s", points)), List.of()));
        assertEquals(2, check("zero").getElementsByTagName("circle").getLength());
        List<Round> rounds = List.of(
                new Round(0, Place.NEAR), new Round(Double.POSITIVE_INFINITY, Place.NEAR), new Round(2, Place.NEAR));
        new Plots(directory).strip("odd", new Strip("x", "ratio", List.of(new Strip.Row("r", rounds))));
        assertEquals(1, count(check("odd"), "circle", "dot"));
        new Plots(directory)
                .bars("none", new Bars("x", Axis.log("b"), List.of(new Bars.Group("g", Map.of("v", 0.0))), Map.of()));
        assertEquals(1, count(check("none"), "rect", "mark"));
    }

    private static Map<String, Double> inOrder(Object... namesAndValues) {
        Map<String, Double> values = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            values.put((String) namesAndValues[i], (Double) namesAndValues[i + 1]);
        }
        return values;
    }

    private static List<Series.Point> points(double y, double... xs) {
        List<Series.Point> points = new ArrayList<>();
        for (double x : xs) {
            points.add(new Series.Point(x, y / Math.sqrt(x)));
        }
        return points;
    }

    private Document check(String name) throws Exception {
        String text = Files.readString(directory.resolve(name + ".svg"));
        Document svg = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(text)));
        assertTrue(!text.contains("href") && !text.contains("url("), "refers to something outside");
        assertTrue(!text.contains("NaN") && !text.contains("Infinity"), "has figures that are none");
        double width = Double.parseDouble(svg.getDocumentElement().getAttribute("width"));
        for (String attribute : List.of("x", "cx", "x1", "x2")) {
            NodeList all = svg.getElementsByTagName("*");
            for (int i = 0; i < all.getLength(); i++) {
                String value = ((Element) all.item(i)).getAttribute(attribute);
                assertTrue(value.isEmpty() || Double.parseDouble(value) <= width, attribute + "=" + value);
            }
        }
        return svg;
    }

    private static long count(Document svg, String tag, String styleClass) {
        long count = 0;
        NodeList all = svg.getElementsByTagName(tag);
        for (int i = 0; i < all.getLength(); i++) {
            String classes = ((Element) all.item(i)).getAttribute("class");
            count += List.of(classes.split(" ", -1)).contains(styleClass) ? 1 : 0;
        }
        return count;
    }

    private static List<String> texts(Document svg) {
        List<String> texts = new ArrayList<>();
        NodeList all = svg.getElementsByTagName("text");
        for (int i = 0; i < all.getLength(); i++) {
            texts.add(all.item(i).getTextContent());
        }
        return texts;
    }
}
