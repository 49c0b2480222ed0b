/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

/**
 * Where a subscriber begins to read.
 *
 * @param logId id of the log in which it begins at a position; 0 unless of kind POSITION
 * @param position where a frame begins there; 0 unless of kind POSITION
 */
public record JoinAt(Kind kind, long logId, long position) {
    /** The kinds of start. */
    public enum Kind {
        /** At the frames published from now on. */
        TAIL,
        /** At the oldest frame that the log still holds. */
        OLDEST,
        /** At a position in one log; in all others as OLDEST. */
        POSITION,
        /**
         * As OLDEST, for a subscriber that reads earlier messages from history. In a log that already has messages it
         * begins with kind CATCH_UP, whatever its policy, and gates only once it has caught up with that log.
         */
        HISTORY
    }

    public static final JoinAt TAIL = new JoinAt(Kind.TAIL, 0, 0);
    public static final JoinAt OLDEST = new JoinAt(Kind.OLDEST, 0, 0);
    public static final JoinAt HISTORY = new JoinAt(Kind.HISTORY, 0, 0);

    /** {@return a start exactly at a position in a log, or none} */
    public static JoinAt position(long logId, long position) {
        return new JoinAt(Kind.POSITION, logId, position);
    }

    /** {@return whether it begins at a position of this log} */
    public boolean isPositionIn(long log) {
        return kind == Kind.POSITION && logId == log;
    }

    /** A subscriber cannot begin at the position that it asked for. The message says where it can. */
    public static final class RefusedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public RefusedException(String message) {
            super(message);
        }
    }
}
