/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

/**
 * A living handle's half of the driver's question (DESIGN 5.5): "is every claim that you began before I read the tail
 * either visible by its header or listed as a debt?" It is answered when the handle's sequence is even, or has changed since
 * the question was first seen, and no other thread is inside a claim. Any thread; the lock is on the cold path only.
 */
final class QuestionAnswerer {
    private final LogMeta meta;
    private final int slot;
    private final ClaimSequence sequence;
    private final Debts debts;

    private volatile long answered;
    private long seen;
    private long sequenceWhenSeen;

    QuestionAnswerer(LogMeta meta, int slot, ClaimSequence sequence, Debts debts) {
        this.meta = meta;
        this.slot = slot;
        this.sequence = sequence;
        this.debts = debts;
        this.answered = meta.answerAcquire(slot);
    }

    /** {@return whether there is a question that is not answered yet} */
    boolean isAsked() {
        return meta.questionAcquire() != answered;
    }

    /** Answers if there is a question and it can be answered now. Returns 1 if so. */
    int answer() {
        // Acquire: pairs with the release in Question.ask. The sequence read below is at least as new as the tail that
        // the keeper read before it asked; the other way round, a claim below that tail could be taken for a dead
        // one's.
        long question = meta.questionAcquire();
        return question == answered ? 0 : answer(question);
    }

    private synchronized int answer(long question) {
        long now = sequence.ownerSequence();
        if (question != seen) {
            seen = question;
            sequenceWhenSeen = now;
        }
        boolean ownerPassed = (now & 1) == 0 || now != sequenceWhenSeen;
        if (question == answered || !ownerPassed || !sequence.othersAreQuiet()) {
            return 0;
        }
        // After the sequence: a claim that became a debt was listed before its sequence turned even.
        meta.answerRelease(slot, question, debts.lowest());
        answered = question;
        return 1;
    }
}
