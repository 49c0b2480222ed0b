/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.ask;

/** Which request an answer is about. Reused for other answers: valid only inside the handler, for its thread. */
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

    /** {@return what the call returned that asked} */
    public long correlation() {
        return correlation;
    }

    public AnswerStatus status() {
        return status;
    }

    /** {@return a number that tells its responder from the others of this requester; 0 when timed out} */
    public long responderId() {
        return responderId;
    }

    /** {@return whether this ends the request} Always, unless all responders were asked. */
    public boolean isLast() {
        return isLast;
    }
}
