/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import static io.tailrace.log.FrameLayout.DRIVER_OWNER;
import static io.tailrace.log.FrameLayout.TYPE_DATA;
import static io.tailrace.log.FrameLayout.TYPE_PAD;
import static io.tailrace.log.FrameLayout.header;
import static io.tailrace.log.LogLayout.CLEANING_TARGET_OFFSET;
import static io.tailrace.log.LogLayout.CLEAN_POSITION_OFFSET;
import static io.tailrace.log.LogLayout.END_POSITION_OFFSET;
import static io.tailrace.log.LogLayout.JOIN_POSITION_OFFSET;
import static io.tailrace.log.LogLayout.KIND_CONCURRENT;
import static io.tailrace.log.LogLayout.KIND_EXCLUSIVE;
import static io.tailrace.log.LogLayout.LIMIT_OFFSET;
import static io.tailrace.log.LogLayout.TAIL_OFFSET;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.log.JoinAt;
import io.tailrace.log.Subscriber;
import io.tailrace.log.SubscriberName;
import io.tailrace.log.SubscriberPolicy;
import io.tailrace.log.Waker;
import io.tailrace.log.publish.Appender;
import io.tailrace.log.publish.ConcurrentAppender;
import io.tailrace.memory.BufferVector;
import io.tailrace.memory.MappedBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each anomaly is found, and no sound log has one. */
class VerifyTest {
    private static final int T = TestLog.TERM_LENGTH;
    private static final long DURATION_NS =
            TimeUnit.MILLISECONDS.toNanos(Math.max(500, 15 * Integer.getInteger("tailrace.test.rounds", 10)));
    private static final int MAX_LENGTH = 8184;

    @TempDir
    private Path directory;

    private final List<CompletableFuture<Void>> running = new ArrayList<>();
    private volatile boolean goesOn = true;

    private DumpRun verify() {
        return DumpRun.of(directory, "quotes", "--verify");
    }

    private String assertSound() {
        DumpRun run = verify().assertOk();
        assertTrue(run.lastLine().endsWith(", 0 anomalies"), run.out());
        return run.lastLine();
    }

    /** A log that has used all terms, and has no anomaly. */
    private TestLog usedLog(int kind) {
        TestLog log = new TestLog(directory, kind);
        log.turnTo(4L * T + 20_000, 1000);
        log.publish("last");
        log.consume();
        assertSound();
        return log;
    }

    private void assertAnomaly(long position, String text) {
        DumpRun run = verify();
        String place = "anomaly at " + position + ": ";
        List<String> anomalies = run.lines().stream()
                .filter(line -> line.startsWith("anomaly at "))
                .toList();
        assertTrue(
                anomalies.stream().anyMatch(line -> line.startsWith(place) && line.contains(text)),
                () -> place + text + " in " + run.out());
        assertTrue(run.lastLine().endsWith(", " + anomalies.size() + " anomalies"), run.out());
        assertEquals(65, run.exitCode());
        assertEquals("", run.error());
    }

    @ParameterizedTest
    @ValueSource(ints = {KIND_CONCURRENT, KIND_EXCLUSIVE})
    void aSoundLogHasNoAnomaly(int kind) {
        TestLog log = new TestLog(directory, kind);
        assertEquals("0 frames, 0 bytes, 0 pads, 0 uncommitted, 0 anomalies", assertSound());
        log.turnTo(4L * T + 20_000, 1000);
        assertSound();
        log.endPublisher();
        assertSound();
    }

    @Test
    void claimsAbortsBatchesAndPaddingOfTheDeadAreSound() {
        TestLog log = usedLog(KIND_CONCURRENT);
        BufferVector part = new BufferVector().reset(MappedBuffer.of(new byte[13]), 0, 13);
        log.appender.offerBatch(new BufferVector[] {part, part, part}, 3);
        long aborted = log.appender.claimToHold(64);
        log.plant(aborted + 8, -1); // Written, then aborted.
        log.appender.abortHeld(aborted, 64);
        log.meta.getAndAddTail(256);
        log.publish("behind the dead");
        assertTrue(assertSound().contains(" 1 uncommitted,"));
        log.kept.clientDied(TestLog.PUBLISHING_CLIENT);
        log.consume();
        log.consume();
        assertTrue(assertSound().contains(" 0 uncommitted,"));
    }

    @Test
    void claimsPastWhatIsCleanAreNotRead() {
        TestLog log = new TestLog(directory, KIND_CONCURRENT);
        log.publish("first");
        log.meta.getAndAddTail(3 * T);
        assertTrue(assertSound().startsWith("1 frames, 5 bytes, 0 pads, 3 uncommitted"));
    }

