/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.history.HistoryConfig.WhenFull;
import io.tailrace.history.segment.Segment;
import io.tailrace.history.segment.SegmentCheck;
import io.tailrace.system.HistoryCast.Reader;
import io.tailrace.testing.Await;
import io.tailrace.testing.ProcessScene;
import io.tailrace.testing.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Named subscribers of disk and log while a historian, a driver or they themselves die, at named points or at random,
 * and while history is removed. {@code tailrace.test.kills} sets how often they die at random; {@code
 * tailrace.test.seed} repeats a run.
 */
final class HistoryFaultIT {
    /** Each is reached by a historian that continues. */
    private static final List<String> HISTORIAN_POINTS = List.of("segment.before-entry", "history.appended");
    /** Reached by a driver that makes a subscriber gate after it began in history. */
    private static final String GATING_POINT = "subscriber.joining";

    static final List<String> POINTS = List.of("segment.before-entry", "history.appended", GATING_POINT);

    private static final int KILLS = Integer.getInteger("tailrace.test.kills", 6);
    private static final int MAX_DELAY_MS = 1_000;
    private static final long SLOW_NS = 2_000_000;

    @RegisterExtension
    final Scene scene = new Scene();

    private final Random random = new Random(Seeds.of(HistoryFaultIT.class));
    private Path history;
    private HistoryCast cast;

    @BeforeEach
    void begin() throws Exception {
        history = scene.root().resolve("history");
        cast = new HistoryCast(scene, history);
        cast.begin(WhenFull.BLOCK, "concurrent", "exclusive");
    }

    private void end(String what, int deaths) {
        FaultSummary.add("HistoryFaultIT, " + what, "%d deaths at named points: %s", deaths, cast.end());
    }

    /** In the end, history has all that was accepted. */
    @Test
    void aHistorianDies() throws Exception {
        Reader slow = cast.startReader("slow", "CATCH_UP");
        cast.startReader("gating", "BLOCK");
        cast.assertGoesOn();
        for (String point : HISTORIAN_POINTS) {
            slow.pause(SLOW_NS);
            cast.historian().kill();
            cast.startHistorian(Jvm.quick().stopsAt(point));
            cast.historian().awaitLine(FaultPoints.REACHED + point);
            slow.pause(0);
            cast.historian().kill();
            cast.startHistorian(Jvm.quick());
            cast.assertGoesOn();
        }
        cast.startReader("late", "CATCH_UP");
        end("a historian dies", HISTORIAN_POINTS.size());
        cast.historian().end();
        assertEquals(List.of(), cast.historian().lines("NEWS"));
        for (Path path : segments()) {
            try (Segment segment = Segment.open(path)) {
                assertEquals(List.of(), SegmentCheck.check(segment).findings());
            }
        }
    }

    @Test
    void aDriverDiesWhereAReaderComesToGate() throws Exception {
        Scene.arm(cast.driver(), GATING_POINT);
        cast.startReader("gating", "BLOCK");
        cast.driver().awaitLine(FaultPoints.REACHED + GATING_POINT);
        cast.driver().kill();
        cast.startDriver();
        cast.assertGoesOn();
        end("a driver dies", 1);
    }

    /** Readers move between disk and live meanwhile. */
    @Test
    void whoeverIsKilledEachMessageComesOnceInOrder() throws Exception {
        Reader slow = cast.startReader("slow", "CATCH_UP");
        cast.startReader("gating", "BLOCK");
        cast.assertGoesOn();
        for (int kill = 0; kill < KILLS; kill++) {
            slow.pause(kill % 2 == 0 ? SLOW_NS : 0);
            Thread.sleep(random.nextInt(MAX_DELAY_MS));
            killOne(kill);
            cast.assertGoesOn();
        }
        slow.pause(0);
        slow.awaitLive(true);
        slow.pause(SLOW_NS);
        slow.awaitLive(false);
        slow.pause(0);
        slow.awaitLive(true);
        String figures = cast.end();
        FaultSummary.add("HistoryFaultIT, whoever is killed", "%d deaths at random: %s", KILLS, figures);
    }

    private void killOne(int kill) throws Exception {
        switch (kill % 5) {
            case 0 -> {
                cast.historian().kill();
                Thread.sleep(random.nextInt(MAX_DELAY_MS));
                cast.startHistorian(Jvm.quick());
            }
            case 1 -> restart(cast.readers().get(0));
            case 2 -> {
                cast.publishers().get(random.nextInt(2)).kill();
                startPublishers();
            }
            case 3 -> {
                cast.driver().kill();
                if (random.nextBoolean()) {
                    restart(cast.readers().get(random.nextInt(2)));
                }
                cast.startDriver();
            }
            default -> restart(cast.readers().get(1));
        }
        startPublishers();
    }

    private void restart(Reader reader) throws Exception {
        reader.kill();
        if (random.nextBoolean()) {
            Thread.sleep(random.nextInt(MAX_DELAY_MS));
        }
        reader.start();
    }

    /** Two live: a publisher that found no driver has exited. */
    private void startPublishers() throws Exception {
        while (cast.publishers().size() < 2) {
            cast.startPublisher(random.nextBoolean() ? "concurrent" : "exclusive");
        }
    }

    private List<Path> segments() throws IOException {
        try (Stream<Path> files = Files.walk(history)) {
            return files.filter(file -> file.toString().endsWith(".segment"))
                    .sorted()
                    .toList();
        }
    }

    /** Publishers continue once the historian's lease has ended, or with the next historian. */
    @Test
    void aHistoryIsRemoved() throws Exception {
        Reader reader = cast.startReader("slow", "CATCH_UP");
        cast.assertGoesOn();
        ProcessScene.delete(history);
        cast.historian().awaitLine("NEWS");
        cast.historian().kill();
        cast.startHistorian(Jvm.quick());
        cast.historian().awaitLine("HISTORY");

        cast.awaitMore(1_000);
        long total = reader.get(Follower.TOTAL);
        Await.until("the reader continues", () -> reader.get(Follower.TOTAL) > total + 1_000);
        assertFalse(segments().isEmpty());
        assertTrue(
                reader.get(Follower.LOST) == 0 || reader.get(Follower.TOLD) > 0,
                () -> "the loss is reported: " + reader);
    }
}
