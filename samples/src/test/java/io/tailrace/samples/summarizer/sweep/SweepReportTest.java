/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.samples.summarizer.pipeline.Fill;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jfree.data.xy.XYDataset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class SweepReportTest {
    @TempDir
    Path directory;

    @Test
    void aReportIsMadeOfThePointsAlone() throws Exception {
        Points points = new Points(directory);
        List<Fill> fills = List.of(new Fill("parse-v1", 0.5, 0.25, 0.5), new Fill("summarize-v1-1", 0.1, 0.9, 0));
        MadeUpPoints made = new MadeUpPoints()
                .add(Setting.of("none", 1, 1, 1), 2_000_000)
                .add(Setting.of("linked", 1, 1, 1), 1.25, fills, 1_600_000, 1_700_000, 1_500_000)
                .add(Setting.of("linked", 1, 2, 4), 1_200_000, 1_300_000)
                .add(Setting.of("linked", 1, 2, 2).withQueue(64), 900_000)
                .add(Setting.of("linked", 1, 2, 2), 950_000)
                .add(Setting.of("linked", 1, 1, 1).withLinesPerS(25_000), 25_000)
                .add(Setting.of("disruptor", 2, 3, 2), 300_000)
                .add(Setting.of("none", 1, 1, 1).withNettyWorkers(4), 100_000)
                .addFailure(Setting.of("array", 2, 1, 1), "exit code 70: internal error");
        for (Point point : made.all()) {
            points.add(point);
        }
        assertEquals(made.all(), points.readAll());

        String text = Files.readString(SweepReport.write(directory));
        for (String expected : List.of(
                "- JDK 25, 2 processors, a processor, Linux 6.18\n",
                "- 12 points of 9 settings in 3 rounds, each in a JVM of its own; order by seed 7.\n",
                "- **FAILED**: array, v2, parsers=1, summarizers=1, round 1: exit code 70: internal error\n",
                "| linked | 1 | 1 | 1,600 (1,500 to 1,700) | 1.25 (1.25 to 1.25) |\n",
                "| linked, v1, parsers=2, summarizers=2, queue=64 | 900 (900 to 900)",
                "| linked, v1, parsers=1, summarizers=1, lines/s=25000 | 25 (25 to 25)",
                "| linked, parse-v1 | 50 (50 to 50) | 25 (25 to 25) | 50 (50 to 50) |\n",
                "| none, v1, parsers=1, summarizers=1, Netty workers=4 | 100 (100 to 100)",
                "![Version 2: thousand events a second](rate-v2.svg)\n",
                "](queues.svg)\n")) {
            assertTrue(text.contains(expected), expected + " is not in:\n" + text);
        }
        assertEquals(
                9, text.lines().filter(line -> line.matches("\\| [1-9] \\|.*")).count(), text);
        for (String plot : List.of("rate-v1", "cpu-v1", "rate-v2", "cpu-v2", "queues")) {
            assertNeedsNothingElse(directory.resolve(plot + ".svg"));
        }
        assertEquals(text, Files.readString(SweepReport.write(directory)));
    }

    private static void assertNeedsNothingElse(Path svg) throws Exception {
        String text = Files.readString(svg);
        assertFalse(text.contains("href=\"http") || text.contains("NaN"), svg.toString());
        Document document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(text.replaceFirst("<!DOCTYPE[^>]*>", ""))));
        assertTrue(document.getElementsByTagName("text").getLength() > 3, svg.toString());
    }

    @Test
    void aFacetHasADotForEachPoint() {
        Facets.Series one = new Facets.Series("1 parser", List.of(new Facets.Dot(1, 5), new Facets.Dot(4, 7)));
        Facets.Series two = new Facets.Series("2 parsers", List.of(new Facets.Dot(4, 9)));
        Facets.Facet facet = new Facets.Facet("linked", List.of(one, two));
        Facets facets = new Facets("title", "x", "y", List.of(1, 4), List.of(facet));
        XYDataset data = new FacetDrawing(facets).chart(facet).getXYPlot().getDataset();
        assertEquals(2, data.getItemCount(0));
        assertEquals(1, data.getItemCount(1));
        assertEquals(7, data.getYValue(0, 1));
        assertEquals(1, data.getXValue(0, 1), 0.5, "in the second column");
        assertNotEquals(data.getXValue(0, 1), data.getXValue(1, 0), "beside one another");
    }

    @Test
    void pointsThatAreNoneAreTold() throws Exception {
        assertThrows(IOException.class, () -> SweepReport.write(directory));
        Files.writeString(directory.resolve("points.jsonl"), "{\"setting\":null}\nbroken\n");
        IOException thrown = assertThrows(IOException.class, () -> SweepReport.write(directory));
        assertTrue(String.valueOf(thrown.getMessage()).contains("line="), thrown.toString());
    }

    @Test
    void eachRoundHasEachSettingInAnOrderOfItsOwn() {
        List<Setting> settings =
                new Grid(List.of("none", "linked", "lines"), List.of(1, 2), List.of(1, 2), List.of(1, 4)).settings();
        assertEquals(2 * (1 + 2 + 4 + 2 + 2 + 4 + 2 + 2), settings.size());
        assertEquals(settings.size(), Set.copyOf(settings).size());
        Plan plan = new Plan(settings, 3, 1_000_000, 5);
        List<List<Setting>> turns = plan.turns();
        assertEquals(3, new HashSet<>(turns).size());
        turns.forEach(turn -> assertEquals(Set.copyOf(settings), Set.copyOf(turn)));
        assertEquals(turns, plan.turns());
        assertNotEquals(turns, new Plan(settings, 3, 1_000_000, 6).turns());
        assertEquals(250_000, plan.events(Setting.of("linked", 2, 1, 1)));
        assertEquals(75_000, plan.events(Setting.of("linked", 2, 1, 1).withLinesPerS(25_000)));
    }

    @Test
    void whereThereIsOneNumberOfWorkersEachSettingIsThereOnce() {
        List<Setting> settings = new Grid(List.of("linked"), List.of(1), List.of(1), List.of(1)).settings();
        assertEquals(settings.size(), Set.copyOf(settings).size());
    }
}