    @Test
    void anOverrunSubscriberForWhomNobodyWaitsIsSound() {
        TestLog log = new TestLog(directory, KIND_CONCURRENT);
        log.kept.addSubscriber(new Subscriber(40, 970, 830, SubscriberPolicy.DROP, SubscriberName.NONE), JoinAt.TAIL);
        log.turnTo(4L * T, 1000);
        assertTrue(log.meta.cleaningTargetAcquire() > 0);
        assertSound();
    }

    @Test
    void anExclusiveLogNeedsOneZeroBehindItsLastFrame() {
        TestLog log = usedLog(KIND_EXCLUSIVE);
        long tail = log.tail();
        log.plant(tail + 8, -1);
        log.plant(tail + T / 8, header(16, TYPE_DATA, 0));
        assertSound();
        log.plant(tail, -1L << 32);
        assertAnomaly(tail, "neither a frame nor zero after the last frame: ");
    }

    /** Damages a log that has used all terms, and returns where that is to be found. */
    private interface Damage extends ToLongFunction<TestLog> {}

    private static Arguments damage(String found, Damage damage) {
        return Arguments.of(found, damage);
    }

    /** Overwrites the last frame with a length of 1,000 bytes and 8 of header. */
    private static Arguments lastFrame(String found, long header) {
        return damage(found, log -> plant(log, log.tail() - 16 - 1008, header));
    }

    private static long plant(TestLog log, long position, long value) {
        log.plant(position, value);
        return position;
    }

    private static long write(TestLog log, int offset, long position) {
        log.metaBuffer().putLong(offset, position);
        return position;
    }

    private static long subscriberAt(TestLog log, long position) {
        log.meta.subscriberPositionRelease(log.subscriber, position);
        return position;
    }

    static Stream<Arguments> framesOfALog() {
        return Stream.of(
                lastFrame("frame shorter than its header: length=7, min=8", header(7, TYPE_DATA, 0)),
                lastFrame("unknown type: type=3, length=1008", header(1008, 3, 0)),
                lastFrame("meaningless flags: flags=1", header(1008, TYPE_DATA, 0) | 1L << 40),
                lastFrame("padding not aligned: length=1001", header(1001, TYPE_PAD, DRIVER_OWNER)),
                lastFrame("no such publisher: owner=64, max=63", header(1008, TYPE_DATA, 64)),
                lastFrame("no such publisher: owner=65535, max=63", header(1008, TYPE_DATA, DRIVER_OWNER)),
                lastFrame("a claim whose publisher is gone: owner=5, length=1008", header(-1008, TYPE_DATA, 5)),
                lastFrame("claim of an impossible length: length=1009, ", header(-1009, TYPE_DATA, 0)),
                lastFrame("claim of an impossible length: length=2147483648, ", header(1 << 31, TYPE_DATA, 0)),
                damage("longer than the longest frame: length=9072, max=8192", log -> {
                    return plant(log, log.tail() - 16 - 9 * 1008, header(9 * 1008, TYPE_DATA, 0));
                }),
                damage("bytes after the payload are not zero: length=12", log -> {
                    log.plant(log.tail() - 8, -1); // "last" is 4 bytes long.
                    return log.tail() - 16;
                }),
                damage("claimed space without a header, and no publisher: length=64", log -> {
                    log.endPublisher();
                    log.consume();
                    return log.meta.getAndAddTail(64);
                }),
                damage(", value=0x1, words=2", log -> {
                    log.plant(clean(log) + 3L * T - 8, 0x1234);
                    return plant(log, log.tail() + 64, 1);
                }));
    }

    private static long clean(TestLog log) {
        return log.meta.cleanPositionAcquire();
    }

    private static long target(TestLog log) {
        return log.meta.cleaningTargetAcquire();
    }

    static Stream<Arguments> positionsOfALog() {
        return Stream.of(
                damage("cleaned further than announced: ", log -> write(log, CLEAN_POSITION_OFFSET, target(log) + 8)),
                damage("join position not between what ", log -> write(log, JOIN_POSITION_OFFSET, clean(log) - 8)),
                damage("announced past the tail: ", log -> write(log, CLEANING_TARGET_OFFSET, log.tail() + 8)),
                damage("more announced than the ", log -> write(log, CLEANING_TARGET_OFFSET, clean(log) + 3L * T + 8)),
                damage("tail further past the limit than claims reach: ", log -> {
                    long reach = log.log.constants().reach() + 64L * T;
                    return write(log, TAIL_OFFSET, clean(log) + reach + 8);
                }),
                damage("tail out of range or not aligned: position=-8", log -> write(log, TAIL_OFFSET, -8)),
                damage("tail out of range or not aligned: ", log -> write(log, TAIL_OFFSET, 5L * T + 4)),
                damage("limit past what is clean, less ", log -> write(log, LIMIT_OFFSET, clean(log) + 2L * T + 1)),
                damage("limit out of range or not aligned: ", log -> write(log, LIMIT_OFFSET, Long.MAX_VALUE)),
                damage("the tail is inside a frame: length=12, ", log -> write(log, TAIL_OFFSET, log.tail() - 8) - 8),
                damage("subscriber 0 not at a frame: ", log -> subscriberAt(log, target(log) - 8)),
                damage("subscriber 0 inside a frame: ", log -> subscriberAt(log, log.publish("0123456789") + 8)));
    }

