/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import io.tailrace.internal.Handles;
import io.tailrace.internal.Padded;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The work done by the threads of {@link CooperativeWorkers}, including those of single tasklets. Each figure is read
 * separately, so they are consistent only at rest.
 *
 * @param tasklets that have not ended
 * @param rounds in which a thread has called each of its tasklets once
 * @param progress rounds in which one of them made progress
 * @param parks times that a thread went to sleep
 * @param moves tasklets that one thread handed over to another
 * @param failures tasklets that threw
 */
public record CooperativeCounters(int tasklets, long rounds, long progress, long parks, long moves, long failures) {
    static final CooperativeCounters NONE = new CooperativeCounters(0, 0, 0, 0, 0, 0);

    CooperativeCounters plus(CooperativeCounters other) {
        return new CooperativeCounters(
                tasklets + other.tasklets,
                rounds + other.rounds,
                progress + other.progress,
                parks + other.parks,
                moves + other.moves,
                failures + other.failures);
    }

    /** Counts the work of one thread. That thread writes, with opaque stores so that any thread may read. */
    static final class Tally extends Padded {
        private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
        private static final VarHandle ROUNDS = Handles.field(LOOKUP, "rounds", long.class);
        private static final VarHandle PROGRESS = Handles.field(LOOKUP, "progress", long.class);
        private static final VarHandle PARKS = Handles.field(LOOKUP, "parks", long.class);
        private static final VarHandle MOVES = Handles.field(LOOKUP, "moves", long.class);
        private static final VarHandle FAILURES = Handles.field(LOOKUP, "failures", long.class);

        private long rounds;
        private long progress;
        private long parks;
        private long moves;
        private long failures;

        @SuppressWarnings("unused") // padding
        private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

        void round(boolean hadProgress) {
            ROUNDS.setOpaque(this, rounds + 1);
            if (hadProgress) {
                PROGRESS.setOpaque(this, progress + 1);
            }
        }

        void parked() {
            PARKS.setOpaque(this, parks + 1);
        }

        void moved() {
            MOVES.setOpaque(this, moves + 1);
        }

        void failed() {
            FAILURES.setOpaque(this, failures + 1);
        }

        /** {@return the figures of the thread} Any thread. */
        CooperativeCounters counters(int tasklets) {
            return new CooperativeCounters(
                    tasklets,
                    (long) ROUNDS.getOpaque(this),
                    (long) PROGRESS.getOpaque(this),
                    (long) PARKS.getOpaque(this),
                    (long) MOVES.getOpaque(this),
                    (long) FAILURES.getOpaque(this));
        }
    }
}
