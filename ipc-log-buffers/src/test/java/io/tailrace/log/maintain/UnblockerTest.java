/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import static io.tailrace.log.LogLayout.NONE;
import static io.tailrace.log.TestLog.LONGEST_FRAME;
import static io.tailrace.log.TestLog.RING_LENGTH;
import static io.tailrace.log.TestLog.TERM_LENGTH;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.TestLog;
import io.tailrace.log.publish.ClaimRegister;
import io.tailrace.log.publish.ClaimRegisters;
import io.tailrace.log.publish.Debts;
import io.tailrace.log.publish.QuestionAnswerer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Claims of dead publishers are padded, those of living ones are not; claims, headers and answers are made by hand. */
class UnblockerTest {
    static final long[] STARTS = TestLog.STARTS;

    private static final long DEAD_CLIENT = 10;
    private static final long LIVING_CLIENT = 20;

    private final TestLog log = TestLog.concurrent();
    private final LogMeta meta = log.meta();
    private final PublisherSlots publishers = new PublisherSlots(meta);
    private final List<String> told = new ArrayList<>();
    private final Unblocker unblocker = new Unblocker(
            log.log(),
            () -> {},
            (of, position, length, publisherSlot) -> told.add(position + "+" + length + " of " + publisherSlot));
    private final int dead = publishers.add(1, DEAD_CLIENT, 0);
    private final int living = publishers.add(2, LIVING_CLIENT, 0);

    private void die() {
        publishers.clientDied(DEAD_CLIENT);
    }

    private long claim(int length) {
        return meta.getAndAddTail(length);
    }

    private long unblock(long position) {
        return unblocker.unblock(position, meta.cleanPositionAcquire(), NONE, publishers);
    }

    /** The answer of the living client, whose handle is quiet: with its lowest debt. */
    private void answer(long lowestDebt) {
        meta.answerRelease(living, meta.questionAcquire(), lowestDebt);
    }

    /** Asks at a position, answers without debts, checks again. */
    private long settle(long position) {
        assertEquals(0, unblock(position), "there is no answer yet");
        answer(NONE);
        return unblock(position);
    }

    // A header, and its owner is dead

