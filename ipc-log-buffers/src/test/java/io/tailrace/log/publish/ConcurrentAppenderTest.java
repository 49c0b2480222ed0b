/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.publish;

import static io.tailrace.log.TestLog.LONGEST_FRAME;
import static io.tailrace.log.TestLog.RING_LENGTH;
import static io.tailrace.log.TestLog.TERM_LENGTH;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogLayout;
import io.tailrace.log.TestLog;
import io.tailrace.log.Waker;
import java.nio.ReadOnlyBufferException;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConcurrentAppenderTest extends AppenderContract<ConcurrentAppender> {
    private static final int OTHER = 2;
    private static final int DEEP_STACK = 256 * 1024;
    private static final int MAX_RISEN = 100;
    private static final int MANY_ERRORS = 300;

    ConcurrentAppenderTest() {
        super(ConcurrentAppender.class);
    }

    @ParameterizedTest
    @CsvSource({"8, 8", "8, 8176", "4096, 5000", "8184, 8177", "16, 9"})
    void aClaimThatCrossesATermsEndIsTwoPadsAndIsMadeAgain(int rest, int messageLength) {
        long start = 3 * RING_LENGTH - rest;
        use(newLog(), start, start + 2L * TERM_LENGTH);
        int aligned = FrameLayout.align(8 + messageLength);

        long position = appender.offer(source, 0, messageLength);

        assertEquals(start + 2L * aligned, position);
        assertEquals(
                List.of(
                        "PAD@0+" + rest + "/5",
                        "PAD@" + rest + "+" + (aligned - rest) + "/5",
                        "DATA@" + aligned + "+" + (8 + messageLength) + "/5"),
                log.frames(start));
    }

    @Test
    void aClaimThatCrossesATermsEndAtTheLimitIsPaddedAndBackPressured() {
        long start = TERM_LENGTH - 8;
        use(newLog(), start, start + 8);

        assertEquals(Appender.BACK_PRESSURED, appender.offer(source, 0, 100));

        assertEquals(List.of("PAD@0+8/5", "PAD@8+104/5"), log.frames(start));
        assertTrue(appender.isQuiet());
    }

    @Test
    void aClaimShowsItsWholeLengthAndOwnerUntilItIsCommitted() {

        long position = appender.claimToHold(64);

        assertEquals(FrameLayout.header(-64, FrameLayout.TYPE_DATA, SLOT), log.header(position));
    }

    @Test
    void handlesDoNotReadTheTailButMayOvershootByAClaimEach() {
        use(newLog(), 0, 16);
        ConcurrentAppender second = new ConcurrentAppender(log.log(), OTHER, Waker.Source.NONE);
        log.meta().limitRelease(32);
        assertEquals(16, appender.offer(source, 0, 8));
        assertEquals(32, second.offer(source, 0, 8));

        assertEquals(48, appender.offer(source, 0, 8), "it was at 16 when it last looked");
        assertEquals(Appender.BACK_PRESSURED, appender.offer(source, 0, 8));
        assertEquals(Appender.BACK_PRESSURED, second.offer(source, 0, 8));
    }

    /** A claim through this handle that others have pushed past the clean memory: [start, start + length) is a debt. */
    private void indebt(long tail, int messageLength) {
        log.open(Long.MAX_VALUE); // A limit that does not include the others' claims.
        log.meta().getAndAddTail((int) (tail - log.meta().tailAcquire()));
        assertEquals(Appender.BACK_PRESSURED, appender.offer(source, 0, messageLength));
    }

    @Test
    void aClaimThatEndsWithTheCleanMemoryIsNone() {
        log.open(Long.MAX_VALUE);
        log.meta().getAndAddTail((int) RING_LENGTH - 112);

        assertEquals(RING_LENGTH, appender.offer(source, 0, 104));
    }

    @Test
    void aDebtIsPaddedByTheConductorAsSoonAsAllOfItsMemoryIsClean() {
        indebt(RING_LENGTH - 8, 100);

        log.meta().cleanPositionRelease(96);
        appender.maintain();
        assertTrue(log.isZero(RING_LENGTH - 8, RING_LENGTH + 104), "not all of it is clean");
        log.meta().cleanPositionRelease(104);
        appender.maintain();

        assertEquals(List.of("PAD@0+8/5", "PAD@8+104/5"), log.frames(RING_LENGTH - 8));
        assertTrue(appender.isQuiet());
    }

    @Test
    void aDebtIsPaddedByTheNextOfferBeforeItClaims() {
        log.commitUpTo(0, TERM_LENGTH, OTHER); // The last lap's bytes, where the debt will be.
        indebt(RING_LENGTH, 100);

        assertFalse(appender.isQuiet(), "it owes");
        assertEquals(Appender.BACK_PRESSURED, appender.offer(source, 0, 8), "not clean yet");
        assertEquals(FrameLayout.header(LONGEST_FRAME, FrameLayout.TYPE_DATA, OTHER), log.header(RING_LENGTH));
        log.recycleTerms();
        assertEquals(RING_LENGTH + 112, log.meta().tailAcquire(), "no more is claimed while it owes");
        log.meta().cleanPositionRelease(TERM_LENGTH);
        assertEquals(RING_LENGTH + 112 + 16, appender.offer(source, 0, 8));

        assertEquals(List.of("PAD@0+112/5", "DATA@112+16/5"), log.frames(RING_LENGTH));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aDebtIsPaddedByAnOfferThatIsBackPressuredOrNotConnected(int subscribers) {
        indebt(RING_LENGTH, 100);
        log.meta().subscriberCountRelease(subscribers);
        log.meta().limitRelease(RING_LENGTH);
        log.meta().cleanPositionRelease(TERM_LENGTH);

        assertTrue(appender.offer(source, 0, 8) < 0);

        assertEquals(List.of("PAD@0+112/5"), log.frames(RING_LENGTH));
    }

    @Test
    void severalDebtsArePaidEachInItsTurn() {
        indebt(RING_LENGTH, 100);
        ConcurrentAppender other = new ConcurrentAppender(log.log(), OTHER, Waker.Source.NONE);
        assertEquals(Appender.BACK_PRESSURED, other.offer(source, 0, 200));

        log.meta().cleanPositionRelease(112);
        appender.maintain();
        other.maintain();
        assertEquals(List.of("PAD@0+112/5"), log.frames(RING_LENGTH));
        assertFalse(other.isQuiet());
        log.meta().cleanPositionRelease(112 + 208);
        other.maintain();

        assertEquals(List.of("PAD@0+112/5", "PAD@112+208/2"), log.frames(RING_LENGTH));
    }

    @Test
    void anErrorBetweenTheTailAndTheHeaderIsRepairedByTheOwnersNextClaim() {
        useBreakable(0);
        appender.offer(source, 0, 8);

        log.makeTermsReadOnly(true);
        assertThrows(ReadOnlyBufferException.class, () -> appender.offer(source, 0, 24));
        log.makeTermsReadOnly(false);
        assertFalse(appender.isQuiet(), "it is inside a claim until then");
        assertTrue(log.isZero(16, 48));
        assertEquals(64, appender.offer(source, 0, 8));
        appender.maintain();

        assertEquals(List.of("DATA@0+16/5", "PAD@16+32/5", "DATA@48+16/5"), log.frames(0));
        assertTrue(appender.isQuiet());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anErrorIsRepairedByTheConductorThoughItsThreadNeverComesBack(boolean held) throws InterruptedException {
        useBreakable(0);
        appender.offer(source, 0, 8); // So that this thread owns it.
        Executable claim = () -> {
            if (held) {
                appender.claimToHold(32);
            } else {
                appender.offer(source, 0, 24);
            }
        };

        log.makeTermsReadOnly(true);
        assertThrows(ReadOnlyBufferException.class, claim);
        onAnotherThread(() -> assertThrows(ReadOnlyBufferException.class, claim));
        log.makeTermsReadOnly(false);
        assertFalse(appender.isQuiet(), "it owes two claims");
        appender.maintain();

        assertEquals(List.of("DATA@0+16/5", "PAD@16+32/5", "PAD@48+32/5"), log.frames(0));
        assertTrue(appender.isQuiet());
    }

    private static void onAnotherThread(Runnable task) throws InterruptedException {
        Thread thread = new Thread(null, task, "other", DEEP_STACK);
        List<Throwable> failures = new ArrayList<>();
        thread.setUncaughtExceptionHandler((t, failure) -> failures.add(failure));
        thread.start();
        thread.join();
        assertEquals(List.of(), failures);
    }

    /**
     * Recurses until the stack is full, and on the way back offers at each depth: at first it fails early, then later
     * and later.
     */
    private static final class Diver {
        private final Executable offer;
        private int risen;
        private int overflows;

        Diver(Executable offer) {
            this.offer = offer;
        }

        @SuppressWarnings("InfiniteRecursion") // Intended to fill the stack.
        void dive() throws Throwable {
            try {
                dive();
            } catch (StackOverflowError bottom) {
                risen = 0;
            }
            if (risen++ < MAX_RISEN) {
                try {
                    offer.execute();
                } catch (StackOverflowError e) {
                    overflows++;
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"true, false", "false, false", "true, true", "false, true"})
    void whereverTheStackOverflowsInAClaimItsHandleIsQuietAgainAndNoSpaceIsLost(boolean asOwner, boolean held)
            throws InterruptedException {
        int overflows = 0;
        for (int round = 0; round < 5; round++) {
            useBreakable(3 * RING_LENGTH - 512L * round);
            long start = log.meta().tailAcquire();
            long[] claimed = {LogLayout.NONE};
            Diver diver = new Diver(() -> {
                if (!held) {
                    appender.offer(source, 0, 240);
                } else if (claimed[0] == LogLayout.NONE) {
                    claimed[0] = appender.claimToHold(248);
                } else { // One level up: there may be room for one call, but not for the next.
                    appender.commitHeld(claimed[0], 248);
                    claimed[0] = LogLayout.NONE;
                }
            });
            if (!asOwner) {
                appender.offer(source, 0, 8);
            }
            onAnotherThread(() -> assertDoesNotThrow(diver::dive));
            overflows += diver.overflows;
            if (claimed[0] != LogLayout.NONE) {
                appender.commitHeld(claimed[0], 248);
            }

            appender.maintain();
            assertTrue(appender.isQuiet(), "round " + round);
            long end = start;
            while (end < log.meta().tailAcquire() && log.lengthAt(end) > 0) {
                end += FrameLayout.align(log.lengthAt(end));
            }
            assertEquals(log.meta().tailAcquire(), end, "everything is committed or padded");
        }
        assertTrue(overflows > 0);
        System.out.println("stack overflows in claims: " + overflows);
    }

    /** An offer fails while the meta file cannot be reached: neither its claim nor the repair can proceed. */
    private void failOutOfReach() {
        IllegalStateException failure = new IllegalStateException("source failed");
        DirectBuffer failing = TestLog.source(8, () -> {
            log.makeMetaUnreachable(true);
            throw failure;
        });
        Throwable thrown = assertThrows(Throwable.class, () -> appender.offer(failing, 0, 8));
        log.makeMetaUnreachable(false);
        assertSame(failure, thrown, "the caller hears what failed, not what its repair met");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anyNumberOfErrorsBeforeTheConductorComesIsRepaired(boolean asOwner) throws InterruptedException {
        if (!asOwner) {
            appender.offer(source, 0, 8);
        }
        int firstFrames = asOwner ? 0 : 1;
        onAnotherThread(() -> {
            for (int i = 0; i < MANY_ERRORS; i++) {
                failOutOfReach();
            }
        });
        appender.close();
        appender.maintain();

        assertTrue(appender.isQuiet());
        List<String> frames = log.frames(0);
        assertEquals(firstFrames + MANY_ERRORS, frames.size());
        assertTrue(frames.stream().skip(firstFrames).allMatch(frame -> frame.startsWith("PAD@")), frames::toString);
    }

    @Test
    void aClaimOfTheOwnerAndOneOfAnotherThreadThatWereNotMadeAreTwo() throws InterruptedException {
        useBreakable(0);
        appender.offer(source, 0, 8);

        log.makeMetaUnreachable(true); // The limit is known: both get as far as the tail.
        assertThrows(IndexOutOfBoundsException.class, () -> appender.offer(source, 0, 8));
        onAnotherThread(() -> assertThrows(IndexOutOfBoundsException.class, () -> appender.offer(source, 0, 8)));
        log.makeMetaUnreachable(false);
        assertFalse(appender.isQuiet(), "two claims are announced");
        appender.maintain();

        assertTrue(appender.isQuiet());
        assertEquals(List.of("DATA@0+16/5"), log.frames(0));
        assertEquals(32, appender.offer(source, 0, 8));
    }

    @Test
    void aClaimOfAnotherThreadThatWasNotMadeDoesNotEndTheOwnersLivingOne() throws InterruptedException {
        useBreakable(0);
        appender.offer(source, 0, 8);
        List<Boolean> quiet = new ArrayList<>();
        DirectBuffer slow = TestLog.source(8, () -> {
            try {
                log.makeMetaUnreachable(true);
                onAnotherThread(
                        () -> assertThrows(IndexOutOfBoundsException.class, () -> appender.offer(source, 0, 8)));
                log.makeMetaUnreachable(false);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            appender.maintain();
            quiet.add(appender.isQuiet());
        });

        assertEquals(32, appender.offer(slow, 0, 8));

        assertEquals(List.of(false), quiet);
        assertTrue(appender.isQuiet());
        assertEquals(List.of("DATA@0+16/5", "DATA@16+16/5"), log.frames(0));
    }

    @Test
    void anOfferInsideAnOfferIsAClaimOfItsOwn() {
        DirectBuffer nesting = TestLog.source(8, () -> {
            assertEquals(32, appender.offer(source, 0, 8));
            appender.maintain();
        });

        assertEquals(16, appender.offer(nesting, 0, 8));

        assertEquals(List.of("DATA@0+16/5", "DATA@16+16/5"), log.frames(0));
        assertTrue(appender.isQuiet());
    }

    @ParameterizedTest
    @ValueSource(longs = {0, TERM_LENGTH})
    void anErrorInOneOfTwoPadsIsRepaired(long broken) {
        useBreakable(TERM_LENGTH - 8);

        log.makeTermReadOnly(broken, true);
        assertThrows(ReadOnlyBufferException.class, () -> appender.offer(source, 0, 24));
        log.makeTermReadOnly(broken, false);
        assertEquals(broken == 0 ? List.of() : List.of("PAD@0+8/5"), log.frames(TERM_LENGTH - 8));
        appender.offer(source, 0, 8);
        appender.maintain();

        assertEquals(List.of("PAD@0+8/5", "PAD@8+24/5", "DATA@32+16/5"), log.frames(TERM_LENGTH - 8));
    }

    @Test
    void anErrorBehindACommitDoesNotTakeItBack() {

        ClaimRegister register = appender.begin(32);
        long position = appender.claim(register, 32);
        log.commit(position, 24, SLOT);
        register.failed = register.number(); // Between the commit and the end of the announcement.
        appender.offer(source, 0, 8);
        appender.maintain();

        assertEquals(List.of("DATA@0+32/5", "DATA@32+16/5"), log.frames(0));
        assertTrue(appender.isQuiet());
    }

    @Test
    void anErrorBehindACommitThatIsLongRecycledIsForgotten() {
        ClaimRegister register = appender.begin(32);
        appender.claim(register, 32);
        log.startingAt(RING_LENGTH).open(RING_LENGTH + TERM_LENGTH); // Others have advanced by a lap.
        log.claimHeader(log.meta().getAndAddTail(32), 32, OTHER);

        register.failed = register.number();
        appender.offer(source, 0, 8);
        appender.maintain();

        assertEquals(FrameLayout.header(-32, FrameLayout.TYPE_DATA, OTHER), log.header(RING_LENGTH));
        assertEquals(List.of("DATA@0+16/5"), log.frames(RING_LENGTH + 32));
        assertTrue(appender.isQuiet());
    }
}
