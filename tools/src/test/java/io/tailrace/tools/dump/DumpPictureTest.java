/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import static io.tailrace.log.LogLayout.KIND_CONCURRENT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.inspect.LogSnapshot;
import io.tailrace.log.JoinAt;
import io.tailrace.log.LogLayout;
import io.tailrace.testing.Seeds;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The strip of the terms, and the histogram of sizes. */
class DumpPictureTest {
    private static final int T = TestLog.TERM_LENGTH;

    @TempDir
    private Path directory;

    private TestLog newLog() {
        return new TestLog(directory, KIND_CONCURRENT);
    }

    private static List<String> strip(TestLog log) {
        List<String> lines = new TermStrip(LogSnapshot.read(log.log), TermStrip.Signs.ASCII).lines();
        lines.forEach(line -> assertTrue(line.length() <= 80, line));
        return lines;
    }

    @Test
    void whatIsWrittenIsDrawnAndWhoStandsWhere() {
        TestLog log = newLog();
        log.turnTo(4L * T + 20_000, 1016);
        log.publish(new byte[5000]);
        assertEquals(
                List.of(
                        "   term 0  DIRTY            term 1  ACTIVE           term 2  CLEAN",
                        "  |.......#################|##########..............|........................|",
                        "                                   ^0          ^limit",
                        "                                     ^tail"),
                strip(log));
        String first = new TermStrip(LogSnapshot.read(log.log), TermStrip.Signs.UNICODE)
                .lines()
                .get(1);
        assertEquals("  |░░░░░░░▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓|▓▓▓▓▓▓▓▓▓▓░░░░░░░░░░░░░░|░░░░░░░░░░░░░░░░░░░░░░░░|", first);
    }

    @Test
    void manySubscribersTakeLittleRoomWhereverTheyStand() {
        TestLog log = newLog();
        for (int i = 1; i < LogLayout.MAX_SUBSCRIBERS; i++) {
            log.kept.addSubscriber(100 + i, 7, 8, JoinAt.TAIL);
        }
        assertTrue(strip(log).contains("   ^0-63"), strip(log).toString());
        log.publish(new byte[8000]);
        for (int i = 0; i < LogLayout.MAX_SUBSCRIBERS; i += 2) {
            log.meta.subscriberPositionRelease(i, log.tail());
        }
        List<String> lines = strip(log);
        assertTrue(lines.contains("   ^1,3,5,7,9,11,13,15,17"), lines.toString());
        assertTrue(lines.contains("     ^50,52,54,56,58,60,62"), lines.toString());

        Random random = new Random(Seeds.of(DumpPictureTest.class));
        for (int round = 0; round < 500; round++) {
            int places = 1 + random.nextInt(10);
            for (int i = 0; i < LogLayout.MAX_SUBSCRIBERS; i++) {
                long place = (1L + random.nextInt(places)) * 3 * T / places;
                log.meta.subscriberPositionRelease(i, place - random.nextInt(2));
            }
            strip(log);
        }
    }

    @Test
    void whatIsAtTheRightHandSideIsNamedOnTheLeft() {
        TestLog log = newLog();
        log.turnTo(3L * T - 2000, 1016);
        assertTrue(
                strip(log).stream().anyMatch(line -> line.endsWith("tail^")),
                strip(log).toString());
    }

    @Test
    void impossiblePositionsAreNotDrawn() {
        TestLog log = newLog();
        log.meta.cleaningTargetVolatile(-8);
        assertEquals(List.of(), strip(log));
    }

    @Test
    void isPartOfTheStateWhereItIsAskedFor() {
        newLog();
        List<String> lines =
                DumpRun.of(directory, "quotes", "-n", "0", "--strip").lines();
        assertEquals("   term 0  ACTIVE           term 1  CLEAN            term 2  CLEAN", lines.get(6));
        assertEquals(
                lines.size() - 4,
                DumpRun.of(directory, "quotes", "-n", "0").lines().size());
    }

    @Test
    void sizesAreCountedByPowersOfTwo() {
        TestLog log = newLog();
        assertEquals(
                "sizes of 0 messages  shortest 0  mean 0.0  longest 0",
                DumpRun.of(directory, "quotes", "--histogram").lastLine());
        for (int length : new int[] {0, 0, 5, 6, 7, 100, 100, 100, 100, 1000}) {
            log.publish(new byte[length]);
        }
        List<String> lines = DumpRun.of(directory, "quotes", "--histogram").lines();
        assertEquals(
                List.of(
                        "10 frames, 1418 bytes, 0 pads, 0 uncommitted",
                        "sizes of 10 messages  shortest 0  mean 141.8  longest 1000",
                        "           0 to          0             2  ###################",
                        "           1 to          1             0",
                        "           2 to          3             0",
                        "           4 to          7             3  #############################"),
                lines.subList(lines.size() - 13, lines.size() - 7));
        assertEquals("         512 to       1023             1  ##########", lines.get(lines.size() - 1));
        String json = DumpRun.of(directory, "quotes", "--histogram", "--json", "-n", "4")
                .lastLine();
        assertTrue(
                json.endsWith("\"messages\":4,\"shortest\":0,\"mean\":2.75,\"longest\":6,"
                        + "\"buckets\":[{\"from\":0,\"to\":0,\"messages\":2,\"bytes\":0},"
                        + "{\"from\":1,\"to\":1,\"messages\":0,\"bytes\":0},"
                        + "{\"from\":2,\"to\":3,\"messages\":0,\"bytes\":0},"
                        + "{\"from\":4,\"to\":7,\"messages\":2,\"bytes\":11}]}"),
                json);
    }
}
