/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.publish;

import static io.tailrace.proof.StressLog.TERM_LENGTH;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.tailrace.log.LogBuffers;
import io.tailrace.log.publish.ConcurrentAppender.TermCache;
import io.tailrace.memory.TermMemory;
import io.tailrace.proof.LogPool;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Two threads of one handle on either side of a term's end: neither gets the other's term.
 *
 * <p>Results: how often each got the term of its position, of two times.
 */
public class TermCacheStress {
    private static final LogBuffers LOG =
            LogPool.ofConcurrentLogs().take(0, TERM_LENGTH).buffers();
    private static final long FIRST = TERM_LENGTH;
    private static final long SECOND = 2L * TERM_LENGTH;

    private interface Finder {
        TermMemory of(long position);
    }

    @SuppressWarnings("ReferenceEquality") // Compares the identity of the memory.
    private static int findTwice(Finder finder, long position) {
        int right = finder.of(position) == LOG.memory(position) ? 1 : 0;
        return finder.of(position) == LOG.memory(position) ? right + 1 : right;
    }

    /** The real code: the number is next to its memory. */
    @JCStressTest
    @Outcome(id = "2, 2", expect = ACCEPTABLE, desc = "Each found its own term.")
    @Outcome(expect = FORBIDDEN, desc = "One got the other's term.")
    @State
    public static class TwoTerms {
        final TermCache lastTerm = new TermCache(LOG);

        @Actor
        public void first(II_Result result) {
            result.r1 = findTwice(lastTerm::of, FIRST);
        }

        @Actor
        public void second(II_Result result) {
            result.r2 = findTwice(lastTerm::of, SECOND);
        }
    }

    /** The same, but number and term are remembered one after the other. */
    @JCStressTest
    @JCStressMeta(TwoTerms.class)
    @State
    public static class TwoTermsWeakened {
        TermMemory lastTerm = LOG.memory(0);
        long lastNumber;

        private TermMemory of(long position) {
            long number = position / TERM_LENGTH;
            if (lastNumber != number) {
                lastTerm = LOG.memory(position);
                lastNumber = number;
            }
            return lastTerm;
        }

        @Actor
        public void first(II_Result result) {
            result.r1 = findTwice(this::of, FIRST);
        }

        @Actor
        public void second(II_Result result) {
            result.r2 = findTwice(this::of, SECOND);
        }
    }
}
