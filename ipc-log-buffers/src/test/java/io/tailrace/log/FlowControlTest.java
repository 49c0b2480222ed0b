/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.testing.Seeds;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FlowControlTest {
    private static final int TERM = 64 * 1024;
    private static final long RING = 3L * TERM;
    private static final long KIB = 1024;

    /** With a frame at each position. */
    private static FlowControl flowControl(long ahead, long target) {
        return new FlowControl(32 * KIB, 64 * KIB, ahead, TERM, target, (position, committed) -> true);
    }

    /** Positions in KiB. With a window of 32 and a reserve of 64, half a ring, 96, stays before the least position. */
    @ParameterizedTest
    @CsvSource({
        "0, 0, 32", // nothing consumed: the window
        "10, 0, 42",
        "96, 0, 128", // all of the history that is kept
        "97, 0, 128", // cleaning is behind: the reserve counts
        "97, 1, 129",
        "200, 104, 232",
        "200, 200, 232" // everything is clean: the window again
    })
    void theLimitIsTheWindowButNeverPastWhatIsCleanLessTheReserve(long least, long clean, long limit) {
        FlowControl flowControl = flowControl(0, 0);

        assertEquals(limit * KIB, flowControl.limit(least * KIB, clean * KIB));
    }

    @Test
    void nothingIsCleanedBeforeHalfTheRingIsConsumed() {
        FlowControl flowControl = flowControl(0, 0);

        for (long least = 0; least <= 96 * KIB; least += KIB) {
            assertEquals(0, flowControl.cleaningTarget(least));
        }
        assertEquals(KIB, flowControl.cleaningTarget(97 * KIB), "the first boundary at or past it");
    }

    @Test
    void itCleansAheadOfWhatTheLimitNeeds() {
        FlowControl flowControl = flowControl(32 * KIB, 0);

        for (long least = 0; least < 200 * KIB; least += 2 * KIB) {
            assertEquals(Math.max(0, least - 64 * KIB), flowControl.cleaningTarget(least), "a term stays");
        }
    }

    @Test
    void whereBoundariesAreFarApartItKeepsMoreRatherThanAllThatTheLimitDoesNotNeed() {
        FlowControl flowControl = flowControl(32 * KIB, 0);
        flowControl.cleaningTarget(10 * KIB);

        assertEquals(10 * KIB, flowControl.cleaningTarget(80 * KIB));
        assertEquals(10 * KIB, flowControl.cleaningTarget(106 * KIB), "80 is more than is wanted, and than is needed");
        assertEquals(TERM, flowControl.cleaningTarget(107 * KIB), "11 are needed, and a frame begins with each term");
        assertEquals(80 * KIB, flowControl.cleaningTarget(161 * KIB), "65 are needed");
    }

    @Test
    void whereNoFrameBeginsCleaningDoesNotStop() {
        long lie = 20 * KIB;
        FlowControl flowControl =
                new FlowControl(32 * KIB, 64 * KIB, 0, TERM, 0, (position, committed) -> committed && position != lie);
        for (long least = 0; least <= 100 * KIB; least += 10 * KIB) {
            flowControl.cleaningTarget(least);
        }

        assertEquals(10 * KIB, flowControl.cleaningTarget(106 * KIB));
        assertEquals(30 * KIB, flowControl.cleaningTarget(116 * KIB));
    }

    @Test
    void whereNoneWasABoundaryTheNextOneIsNotTooClose() {
        FlowControl flowControl =
                new FlowControl(32 * KIB, 64 * KIB, 0, TERM, 0, (position, committed) -> position == 127 * KIB);
        for (long least = 8; least < 128 * KIB; least += 2 * KIB) {
            assertEquals(0, flowControl.cleaningTarget(least), "a lie");
        }

        assertEquals(127 * KIB, flowControl.cleaningTarget(127 * KIB));
    }

    @Test
    void cleaningStopsAtPastLeastPositionsAndStartsOfTermsOnly() {
        FlowControl flowControl = flowControl(0, 0);
        TreeSet<Long> boundaries = new TreeSet<>();
        boundaries.add(0L);
        long target = 0;
        for (long least = 0; least < 100 * RING; least += 8 * (1 + least % 977)) {
            boundaries.add(least);
            long newTarget = flowControl.cleaningTarget(least);

            assertTrue(newTarget % TERM == 0 || boundaries.contains(newTarget), "target=" + newTarget);
            assertTrue(newTarget >= target && newTarget <= least, "monotonic and not past the least");
            assertTrue(newTarget >= least - 96 * KIB, "far enough for the window");
            assertTrue(newTarget <= Math.max(0, least - 96 * KIB + 2 * KIB + 8 * 977), "about half a ring stays");
            target = newTarget;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "32, 64, 8",
        "32, 64, 32",
        "32, 64, 33",
        "32, 0, 40",
        "64, 64, 64",
        "64, 64, 72",
        "8, 0, 8",
        "8, 0, 16",
        "1, 7, 9",
        "64, 0, 72"
    })
    void itDoesNotStallWhateverTheStep(long window, long reserve, long step) {
        assertNoStall(window * KIB, reserve * KIB, step * KIB);
    }

    /** Publishers fill up to the limit and past it by a claim; the subscriber consumes all or nothing. */
    private static void assertNoStall(long window, long reserve, long step) {
        FlowControl flowControl = new FlowControl(window, reserve, 0, TERM, 0, (position, committed) -> true);
        long tail = 0;
        for (int i = 0; i < 1000; i++) {
            long least = tail;
            long clean = flowControl.cleaningTarget(least);
            long limit = flowControl.limit(least, clean);
            assertTrue(limit > tail, "no publisher may begin: tail=" + tail + ", limit=" + limit + ", clean=" + clean);
            assertTrue(
                    clean + RING >= least + Math.min(window + reserve, RING), "a debt at the least position is paid");
            tail += step;
        }
    }

    @Test
    void aSubscriberThatJoinsAtTheOldestHoldsTheTarget() {
        FlowControl flowControl = flowControl(0, 0);
        flowControl.cleaningTarget(0);
        for (long least = 0; least <= 200 * KIB; least += 2 * KIB) {
            flowControl.cleaningTarget(least);
        }
        long oldest = flowControl.cleaningTarget(200 * KIB);

        assertEquals(104 * KIB, oldest);
        assertEquals(oldest, flowControl.cleaningTarget(oldest), "the least goes back");
        assertEquals(oldest, flowControl.cleaningTarget(oldest + 50 * KIB));
        assertEquals(oldest + 10 * KIB, flowControl.cleaningTarget(210 * KIB));
    }

    @Test
    void aRestartedDriverGoesOnFromTheAnnouncedTarget() {
        long target = 1000 * RING + 40;
        FlowControl flowControl = flowControl(0, target);

        assertEquals(target, flowControl.cleaningTarget(target));
        assertEquals(target, flowControl.cleaningTarget(target + 96 * KIB));
        assertEquals(
                1000 * RING + TERM, flowControl.cleaningTarget(target + 97 * KIB), "it remembers no older boundary");
    }

    @Test
    void manySmallStepsForgetNoBoundaryThatIsStillNeeded() {
        long seed = Seeds.of(FlowControlTest.class);
        Random random = new Random(seed);
        for (int round = 0; round < 50; round++) {
            long window = 8 * KIB * (1 + random.nextInt(8));
            long reserve = 8 * KIB * random.nextInt(9);
            FlowControl flowControl = new FlowControl(window, reserve, 0, TERM, 0, (position, committed) -> true);
            long least = 0;
            for (int i = 0; i < 2000; i++) {
                long clean = flowControl.cleaningTarget(least);
                assertTrue(
                        clean <= least && clean + RING >= least + window + reserve,
                        "clean=" + clean + ", least=" + least);
                assertTrue(flowControl.limit(least, clean) >= Math.min(least + window, clean + RING - reserve));
                least += 8L * random.nextInt(random.nextInt(20) == 0 ? 8000 : 100);
            }
        }
    }

    @Test
    void itHoldsForTheLongestTerms() {
        int term = LogLayout.MAX_TERM_LENGTH;
        FlowControl flowControl = new FlowControl(term / 2, term, 0, term, 0, (position, committed) -> true);
        long least = 0;
        for (int i = 0; i < 100; i++) {
            long clean = flowControl.cleaningTarget(least);
            assertEquals(least + term / 2, flowControl.limit(least, clean));
            least += term / 2;
        }
        assertTrue(least > 1L << 35);
    }
}
