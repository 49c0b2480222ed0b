/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import static io.tailrace.log.FrameLayout.HEADER_LENGTH;
import static io.tailrace.log.FrameLayout.TYPE_DATA;
import static io.tailrace.log.FrameLayout.TYPE_PAD;
import static io.tailrace.log.TestLog.LONGEST_FRAME;
import static io.tailrace.log.TestLog.TERM_LENGTH;
import static io.tailrace.log.TestLog.subscriber;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.log.FrameLayout;
import io.tailrace.log.JoinAt;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.LogMirror;
import io.tailrace.log.LogPositions;
import io.tailrace.log.TestLog;
import io.tailrace.log.Waker;
import io.tailrace.log.publish.Appender;
import io.tailrace.log.publish.ExclusiveAppender;
import io.tailrace.log.read.FrameReader;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * A mirror under random steps of its publishers, which may die while they copy, its subscribers, and its keepers, which
 * restart. The position determines the frame of the source there, so each reader knows the expected frame.
 */
final class MirrorModelTest {
    private static final int SEQUENCES = 300;
    private static final int STEPS = 400;
    private static final LogMirror ORIGIN = new LogMirror("alpha", 7, 1000);

    /** Reads the frames from where it began, and finds those of the source. */
    private final class Reader {
        private final long registrationId = ++registrations;
        private final int slot;
        private long position;

        Reader(JoinAt joinAt) {
            slot = kept.addSubscriber(subscriber(registrationId, 1000 + registrationId, 1), joinAt);
            position = kept.joinPosition(slot);
            assertTrue(joinAt.kind() != JoinAt.Kind.TAIL || position == tail, "joins at the tail");
        }

        void read(int maxLength) {
            FrameReader reader = new FrameReader(log.log(), position);
            int length = reader.measureRun(maxLength);
            int at = 0;
            while (at < length) {
                long header = log.header(position + at);
                long expected = frameAt(position + at);
                assertEquals(FrameLayout.length(expected), FrameLayout.length(header));
                assertEquals(FrameLayout.type(expected), FrameLayout.type(header));
                assertEquals(registrationsBySlot[FrameLayout.owner(header)] != 0, true, "its own slot");
                if (FrameLayout.type(header) == TYPE_DATA && FrameLayout.length(header) >= 16) {
                    assertEquals(
                            position + at,
                            log.log().term(position).getLong(log.log().offset(position + at) + 8));
                }
                at += FrameLayout.align(FrameLayout.length(header));
            }
            position += length;
            assertTrue(position <= tail, "not past what was appended");
            log.meta().subscriberPositionRelease(slot, position);
        }
    }

    private final MappedBuffer block = MappedBuffer.allocate(LONGEST_FRAME);
    private final List<Reader> readers = new ArrayList<>();
    private final long[] registrationsBySlot = new long[LogLayout.MAX_PUBLISHERS];
    private Random random;
    private long seed;
    private TestLog log;
    private LogMaintenance kept;
    private ExclusiveAppender appender;
    private long publisher;
    private long registrations;
    private long tail;
    private long nowNs;
    private long blocks;
    private long handOvers;

    /** {@return the header of the frame of the source at a position} */
    private long frameAt(long position) {
        Random frame = new Random(seed * 31 + position);
        int left = TERM_LENGTH - (int) (position % TERM_LENGTH);
        int wanted = frame.nextInt(4) == 0 ? frame.nextInt(LONGEST_FRAME - 8) : frame.nextInt(200);
        int length = HEADER_LENGTH + wanted;
        boolean pads = FrameLayout.align(length) > left || frame.nextInt(50) == 0;
        if (pads) {
            int padLength = frame.nextInt(4) == 0 ? left : Math.min(left, FrameLayout.align(length));
            return FrameLayout.header(padLength, TYPE_PAD, FrameLayout.DRIVER_OWNER);
        }
        return FrameLayout.header(length, TYPE_DATA, 61);
    }

