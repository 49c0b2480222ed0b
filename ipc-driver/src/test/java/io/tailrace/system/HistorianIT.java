/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.log.FrameLayout;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.segment.HistoryFolder;
import io.tailrace.segment.LogHistory;
import io.tailrace.segment.PastReader;
import io.tailrace.segment.Segment;
import io.tailrace.segment.SegmentCheck;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A historian is killed again and again while others publish: what is in history in the end is all that was accepted,
 * once, in order, byte for byte. How often is said by {@code tailrace.test.kills}; {@code tailrace.test.seed} repeats a
 * run.
 */
@Timeout(600)
final class HistorianIT {
    private static final int KILLS = Integer.getInteger("tailrace.test.kills", 20);
    private static final int MAX_DELAY_MS = 300;
    private static final long PAUSE_NS = 500_000;

    @RegisterExtension
    final Scene scene = new Scene();

    private final long seed = Long.getLong("tailrace.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    @Test
    void allThatWasAcceptedIsInHistoryOnceAndInOrder() throws Exception {
        System.out.println("HistorianIT: seed=" + seed + ", kills=" + KILLS);
        Path directory = scene.root().resolve("history");
        try (Cast cast = new Cast(scene, PAUSE_NS)) {
            JavaProcess first = startHistorian(directory); // Before anything is published.
            first.awaitLine("HISTORY");
            cast.addSurvivor("concurrent", PAUSE_NS);
            cast.addSurvivor("exclusive", PAUSE_NS);
            List<LoadPublisher> publishers = List.copyOf(cast.survivors());
            kill(first);
            for (int i = 1; i < KILLS; i++) {
                JavaProcess historian = startHistorian(directory);
                if (random.nextInt(4) > 0) {
                    historian.awaitLine("HISTORY");
                }
                kill(historian);
            }
            JavaProcess last = startHistorian(directory);
            last.awaitLine("HISTORY");
            cast.stopSurvivors();
            Await.until(LocalClient.PATIENCE_NS, "both logs end, seed=" + seed, () -> {
                List<LogHistory> logs = logs(directory);
                return logs.size() == 2 && logs.stream().allMatch(LogHistory::hasEnded);
            });
            last.tell("end");
            last.awaitQuietEnd();
            assertTrue(last.lines("NEWS").isEmpty(), () -> "seed=" + seed + ": " + last.lines("NEWS"));
            long messages = 0;
            for (LogHistory log : logs(directory)) {
                messages += check(log, publishers);
            }
            System.out.println("HistorianIT: messages=" + messages);
            assertEquals(publishers.stream().mapToLong(LoadPublisher::accepted).sum(), messages, "seed=" + seed);
        }
    }

    private JavaProcess startHistorian(Path directory) throws Exception {
        return scene.start(HistorianMain.class, scene.directory(), directory, Cast.STREAM);
    }

    private void kill(JavaProcess historian) throws Exception {
        Thread.sleep(random.nextInt(MAX_DELAY_MS));
        historian.kill();
        assertTrue(historian.lines("NEWS").isEmpty(), () -> "seed=" + seed + ": " + historian.lines("NEWS"));
    }

    private List<LogHistory> logs(Path directory) {
        try {
            return new HistoryFolder(directory).stream(Cast.STREAM).logs();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@return how many messages of one of the publishers a log has} */
    private long check(LogHistory log, List<LoadPublisher> publishers) throws Exception {
        for (Path path : log.segments()) {
            try (Segment segment = Segment.open(path)) {
                assertEquals(List.of(), SegmentCheck.check(segment).findings(), "seed=" + seed);
            }
        }
        assertEquals(0, log.beginPosition());
        MappedBuffer expected = MappedBuffer.allocate(Scene.MAX_MESSAGE_LENGTH);
        long publisher = 0;
        long count = 0;
        try (PastReader reader = new PastReader(log.folder())) {
            assertTrue(reader.seek(0));
            for (long header = reader.next(); header != 0; header = reader.next()) {
                int length = FrameLayout.length(header) - FrameLayout.HEADER_LENGTH;
                MappedBuffer message = reader.buffer().view(reader.payloadOffset(), length);
                for (LoadPublisher each : count == 0 ? publishers : List.<LoadPublisher>of()) {
                    publisher =
                            matches(message, expected, each.registrationId(), 0) ? each.registrationId() : publisher;
                }
                long number = count;
                assertTrue(
                        matches(message, expected, publisher, number),
                        () -> "lost, repeated or torn: number=" + number + ", seed=" + seed);
                count++;
                reader.consume(header);
            }
            assertEquals(log.endPosition(), reader.position(), "there is no gap, seed=" + seed);
        }
        return count;
    }

    private static boolean matches(MappedBuffer message, MappedBuffer expected, long publisher, long number) {
        int length = TestMessages.length(publisher, number, Scene.MAX_MESSAGE_LENGTH);
        TestMessages.fill(expected, length, publisher, number);
        return length == message.capacity()
                && (length == 0 || expected.view(0, length).equals(message));
    }
}
