/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.publish;

import io.tailrace.log.LogMeta;
import java.util.Arrays;

/**
 * A living handle's half of the driver's question: "is every claim that you began before I read the tail either visible
 * by its header or listed as a debt?" The handle answers when each of its registers is outside of a claim, or has
 * changed since the question was first seen. Any thread; the lock is on the cold path only.
 *
 * <p>An answer names only the lowest debt: padding never goes past it, and after it the keeper asks again.
 */
public final class QuestionAnswerer {
    private final LogMeta meta;
    private final int slot;
    private final ClaimRegisters registers;
    private final Debts debts;

    private volatile long answered;
    private long seen;
    /** The registers when the question was first seen. A register that is created later has only later claims. */
    private ClaimRegister[] registersWhenSeen = {};

    private long[] sequencesWhenSeen = {};

    public QuestionAnswerer(LogMeta meta, int slot, ClaimRegisters registers, Debts debts) {
        this.meta = meta;
        this.slot = slot;
        this.registers = registers;
        this.debts = debts;
        this.answered = meta.answerAcquire(slot);
    }

    /** {@return whether there is a question that is not answered yet} */
    public boolean isAsked() {
        return meta.questionAcquire() != answered;
    }

    /** Answers if there is a question and it can be answered now. Returns 1 if so. */
    public int answer() {
        // Acquire: pairs with the release in Question.ask. The sequences read below are at least as new as the tail
        // that the keeper read before it asked; otherwise a claim below that tail could be mistaken for a dead
        // publisher's.
        long question = meta.questionAcquire();
        return question == answered ? 0 : answer(question);
    }

    private synchronized int answer(long question) {
        if (question != seen) {
            registersWhenSeen = registers.all();
            sequencesWhenSeen = Arrays.stream(registersWhenSeen)
                    .mapToLong(ClaimRegister::sequence)
                    .toArray();
            seen = question;
        }
        if (question == answered || !claimsHavePassed()) {
            return 0;
        }
        // Read after the sequences: a claim that became a debt was listed before its register was free.
        meta.answerRelease(slot, question, debts.lowest());
        answered = question;
        return 1;
    }

    private boolean claimsHavePassed() {
        for (int i = 0; i < registersWhenSeen.length; i++) {
            if (!registersWhenSeen[i].hasPassed(sequencesWhenSeen[i])) {
                return false;
            }
        }
        return true;
    }
}
