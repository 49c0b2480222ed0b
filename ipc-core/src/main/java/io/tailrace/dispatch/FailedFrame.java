/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatch;

/**
 * A frame that the handler has failed for good.
 *
 * @param logId the log it stands in
 * @param position where in that log, in bytes
 * @param attempts how often the handler was tried
 * @param outcome what became of it
 * @param cause what the handler threw the last time; what the dead letters threw is suppressed in it
 */
public record FailedFrame(long logId, long position, int attempts, Outcome outcome, Throwable cause) {
    /** What became of it. */
    public enum Outcome {
        SKIPPED,
        DEAD_LETTER,
        HALTED
    }

    @Override
    public String toString() {
        return "handler failed: log=" + logId + ", position=" + position + ", attempts=" + attempts + ", outcome="
                + outcome + ", cause=" + cause;
    }
}
