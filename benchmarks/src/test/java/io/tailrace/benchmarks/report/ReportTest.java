/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.benchmarks.report.Measurement.RawFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;

class ReportTest {
    /** Of this repository, from the folder of the module. */
    private static final Path RESULTS = Path.of("results");

    @TempDir
    Path directory;

    private void write(Measurement... measurements) {
        try (RawFile file = new RawFile(directory, "process", 17)) {
            Stream.of(measurements).forEach(file::write);
        }
    }

    private static Measurement measured(String candidate, String cell, double value, Map<String, Object> details) {
        String unit = cell.startsWith("throughput") ? "messages/s" : "ns";
        return new Measurement("process", 17, 1, 1, candidate, cell, 100, 100, 0, value, unit, details);
    }

    private static Measurement measured(String candidate, String cell, double value) {
        return measured(candidate, cell, value, Map.of());
    }

    private static void assertHas(String text, String part) {
        assertTrue(text.contains(part), () -> "no '" + part + "' in\n" + text);
    }

    @Test
    void tailraceIsComparedWithTheBestAeronOfItsKindAndWithAeronAsShipped() {
        write(
                measured("tailrace/exclusive/default", "roundtrip-32", 100, Map.of("p99", 300)),
                measured("aeron/exclusive/4m", "roundtrip-32", 200, Map.of("p99", 100)),
                measured("aeron/exclusive/shipped", "roundtrip-32", 400),
                measured("aeron/concurrent/4m", "roundtrip-32", 10));
        String report = Report.write(directory);
        assertHas(
                report,
                "| roundtrip-32 | tailrace/exclusive/default | aeron/exclusive/4m | 0.50 [0.50–0.50] | 0.50 / – |"
                        + " 3.00 [3.00–3.00] |");
        assertHas(report, "| tailrace/exclusive/default | aeron/exclusive/shipped | 0.25 [");
        assertFalse(report.contains("tailrace/exclusive/default | aeron/concurrent/4m"), report);
    }

    @Test
    void moreMessagesAreBetter() {
        write(
                measured("tailrace/concurrent/default", "throughput-32", 120),
                measured("aeron/concurrent/4m", "throughput-32", 60),
                measured("aeron/concurrent/shipped", "throughput-32", 10),
                measured("ladder/concurrent/sketch", "throughput-32", 240));
        String report = Report.write(directory);
        assertHas(report, "| tailrace/concurrent/default | aeron/concurrent/4m | 2.00 [");
        assertHas(report, "| tailrace/concurrent/default | ladder/concurrent/sketch | 0.50 [");
    }

    @Test
    void anotherBuildIsComparedWithThisOne() {
        write(
                measured("tailrace/concurrent/default", "throughput-32", 120),
                measured("tailrace/concurrent/default@old", "throughput-32", 240));
        assertHas(
                Report.write(directory),
                "| tailrace/concurrent/default@old | tailrace/concurrent/default | 2.00 [2.00–2.00]");
    }

    @Test
    void othersAreComparedWithTheirBaseline() {
        write(measured("dd", "copy-1024", 4), measured("sync-none", "copy-1024", 2));
        String report = Report.write(directory);
        assertHas(report, "| copy-1024 | sync-none | dd | 0.50 [");
        assertFalse(report.contains("| dd | sync-none |"), report);
    }

    @Test
    void aPilotDoesNotCount() {
        Measurement pilot = new Measurement(
                "process", 17, Measurement.PILOT, 1, "aeron/exclusive/4m", "burst-32", 1, 1, 0, 9, "ns", Map.of());
        write(pilot, measured("tailrace/exclusive/default", "burst-32", 7));
        assertFalse(Report.write(directory).contains("aeron"));
    }

    @Test
    void readsCompressedDataOfBeforeTheSecondRawRoundTrip() throws IOException {
        String line = "{'section':'process','jdk':25,'block':1,'round':1,'candidate':'raw-lines','cell':'roundtrip-8',"
                + "'rawNs':90,'othersPercent':1.5,'value':92.5,'unit':'ns','details':{'p50':92,'all':[1,2]}}\n";
        try (OutputStream out =
                new GZIPOutputStream(Files.newOutputStream(directory.resolve("process-jdk25.jsonl.gz")))) {
            out.write(line.replace('\'', '"').getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }
        assertHas(Report.write(directory), "| raw-lines | 92.5 [92.5–92.5] | 92.0 | 1/0/0 (0) |");
    }

    /** RESULTS.md says that the report can be made again. */
    @ParameterizedTest
    @ValueSource(strings = {"2026-11-22-waiting", "2026-11-26-bridge", "2026-11-26-history", "2026-12-01-process"})
    void theDataInThisRepositoryHasAReport(String run) throws IOException {
        try (Stream<Path> files = Files.list(RESULTS.resolve(run))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, directory.resolve(file.getFileName()));
            }
        }
        String report = Report.write(directory);
        assertEquals(report, Files.readString(directory.resolve("report.md")));
        assertHas(report, "## " + run.substring(run.lastIndexOf('-') + 1) + ", JDK 17");
    }

    @Test
    void withoutRawDataThereIsNoReport() {
        assertThrows(IllegalArgumentException.class, () -> Report.write(directory));
        assertThrows(IllegalArgumentException.class, () -> Report.write(directory.resolve("none")));
    }

    @Test
    void messagesOnNearCoresArePlotted() throws Exception {
        write(
                measured("tailrace/exclusive/default", "throughput-1024", 50e6),
                measured("aeron/exclusive/4m", "throughput-1024", 25e6),
                measured("tailrace/exclusive/default", "throughput-8", 90e6));
        Report.write(directory);
        Document plot;
        try (InputStream in = Files.newInputStream(directory.resolve("messages-jdk17.svg"))) {
            plot = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(in);
        }
        List<String> texts = Stream.iterate(0, i -> i + 1)
                .limit(plot.getElementsByTagName("text").getLength())
                .map(i -> plot.getElementsByTagName("text").item(i).getTextContent())
                .toList();
        assertTrue(texts.indexOf("8 B") < texts.indexOf("1024 B"), texts::toString);
        assertTrue(
                texts.containsAll(List.of("100 M", "Tailrace, exclusive", "Aeron at its best, exclusive")),
                texts::toString);
    }

    @Test
    void titlesOfPlotsAreEscaped() {
        String svg = new Bars("a < b & c", List.of(new Bars.Group("8 B", Map.of("x", 3.0)))).svg();
        assertHas(svg, "a &lt; b &amp; c");
    }
}
