/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.process;

import io.tailrace.benchmarks.peer.Library;
import java.util.Map;

/** Right polls again and again, without a pause, while left sends nothing: what a look costs that finds nothing. */
final class EmptyPolls {
    private static final int BATCH = 4096;

    private EmptyPolls() {}

    static Map<String, Object> right(Library.Receiver receiver, Schedule schedule) {
        pollUntil(receiver, schedule.measureFromNs());
        long startNs = System.nanoTime();
        long polls = pollUntil(receiver, schedule.endNs());
        return Map.of("polls", polls, "nsPerPoll", (System.nanoTime() - startNs) / (double) polls);
    }

    /** One batch at least. Returns how many polls. */
    private static long pollUntil(Library.Receiver receiver, long ns) {
        long found = 0;
        long polls = 0;
        do {
            for (int i = 0; i < BATCH; i++) {
                found += receiver.poll(Library.Receiver.LIMIT);
            }
            polls += BATCH;
        } while (System.nanoTime() < ns);
        if (found != 0) {
            throw new IllegalStateException("nobody has sent anything: received=" + found);
        }
        return polls;
    }
}
