/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import static io.tailrace.log.FrameLayout.TYPE_DATA;
import static io.tailrace.log.FrameLayout.header;
import static io.tailrace.log.LogLayout.KIND_CONCURRENT;
import static io.tailrace.log.LogLayout.KIND_EXCLUSIVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.inspect.LogSnapshot;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.Seeds;
import io.tailrace.tools.dump.Frame.Kind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The frames of a log that moves, or is damaged: after damage the walk resumes at the next frame that can be found. */
class FrameWalkerTest {
    private static final int T = TestLog.TERM_LENGTH;

    @TempDir
    private Path directory;

    private final List<Long> overruns = new ArrayList<>();

    private TestLog concurrentLog() {
        return new TestLog(directory, KIND_CONCURRENT);
    }

    private FrameWalker walker(TestLog log, long start, long end) {
        return new FrameWalker(log.log, start, end, 64, (from, to) -> overruns.addAll(List.of(from, to)));
    }

    @ParameterizedTest
    @ValueSource(ints = {KIND_CONCURRENT, KIND_EXCLUSIVE})
    void takesANewEndWhenTheCleanerHasTakenAllThatWasToBeRead(int kind) {
        TestLog log = new TestLog(directory, kind);
        log.turnTo(T, 500);
        FrameWalker walker = walker(log, 0, log.tail());
        log.turnTo(6L * T, 500);
        long target = log.meta.cleaningTargetAcquire();
        assertTrue(walker.next());
        assertEquals(List.of(0L, target), overruns);
        assertEquals(target, walker.frame().position);
        rest(walker);
        assertEquals(log.tail(), walker.position());
    }

    @Test
    void endsWhenTheLogMovesFasterThanItIsReadForTooLong() {
        TestLog log = concurrentLog();
        log.turnTo(T, 500);
        FrameWalker walker = walker(log, 0, log.tail());
        int rounds = 0;
        do {
            log.turnTo(log.tail() + 4L * T, 1000);
            rounds++;
        } while (walker.next() && rounds < 100);
        assertEquals(17, rounds);
    }

    @Test
    void aTargetThatIsNoFrameBoundaryDoesNotStopIt() {
        TestLog log = concurrentLog();
        log.turnTo(1000, 500);
        FrameWalker walker = walker(log, 0, log.tail());
        log.meta.cleaningTargetVolatile(3);
        walker.next();
        assertEquals(List.of(0L, 8L), overruns);
        log.meta.cleaningTargetVolatile(Long.MAX_VALUE);
        assertFalse(walker.next());
    }

    private static List<Frame> rest(FrameWalker walker) {
        List<Frame> frames = new ArrayList<>();
        while (walker.next()) {
            frames.add(walker.frame());
        }
        return frames;
    }

    private static List<Kind> kinds(List<Frame> frames) {
        return frames.stream().map(frame -> frame.kind).toList();
    }

    @Test
    void aGapEndsAtTheNextHeaderTheEndOfTheTermOrTheTail() {
        TestLog log = concurrentLog();
        log.turnTo(T - 1000L, 100);
        long first = log.meta.getAndAddTail(64);
        log.publish("between");
        long second = log.meta.getAndAddTail(8192);
        List<Frame> frames = rest(walker(log, first, log.tail()));
        assertEquals(List.of(Kind.CLAIMED, Kind.DATA, Kind.CLAIMED, Kind.CLAIMED), kinds(frames));
        assertEquals(64, frames.get(0).length);
        assertEquals(Frame.NO_OWNER, frames.get(0).owner);
        assertEquals(second, frames.get(2).position);
        assertEquals(T, frames.get(2).end);
        assertEquals(T, frames.get(3).position);
        assertEquals(second + 8192, frames.get(3).end);
    }

    /** The publisher stores a header that the scan has already passed, then payload ahead of the scan. */
    @Test
    void aGapDoesNotEndAtAPayloadWhoseHeaderCameMeanwhile() throws InterruptedException {
        int header = 64;
        int payload = 4096;
        int limit = 8192;
        TestLog log = concurrentLog();
        MappedBuffer term = log.log.term(0);
        AtomicInteger asked = new AtomicInteger();
        AtomicInteger written = new AtomicInteger();
        Thread publisher = new Thread(() -> {
            for (int round = 1; asked.get() >= 0; ) {
                if (asked.get() == round) {
                    for (int i = 0; i < round % 256; i++) {
                        Thread.onSpinWait();
                    }
                    term.putLongRelease(header, header(-(payload + 64), TYPE_DATA, 0));
                    term.putLongRelease(payload, -1);
                    written.set(round++);
                }
            }
        });
        publisher.start();
        try {
            long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(500);
            for (int round = 1; round == 1 || System.nanoTime() < deadlineNs; round++) {
                asked.set(round);
                long end = FrameWalker.gapEnd(log.log, 0, limit);
                assertTrue(end == header || end == limit, "round=" + round + ", end=" + end);
                while (written.get() < round) {
                    Thread.onSpinWait();
                }
                term.putLong(header, 0);
                term.putLong(payload, 0);
            }
        } finally {
            asked.set(-1);
            publisher.join();
        }
    }

    private static List<Frame> walk(TestLog log) {
        LogSnapshot snapshot = LogSnapshot.read(log.log);
        return rest(new FrameWalker(log.log, snapshot.cleaningTarget(), snapshot.readableTail(), 0, (from, to) -> {}));
    }

    /** Whatever a header becomes, all frames but the damaged one are found, and its position is reported. */
    @ParameterizedTest
    @ValueSource(ints = {KIND_CONCURRENT, KIND_EXCLUSIVE})
    void eachFrameButTheDamagedOneIsFound(int kind) {
        long seed = Seeds.of(FrameWalkerTest.class);
        Random random = new Random(seed);
        TestLog log = new TestLog(directory, kind);
        while (log.tail() < 2L * T) {
            byte[] payload = new byte[random.nextInt(2000)];
            random.nextBytes(payload);
            log.publish(payload);
            log.consume();
        }
        log.endPublisher();
        List<Frame> sound = walk(log);
        for (int round = 0; round < 300; round++) {
            Frame victim = sound.get(random.nextInt(sound.size()));
            long header = log.headerAt(victim.position);
            log.plant(victim.position, header(1 + random.nextInt(7), random.nextInt(3), 0));
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
    void aTermOfNoFramesAtAllIsLeftOut() {
        TestLog log = concurrentLog();
        log.turnTo(T + 2000, 1000);
        for (long position = 0; position < T; position += 8) {
            log.plant(position, -1);
        }
        List<Frame> frames = walk(log);
        assertEquals(Kind.CORRUPT, frames.get(0).kind);
        assertEquals(T, frames.get(0).end);
        assertEquals(T, frames.get(1).position);
    }
}
