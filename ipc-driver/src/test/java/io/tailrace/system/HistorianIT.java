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
import io.tailrace.testing.JavaProcess;
import io.tailrace.testing.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A historian is killed again and again while others publish: in the end history holds all accepted messages, once, in
 * order, byte for byte. {@code tailrace.test.kills} sets how often; {@code tailrace.test.seed} repeats a run.
 */
final class HistorianIT {
    /** Each is reached by a historian that continues, or whose log ends. */
    static final List<String> POINTS = List.of(
            "history.noted",
            "segment.recovery",
            "segment.before-name",
            "segment.before-seal",
            "segment.before-entry",
            "segment.before-count",
            "history.appended",
            "history.forced",
            "history.ending",
            "segment.before-shortening",
            "segment.purge");

    private static final int ALL = Integer.MAX_VALUE;
    private static final int FEW = 2;
    private static final int KILLS = Integer.getInteger("tailrace.test.kills", 6);
    private static final int MAX_DELAY_MS = 300;
    private static final long PAUSE_NS = 500_000;

    @RegisterExtension
    final Scene scene = new Scene();

    private final long seed = Seeds.of(HistorianIT.class);
    private final Random random = new Random(seed);

    @Test
    void allThatWasAcceptedIsInHistoryOnceAndInOrder() throws Exception {
        System.out.println("HistorianIT: seed=" + seed + ", kills=" + KILLS);
        underLoad(ALL, (cast, directory, publishers) -> {
            for (int i = 0; i < KILLS; i++) {
                JavaProcess historian = startHistorian(Jvm.quick(), directory, ALL);
                if (random.nextInt(4) > 0) {
                    historian.awaitLine("HISTORY");
                }
                Thread.sleep(random.nextInt(MAX_DELAY_MS));
                kill(historian);
            }
        });
    }

    @Test
    void itMayDieAtAnyPlace() throws Exception {
        underLoad(FEW, (cast, directory, publishers) -> {
            for (String point : POINTS) {
                JavaProcess historian = startHistorian(Jvm.quick().stopsAt(point), directory, FEW);
                if (point.equals("history.ending")) {
                    historian.awaitLine("HISTORY");
                    LoadPublisher ending = cast.startPublisher(Jvm.quick(), "exclusive", 1_000, 0);
                    publishers.add(ending);
                    ending.process().awaitLine("CLOSED");
                }
                historian.awaitLine(FaultPoints.REACHED + point);
                kill(historian);
            }
        });
    }

    private interface Deaths {
        void run(Cast cast, Path directory, List<LoadPublisher> publishers) throws Exception;
    }

    private void underLoad(int kept, Deaths deaths) throws Exception {
        Path directory = scene.root().resolve("history");
        try (Cast cast = new Cast(scene, PAUSE_NS)) {
            JavaProcess first = startHistorian(Jvm.quick(), directory, kept); // Before anything is published.
            first.awaitLine("HISTORY");
            cast.addSurvivor("concurrent", PAUSE_NS);
            cast.addSurvivor("exclusive", PAUSE_NS);
            List<LoadPublisher> publishers = new ArrayList<>(cast.survivors());
            kill(first);
            deaths.run(cast, directory, publishers);
            JavaProcess last = startHistorian(Jvm.quick(), directory, kept);
            last.awaitLine("HISTORY");
            cast.stopSurvivors();
            Await.until("all logs end, seed=" + seed, () -> {
                List<LogHistory> logs = logs(directory);
                return logs.size() >= 2 && logs.stream().allMatch(LogHistory::hasEnded);
            });
            last.end();
            assertTrue(last.lines("NEWS").isEmpty(), () -> "seed=" + seed + ": " + last.lines("NEWS"));
            for (LogHistory log : logs(directory)) {
                check(log, publishers, kept);
            }
        }
    }

    private JavaProcess startHistorian(Jvm jvm, Path directory, int kept) throws IOException {
        return scene.start(jvm, "keep", "history=" + directory, "segments=" + kept);
    }

    private void kill(JavaProcess historian) throws Exception {
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

    /** Everything that one of the publishers has published, or, if old segments are deleted, its last part. */
    private void check(LogHistory log, List<LoadPublisher> publishers, int kept) throws Exception {
        for (Path path : log.segments()) {
            try (Segment segment = Segment.open(path)) {
                assertEquals(List.of(), SegmentCheck.check(segment).findings(), "seed=" + seed);
            }
        }
        List<MappedBuffer> messages = read(log);
        int known = 0; // The first message that is long enough to name its publisher.
        while (messages.get(known).capacity() < 2 * Long.BYTES) {
            known++;
        }
        LoadPublisher publisher = null;
        long first = -1;
        for (LoadPublisher each : publishers) {
            for (long number = 0; number < each.accepted() && first < 0; number++) {
                if (matches(messages.get(known), each, number)) {
                    publisher = each;
                    first = number - known;
                }
            }
        }
        assertTrue(publisher != null, "unknown publisher, seed=" + seed);
        assertTrue(kept < ALL || first == 0, "first=" + first + ", seed=" + seed);
        assertEquals(publisher.accepted(), first + messages.size(), "seed=" + seed);
        for (int i = 0; i < messages.size(); i++) {
            assertTrue(
                    matches(messages.get(i), publisher, first + i),
                    "lost, repeated or torn: number=" + (first + i) + ", seed=" + seed);
        }
        System.out.println("HistorianIT: messages=" + messages.size() + ", first=" + first);
    }

    private List<MappedBuffer> read(LogHistory log) {
        List<MappedBuffer> messages = new ArrayList<>();
        try (PastReader reader = new PastReader(log.folder())) {
            assertTrue(reader.seek(log.beginPosition()));
            for (long header = reader.next(); header != 0; header = reader.next()) {
                byte[] message = new byte[FrameLayout.length(header) - FrameLayout.HEADER_LENGTH];
                reader.buffer().getBytes(reader.payloadOffset(), message);
                messages.add(MappedBuffer.of(message));
                reader.consume(header);
            }
            assertEquals(log.endPosition(), reader.position(), "there is no gap, seed=" + seed);
        }
        return messages;
    }

    private static boolean matches(MappedBuffer message, LoadPublisher publisher, long number) {
        int length = TestMessages.length(publisher.registrationId(), number, Scene.MAX_MESSAGE_LENGTH);
        if (length != message.capacity()) {
            return false;
        }
        MappedBuffer expected = MappedBuffer.of(new byte[length]);
        TestMessages.fill(expected, length, publisher.registrationId(), number);
        return expected.equals(message);
    }
}
