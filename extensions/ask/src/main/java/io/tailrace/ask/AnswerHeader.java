/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.ask;

/**
 * Identifies the request that an answer belongs to. It is reused for other answers, so it is valid only inside the
 * handler and on its thread.
 */
public final class AnswerHeader {
    private long correlation;
    private AnswerStatus status = AnswerStatus.ANSWERED;
    private long responderId;
    private boolean isLast;

    AnswerHeader() {}

    void set(long newCorrelation, AnswerStatus newStatus, long newResponderId, boolean newIsLast) {
        correlation = newCorrelation;
        if (status != newStatus) { // Storing a reference costs a barrier of the garbage collector.
            status = newStatus;
        }
        responderId = newResponderId;
        isLast = newIsLast;
    }

    /** {@return the correlation, which the asking call returned} */
    public long correlation() {
        return correlation;
    }

    public AnswerStatus status() {
        return status;
    }

    /** {@return a number that distinguishes its responder from the others of this requester; 0 if timed out} */
    public long responderId() {
        return responderId;
    }

    /** {@return whether this outcome ends the request} Always true, unless all responders were asked. */
    public boolean isLast() {
        return isLast;
    }
}