    @ParameterizedTest
    @FieldSource("STARTS")
    void theClaimOfADeadPublisherIsPadded(long start) {
        log.startingAt(start);
        claim(64);
        log.claimHeader(start, 64, dead);

        assertEquals(0, unblock(start), "until it is proven dead, it lives");
        die();
        assertEquals(64, unblock(start));

        assertEquals(List.of("PAD@0+64/65535"), log.frames(start));
        assertEquals(0, meta.questionAcquire(), "the header names its owner: nothing to ask");
        assertEquals(List.of(start + "+64 of " + dead), told);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, LogLayout.MAX_PUBLISHERS - 1, LogLayout.MAX_PUBLISHERS, FrameLayout.DRIVER_OWNER})
    void theClaimOfALivingPublisherOrOfNobodyIsNeverTouched(int owner) {
        log.claimHeader(0, 64, owner);
        claim(64);
        die();

        for (int i = 0; i < 10; i++) {
            assertEquals(0, unblock(0));
            answer(NONE);
        }

        assertEquals(-64, log.lengthAt(0));
    }

    @ParameterizedTest
    @CsvSource({"-64, 16", "-2147483648, 16", "-2147483647, 16", "-2147483640, 65536"})
    void aLengthPastTheTermsEndOrThatNoFrameHasIsCut(int length, int remaining) {
        long start = (long) TERM_LENGTH - remaining;
        log.startingAt(start);
        claim(64);
        log.log().headerRelease(start, FrameLayout.header(length, FrameLayout.TYPE_DATA, dead));
        die();

        assertEquals(remaining, unblock(start));
    }

    // No header: between the tail and the header

    @ParameterizedTest
    @FieldSource("STARTS")
    void aClaimWithoutHeaderIsPaddedOnceAllLivingHaveAnswered(long start) {
        log.startingAt(start);
        claim(64);
        die();

        assertEquals(0, unblock(start));
        assertEquals(living, unblocker.waitingFor(publishers));
        assertTrue(log.isZero(start, start + 64));
        answer(NONE);

        assertEquals(64, unblock(start), "the last claim of the log: up to the tail");
        assertEquals(List.of("PAD@0+64/65535"), log.frames(start));
        assertEquals(-1, unblocker.waitingFor(publishers));
        assertEquals(List.of(start + "+64 of -1"), told);
    }

    @Test
    void whereNobodyElseLivesNobodyIsAsked() {
        claim(64);
        die();
        publishers.end(2);

        assertEquals(64, unblock(0));
    }

    @Test
    void thePaddingOfSeveralClaimsIsOneAndEndsAtTheNextHeader() {
        claim(64);
        claim(8);
        claim(128);
        log.claimHeader(claim(32), 32, living);
        log.commit(claim(16), 8, living);
        die();

        assertEquals(200, settle(0));

        assertEquals(List.of("PAD@0+200/65535"), log.frames(0));
        assertEquals(-32, log.lengthAt(200));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 64",
        "65472, 64",
        "65472, 128",
        "65528, 8",
        "65528, 16",
        "65528, 8192",
        "57344, 8192",
        "32768, 65536"
    })
    void aHoleEndsWithItsTerm(int offset, int length) {
        long start = RING_LENGTH + offset;
        log.startingAt(start);
        claim(length);
        die();

        int inFirst = Math.min(length, TERM_LENGTH - offset);
        assertEquals(inFirst, settle(start));
        if (length > inFirst) {
            assertEquals(length - inFirst, settle(start + inFirst));
        }

        assertEquals(inFirst, log.lengthAt(start));
        assertEquals(0, unblock(start + length), "at the tail");
    }

    @Test
    void thePaddingEndsAtTheDebtOfALivingPublisher() {
        claim(64);
        long debt = claim(32);
        claim(16);
        die();

        assertEquals(0, unblock(0));
        answer(debt);
        assertEquals(64, unblock(0));
        assertEquals(0, unblock(debt));
        answer(debt);
        assertEquals(0, unblock(debt), "it is paid by its handle, not by the driver");
        log.log().pad(debt, 32, living);

        assertEquals(16, settle(debt + 32));
        assertEquals(List.of("PAD@0+64/65535", "PAD@64+32/" + living, "PAD@96+16/65535"), log.frames(0));
    }

    @Test
    void nothingIsPaddedPastWhatIsClean() {
        long start = RING_LENGTH - 64;
        log.startingAt(0);
        meta.tailRelease(start);
        claim(128);
        die();

        assertEquals(64, settle(start));
        assertEquals(0, unblock(RING_LENGTH));
        assertEquals(1, meta.questionAcquire(), "there is nothing to ask about memory that is not readable");
        meta.cleanPositionRelease(LONGEST_FRAME);
        assertEquals(64, settle(RING_LENGTH));

        assertEquals(List.of("PAD@0+64/65535", "PAD@64+64/65535"), log.frames(start));
    }

    @Test
    void thePaddingEndsWhereSomebodyElseStands() {
        claim(64);
        claim(32);
        die();
        assertEquals(0, unblocker.unblock(0, 0, 64, publishers));
        answer(NONE);

        assertEquals(64, unblocker.unblock(0, 0, 64, publishers));
        assertEquals(32, settle(64));

        assertEquals(List.of("PAD@0+64/65535", "PAD@64+32/65535"), log.frames(0));
    }

    // The living are never touched

    @Test
    void aClaimThatALivingPublisherMakesAfterTheQuestionIsNotTouchedThoughItsClientAnswered() {
        ClaimRegisters registers = new ClaimRegisters();
        QuestionAnswerer answerer = new QuestionAnswerer(meta, living, registers, new Debts());
        claim(64);
        die();
        assertEquals(0, unblock(0));
        answerer.answer();
        ClaimRegister register = Objects.requireNonNull(registers.tryBegin(32));
        claim(32);

        assertEquals(64, unblock(0), "up to the tail that was read before the question");
        for (int i = 0; i < 10; i++) {
            answerer.answer();
            assertEquals(0, unblock(64));
        }
        assertTrue(log.isZero(64, 96));
        log.claimHeader(64, 32, living);
        register.end();
        answerer.answer();
        assertEquals(0, unblock(64));

        assertEquals(-32, log.lengthAt(64));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 8, 4096})
    void atTheTailNobodyIsAskedAnything(long ahead) {
        die();

        assertEquals(0, unblock(ahead));
        assertEquals(0, meta.questionAcquire());
    }
}
