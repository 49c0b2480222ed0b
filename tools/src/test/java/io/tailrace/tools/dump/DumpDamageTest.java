/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import static io.tailrace.log.LogLayout.KIND_CONCURRENT;
import static io.tailrace.log.LogLayout.KIND_EXCLUSIVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.inspect.LogSnapshot;
import io.tailrace.log.FrameLayout;
import io.tailrace.testing.Seeds;
import io.tailrace.tools.dump.Frame.Kind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** After damage, a dump resumes at the next frame, if it can be found. */
class DumpDamageTest {
    private static final int T = TestLog.TERM_LENGTH;

    @TempDir
    private Path directory;

    private List<Frame> walk(TestLog log) {
        LogSnapshot snapshot = LogSnapshot.read(log.buffers());
        FrameWalker walker =
                new FrameWalker(log.buffers(), snapshot.cleaningTarget(), snapshot.readableTail(), 0, (from, to) -> {});
        List<Frame> frames = new ArrayList<>();
        while (walker.next()) {
            frames.add(walker.takeFrame());
        }
        return frames;
    }

    /** Whatever a header becomes, all frames but the damaged one are found, and its position is reported. */
    @ParameterizedTest
    @ValueSource(ints = {KIND_CONCURRENT, KIND_EXCLUSIVE})
    void eachFrameButTheDamagedOneIsFound(int kind) {
        long seed = Seeds.of(DumpDamageTest.class);
        Random random = new Random(seed);
        TestLog log = new TestLog(directory, 17, "quotes", kind);
        while (log.tail() < 2L * T) {
            byte[] payload = new byte[random.nextInt(2000)];
            random.nextBytes(payload);
            log.publish(payload);
            log.read();
            log.keep();
        }
        log.endPublisher();
        List<Frame> sound = walk(log);
        for (int round = 0; round < 300; round++) {
            Frame victim = sound.get(random.nextInt(sound.size()));
            long header = log.headerAt(victim.position);
            log.plant(victim.position, FrameLayout.header(1 + random.nextInt(7), random.nextInt(3), 0));
            List<Frame> found = walk(log);
            assertEquals(sound.size(), found.size(), "seed=" + seed + ", position=" + victim.position);
            for (int i = 0; i < sound.size(); i++) {
                boolean damaged = sound.get(i).position == victim.position;
                assertEquals(sound.get(i).position, found.get(i).position);
                assertEquals(damaged ? Kind.CORRUPT : sound.get(i).kind, found.get(i).kind);
            }
            log.plant(victim.position, header);
        }
    }

    @Test
    void theReportNamesThePlaceAndWhereItGoesOn() {
        TestLog log = new TestLog(directory, 17, "quotes", KIND_CONCURRENT);
        log.publish("first");
        long second = log.publish("second, and longer than that");
        long third = log.publish("third");
        log.plant(second, FrameLayout.header(2, 1, 0));
        DumpRun run = DumpRun.of(directory, "quotes");
        assertEquals(65, run.exitCode());
        assertTrue(run.error().contains("length=2, min=8, position=" + second), run.error());
        assertTrue(run.frames().get(1).endsWith("frame shorter than its header: length=2, min=8; resumes at " + third));
        assertTrue(run.frames().get(2).endsWith("\"third\""), run.out());
        String json = DumpRun.of(directory, "quotes", "--json").lines().get(2);
        assertTrue(json.contains("\"type\":\"CORRUPT\"") && json.contains("\"goesOnAt\":" + third), json);
    }

    @Test
    void aTermOfNoFramesAtAllIsLeftOut() {
        TestLog log = new TestLog(directory, 17, "quotes", KIND_CONCURRENT);
        log.turnTo(T + 2000, 1000);
        for (long position = 0; position < T; position += 8) {
            log.plant(position, -1);
        }
        List<Frame> frames = walk(log);
        assertEquals(Kind.CORRUPT, frames.get(0).kind);
        assertEquals(T, frames.get(0).end);
        assertEquals(T, frames.get(1).position);
    }

    @Test
    void claimedSpaceIsPassedOver() {
        TestLog log = new TestLog(directory, 17, "quotes", KIND_CONCURRENT);
        log.publish("damaged");
        long good = log.publish("good");
        log.appender().claimToHold(64);
        log.meta().getAndAddTail(128);
        log.publish("behind");
        log.plant(0, 5);
        List<Frame> frames = walk(log);
        assertEquals(
                List.of(Kind.CORRUPT, Kind.DATA, Kind.CLAIMED, Kind.CLAIMED, Kind.DATA),
                frames.stream().map(frame -> frame.kind).toList());
        assertEquals(good, frames.get(1).position);
    }
}
