/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

/**
 * Where a subscriber begins to read.
 *
 * @param logId the log in which it begins at a position; 0 unless of kind POSITION
 * @param position where a frame begins there; 0 unless of kind POSITION
 */
public record JoinAt(Kind kind, long logId, long position) {
    /** What it goes by. */
    public enum Kind {
        /** What is published from now on. */
        TAIL,
        /** The oldest frame that the log still holds. */
        OLDEST,
        /** A position in one log; in all others as OLDEST. */
        POSITION,
        /**
         * As OLDEST, for one that reads what was before from history. In a log that was written to already it begins
         * with kind CATCH_UP, whatever its policy, and is to gate only once it has come to where that log is.
         */
        HISTORY
    }

    public static final JoinAt TAIL = new JoinAt(Kind.TAIL, 0, 0);
    public static final JoinAt OLDEST = new JoinAt(Kind.OLDEST, 0, 0);
    public static final JoinAt HISTORY = new JoinAt(Kind.HISTORY, 0, 0);

    /** {@return at a position in a log, exactly, or not at all} */
    public static JoinAt position(long logId, long position) {
        return new JoinAt(Kind.POSITION, logId, position);
    }

    /** {@return whether it begins at a position of this log} */
    public boolean isPositionIn(long log) {
        return kind == Kind.POSITION && logId == log;
    }

    /** A subscriber cannot begin at the position that it asks for. The message says where it can. */
    public static final class RefusedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public RefusedException(String message) {
            super(message);
        }
    }
}
