/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import static io.tailrace.log.LogLayout.KIND_CONCURRENT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DumpJsonTest {
    @TempDir
    private Path directory;

    private TestLog newLog() {
        return new TestLog(directory, 17, "quo\"tes", KIND_CONCURRENT);
    }

    /** Fails if a line is not exactly one JSON object. */
    static void assertOneObjectALine(List<String> lines) throws IOException {
        for (String line : lines) {
            try (JsonParser parser = new JsonFactory().createParser(line)) {
                assertTrue(parser.nextToken().isStructStart(), line);
                parser.skipChildren();
                assertEquals(null, parser.nextToken(), line);
            }
        }
    }

    @Test
    void writesFramesAsTextWhereTheyAreTextElseInHexadecimalDigits() throws IOException {
        TestLog log = newLog();
        log.publish("grün\n");
        log.publish(new byte[] {(byte) 0xc3, 0x28});
        log.publish("€".repeat(30)); // Cut inside a character: 64 is not a multiple of 3.
        log.appender().claimToHold(24);
        List<String> lines = DumpRun.of(directory, "quo\"tes", "--json").lines();
        assertOneObjectALine(lines);
        String frame = "{\"schema\":\"tailrace.dump/1\","
                + "\"kind\":\"frame\",\"logId\":17,\"position\":%d,\"term\":0,\"offset\":%d,\"type\":\"%s\","
                + "\"length\":%d,\"flags\":0,\"owner\":0,%s}";
        assertEquals(String.format(frame, 0, 0, "DATA", 14, "\"text\":\"grün\\n\",\"payloadLength\":6"), lines.get(1));
        assertEquals(String.format(frame, 16, 16, "DATA", 10, "\"hex\":\"c328\",\"payloadLength\":2"), lines.get(2));
        String cut = "\"text\":\"" + "€".repeat(21) + "\",\"payloadLength\":90,\"truncated\":true";
        assertEquals(String.format(frame, 32, 32, "DATA", 98, cut), lines.get(3));
        assertEquals(String.format(frame, 136, 136, "CLAIMED", 24, "\"clientId\":951,\"pid\":811"), lines.get(4));
        assertEquals(
                "{\"schema\":\"tailrace.dump/1\","
                        + "\"kind\":\"total\",\"logId\":17,\"frames\":3,\"bytes\":98,\"pads\":0,\"uncommitted\":1}",
                lines.get(5));
        assertEquals(6, lines.size());
    }

    @Test
    void writesHexadecimalDigitsIfTold() {
        newLog().publish("abc");
        String frame =
                DumpRun.of(directory, "quo\"tes", "--json", "--hex").lines().get(1);
        assertTrue(frame.contains("\"hex\":\"616263\""), frame);
    }

    @Test
    void writesAnomalies() throws IOException {
        TestLog log = newLog();
        log.publish("abc");
        log.plant(1024, 7);
        DumpRun run = DumpRun.of(directory, "quo\"tes", "--json", "--verify");
        assertEquals(65, run.exitCode());
        assertOneObjectALine(run.lines());
        assertTrue(
                run.lines()
                        .get(1)
                        .startsWith("{\"schema\":\"tailrace.dump/1\","
                                + "\"kind\":\"anomaly\",\"logId\":17,\"position\":1024,"),
                run.out());
        assertEquals(
                "{\"schema\":\"tailrace.dump/1\","
                        + "\"kind\":\"total\",\"logId\":17,\"frames\":1,\"bytes\":3,\"pads\":0,\"uncommitted\":0,"
                        + "\"anomalies\":1}",
                run.lastLine());
    }
}
