/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import static io.tailrace.log.LogLayout.NONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.log.LogMeta;
import io.tailrace.log.TestLog;
import io.tailrace.log.Waker;
import io.tailrace.log.publish.Appender;
import io.tailrace.log.publish.ClaimRegister;
import io.tailrace.log.publish.ClaimRegisters;
import io.tailrace.log.publish.ConcurrentAppender;
import io.tailrace.log.publish.Debts;
import io.tailrace.log.publish.QuestionAnswerer;
import io.tailrace.memory.MappedBuffer;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The question of the keeper, and the answers of living handles. */
class QuestionTest {
    private static final int CLIENT = 100;

    private final TestLog log = TestLog.concurrent();
    private final LogMeta meta = log.meta();
    private final PublisherSlots publishers = new PublisherSlots(meta);
    private final ClaimRegisters registers = new ClaimRegisters();
    private final Debts debts = new Debts();
    private final Unblocker.Question question = new Unblocker.Question(meta);
    private int slot;
    private QuestionAnswerer answerer;

    @BeforeEach
    void addOnePublisher() {
        slot = publishers.add(1, CLIENT, 0);
        answerer = new QuestionAnswerer(meta, slot, registers, debts);
    }

    @Test
    void aQuietHandleAnswersOnce() {
        assertFalse(question.isOpen());
        assertFalse(answerer.isAsked());
        assertEquals(0, answerer.answer());
        question.ask();

        assertTrue(answerer.isAsked());
        assertEquals(slot, question.missing(publishers));
        assertEquals(1, answerer.answer());
        assertEquals(0, answerer.answer());
        assertEquals(-1, question.missing(publishers));
        assertEquals(NONE, question.lowestDebt(publishers));
    }

    @Test
    void aHandleInsideALaterClaimAnswers() {
        ClaimRegister claim = begin();
        question.ask();
        assertEquals(0, answerer.answer());
        assertEquals(slot, question.missing(publishers));
        claim.end();
        begin();

        assertEquals(1, answerer.answer(), "the sequence has changed since it was asked");
        assertEquals(-1, question.missing(publishers));
    }

    @Test
    void aClaimThatWasOpenWhenTheQuestionWasFirstSeenMayBeOlderThanIt() {
        begin().end();
        question.ask();
        ClaimRegister claim = begin();

        assertEquals(0, answerer.answer(), "first seen now, inside a claim");
        assertEquals(0, answerer.answer());
        claim.end();
        assertEquals(1, answerer.answer());
    }

    @Test
    void eachThreadInsideAClaimHoldsTheAnswerBack() {
        registers.grow();
        ClaimRegister first = begin();
        ClaimRegister second = begin();
        question.ask();

        assertEquals(0, answerer.answer());
        first.end();
        begin();
        assertEquals(0, answerer.answer(), "the second one is where it was");
        second.end();
        assertEquals(1, answerer.answer(), "the first one has moved on");
    }

    @Test
    void aClaimWhoseRegisterWasMadeAfterTheQuestionWasSeenComesLater() {
        ClaimRegister own = begin();
        question.ask();
        assertEquals(0, answerer.answer());
        registers.grow();
        begin();
        assertEquals(0, answerer.answer());
        own.end();

        assertEquals(1, answerer.answer());
    }

    @Test
    void aClaimThatIsHandedOutHoldsNoAnswerBack() {
        ClaimRegister claim = begin();
        question.ask();
        assertEquals(0, answerer.answer());
        claim.hold();

        assertEquals(1, answerer.answer());
    }

    private ClaimRegister begin() {
        return Objects.requireNonNull(registers.tryBegin(8));
    }

    @Test
    void theLowestDebtOfAllTheLivingCounts() {
        int second = publishers.add(2, CLIENT + 1, 0);
        Debts others = new Debts();
        others.add(512, 8);
        debts.add(4096, 64);
        debts.add(1024, 8);
        debts.add(8192, 64);
        question.ask();
        answerer.answer();
        assertEquals(second, question.missing(publishers));
        new QuestionAnswerer(meta, second, new ClaimRegisters(), others).answer();

        assertEquals(-1, question.missing(publishers));
        assertEquals(512, question.lowestDebt(publishers));
        publishers.clientDied(CLIENT + 1);
        assertEquals(1024, question.lowestDebt(publishers), "the dead pay nothing");
        question.ask();
        publishers.add(3, CLIENT + 2, 0);
        question.ask();
        answerer.answer();
        publishers.end(3);
        assertEquals(-1, question.missing(publishers), "neither the dead nor the ended owe an answer");
    }

    @Test
    void whoComesAfterTheQuestionOwesNoAnswer() {
        question.ask();
        answerer.answer();
        int later = publishers.add(2, CLIENT + 1, 0);

        assertEquals(-1, question.missing(publishers));
        assertEquals(1, meta.answerAcquire(later));
        assertFalse(new QuestionAnswerer(meta, later, new ClaimRegisters(), new Debts()).isAsked());
    }

    @Test
    void whoHasTheSlotOfOneThatWasAskedOwesNoAnswer() {
        int asked = publishers.add(2, CLIENT + 1, 0);
        question.ask();
        answerer.answer();
        publishers.clientDied(CLIENT + 1);
        publishers.release(0);

        int reused = publishers.add(3, CLIENT + 2, 0);
        for (long id = 4; reused != asked; id++) { // Slots are assigned in turn.
            reused = publishers.add(id, CLIENT + 2, 0);
        }
        assertEquals(-1, question.missing(publishers));
    }

    @Test
    void aNewDriverAsksWithAGreaterNumber() {
        question.ask();
        answerer.answer();

        Unblocker.Question next = new Unblocker.Question(meta);
        assertFalse(next.isOpen());
        next.ask();

        assertEquals(2, meta.questionAcquire());
        assertEquals(slot, next.missing(publishers));
        answerer.answer();
        assertEquals(-1, next.missing(publishers));
    }

    @Test
    void anOfferThatIsRefusedAnswersForItsOwnHandle() {
        log.open(0);
        ConcurrentAppender appender = new ConcurrentAppender(log.log(), slot, Waker.Source.NONE);
        MappedBuffer source = MappedBuffer.allocate(8);
        question.ask();

        assertEquals(Appender.BACK_PRESSURED, appender.offer(source, 0, 8));
        assertEquals(-1, question.missing(publishers));
        meta.subscriberCountRelease(0);
        question.ask();
        assertEquals(Appender.NOT_CONNECTED, appender.offer(source, 0, 8));
        assertEquals(-1, question.missing(publishers));
    }

    @Test
    void aClosedHandleAnswersThroughItsConductorOnly() {
        log.open(0);
        ConcurrentAppender appender = new ConcurrentAppender(log.log(), slot, Waker.Source.NONE);
        appender.close();
        question.ask();

        assertEquals(Appender.CLOSED, appender.offer(MappedBuffer.allocate(8), 0, 8));
        assertEquals(slot, question.missing(publishers));
        assertEquals(1, appender.maintain());
        assertEquals(-1, question.missing(publishers));
    }
}