    static Stream<Arguments> anExclusiveLog() {
        return Stream.of(
                lastFrame("frame crosses the end of its term: length=65536, ", header(T, TYPE_DATA, 0)),
                lastFrame("a claim in the log of one publisher, which shows none: ", header(-1008, TYPE_DATA, 0)),
                damage("no frame below the tail", log -> plant(log, target(log), 0)),
                damage("a log that has ended, but not at its tail: endPosition=", log -> {
                    log.endPublisher();
                    return write(log, END_POSITION_OFFSET, log.tail() - 16);
                }),
                damage("subscriber 0 not at a frame: ", log -> subscriberAt(log, log.tail() + 8)));
    }

    @ParameterizedTest
    @MethodSource({"framesOfALog", "positionsOfALog"})
    void whatDoesNotFitIsFoundWhereItIs(String found, Damage damage) {
        assertAnomaly(damage.applyAsLong(usedLog(KIND_CONCURRENT)), found);
    }

    @ParameterizedTest
    @MethodSource("anExclusiveLog")
    void inTheLogOfOnePublisherToo(String found, Damage damage) {
        assertAnomaly(damage.applyAsLong(usedLog(KIND_EXCLUSIVE)), found);
    }

    @Test
    void cleanedPositionsThatContradictOneAnotherKeepADumpFromReading() {
        TestLog log = usedLog(KIND_CONCURRENT);
        write(log, CLEAN_POSITION_OFFSET, target(log) + 8);
        DumpRun run = DumpRun.of(directory, "quotes");
        assertEquals(65, run.exitCode());
        assertTrue(run.error().contains("the cleaned positions contradict one another"), run.error());
    }

    @ParameterizedTest
    @ValueSource(ints = {KIND_EXCLUSIVE, KIND_CONCURRENT})
    void aLogIsSoundHoweverFastItMoves(int kind) {
        TestLog log = new TestLog(directory, kind);
        start(() -> publish(log.appender, 1));
        if (kind == KIND_CONCURRENT) {
            int slot = log.kept.addPublisher(99, 99, 99);
            start(() -> publish(new ConcurrentAppender(log.log, slot, Waker.Source.NONE), 2));
        }
        start(() -> {
            while (goesOn) {
                log.consume();
                LockSupport.parkNanos(20_000);
            }
        });
        long endNs = System.nanoTime() + DURATION_NS;
        int runs = 0;
        try {
            // At least until the log has gone round.
            while (System.nanoTime() < endNs || runs < 3 || log.meta.cleanPositionAcquire() <= 3L * T) {
                DumpRun run = runs % 3 == 2 ? DumpRun.of(directory, "quotes", "--tail=5", "--json") : verify();
                assertEquals(0, run.exitCode(), () -> lastLines(run) + run.error());
                runs++;
            }
        } finally {
            goesOn = false;
            running.forEach(CompletableFuture::join);
        }
    }

    private static String lastLines(DumpRun run) {
        List<String> lines = run.lines();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - 10), lines.size()));
    }

    private void start(Runnable task) {
        running.add(CompletableFuture.runAsync(task, command -> new Thread(command).start()));
    }

    private void publish(Appender appender, long seed) {
        Random random = new Random(seed);
        byte[] bytes = new byte[MAX_LENGTH];
        random.nextBytes(bytes);
        MappedBuffer source = MappedBuffer.of(bytes);
        BufferVector part = new BufferVector().reset(source, 0, 33);
        BufferVector[] batch = {part, part, part};
        while (goesOn) {
            int length = (int) Math.exp(random.nextDouble() * Math.log(MAX_LENGTH));
            long result =
                    switch (random.nextInt(10)) {
                        case 0 -> appender.offerBatch(batch, batch.length);
                        case 1 -> claimAndAbort(appender, source, length);
                        default -> appender.offer(source, 0, length);
                    };
            if (result < 0) {
                appender.maintain();
                LockSupport.parkNanos(1000);
            }
        }
    }

    private static long claimAndAbort(Appender appender, MappedBuffer source, int length) {
        int frameLength = (length + 15) & -8;
        long position = appender.claimToHold(frameLength);
        if (position >= 0) {
            appender.log().term(position).putBytes(appender.log().offset(position) + 8, source, 0, length);
            appender.abortHeld(position, frameLength);
        }
        return position;
    }
}