    /** Writes the next frames of the source. Returns their length, 0 if the first one is a padding of its own. */
    private int fillBlock(int maxLength) {
        int at = 0;
        while (true) {
            long header = frameAt(tail + at);
            int length = FrameLayout.align(FrameLayout.length(header));
            boolean crosses = at > 0 && (tail + at) % TERM_LENGTH == 0;
            if (at + length > Math.max(maxLength, at == 0 ? LONGEST_FRAME : 0) || crosses) {
                return at;
            }
            block.putLong(at, header);
            for (int i = at + 8; i < at + length; i += 8) {
                block.putLong(i, tail + at);
            }
            at += length;
        }
    }

    private void append() {
        int length = fillBlock(random.nextInt(LONGEST_FRAME));
        long result = length > 0
                ? appender.appendBlock(block, 0, length, tail)
                : appender.appendPadding(tail, FrameLayout.length(frameAt(tail)));
        if (result >= 0) {
            assertEquals(tail + (length > 0 ? length : FrameLayout.length(frameAt(tail))), result);
            tail = result;
            blocks++;
        } else {
            assertEquals(Appender.BACK_PRESSURED, result);
        }
    }

    /** Everything except the first header of a block may be stored. */
    private void publisherDies(boolean copying) {
        int length = copying && tail < appender.limit() ? fillBlock(LONGEST_FRAME) : 0;
        for (int i = 8; i < length; i += 8) {
            log.log().term(tail).putLong(log.log().offset(tail) + i, block.getLong(i));
        }
        kept.clientDied(publisher);
    }

    private void nextPublisher() {
        publisher = ++registrations;
        int slot = kept.addPublisher(publisher, publisher, 1);
        assertTrue(slot >= 0, "slot=" + slot);
        registrationsBySlot[slot] = publisher;
        appender = new ExclusiveAppender(log.log(), slot, Waker.Source.NONE);
        assertEquals(tail, appender.position());
        handOvers++;
    }

    private void keep() {
        nowNs++;
        kept.mirror().look(nowNs);
        kept.cycle(id -> {
            throw new AssertionError("no end");
        });
    }

    private void restartKeeper() {
        LogPositions.check(log.log());
        kept = TestLog.keep(log.log());
    }

    private void step() {
        switch (random.nextInt(20)) {
            case 0 -> {
                publisherDies(random.nextBoolean());
                if (random.nextBoolean()) {
                    keep();
                }
                if (random.nextBoolean()) {
                    restartKeeper();
                    kept.clientDied(publisher); // If it has not noted that before.
                    keep();
                }
                if (random.nextBoolean() && readers.size() < 4) {
                    readers.add(new Reader(JoinAt.TAIL));
                }
                nextPublisher();
            }
            case 1 -> restartKeeper();
            case 2 -> {
                if (readers.size() < 4) {
                    readers.add(new Reader(random.nextBoolean() ? JoinAt.TAIL : JoinAt.OLDEST));
                }
            }
            case 3 -> {
                if (!readers.isEmpty()) {
                    kept.removeSubscriber(readers.remove(random.nextInt(readers.size())).registrationId);
                }
            }
            case 4, 5, 6, 7, 8 -> keep();
            case 9, 10, 11, 12 -> readers.forEach(reader -> reader.read(random.nextInt(3 * TERM_LENGTH)));
            default -> append();
        }
    }

    @Test
    void readersFindWhatTheSourceHasWhoeverDies() {
        long first = Seeds.of(MirrorModelTest.class);
        System.out.println("MirrorModelTest seed=" + first + ", sequences=" + SEQUENCES);
        for (int i = 0; i < SEQUENCES; i++) {
            seed = first + i;
            random = new Random(seed);
            readers.clear();
            tail = 8L * random.nextInt(TERM_LENGTH) + (random.nextBoolean() ? 0 : 1L << 40);
            log = new TestLog(LogMeta.Constants.of(1, "quotes", TERM_LENGTH, LogLayout.KIND_EXCLUSIVE)
                    .asMirror(ORIGIN, tail));
            kept = TestLog.keep(log.log());
            try {
                nextPublisher();
                for (int n = 0; n < STEPS; n++) {
                    step();
                }
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed=" + seed + ": " + e.getMessage(), e);
            }
        }
        System.out.println("MirrorModelTest blocks=" + blocks + ", handOvers=" + handOvers);
        assertTrue(blocks > 10_000 && handOvers > 1_000);
    }
}
