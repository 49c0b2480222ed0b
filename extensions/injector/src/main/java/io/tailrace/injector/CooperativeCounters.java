/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

/**
 * The work done by the threads of {@link CooperativeWorkers}. Each figure is read separately, so they are consistent
 * only at rest.
 *
 * @param tasklets that have not ended
 * @param rounds in which a thread has called each of its tasklets once
 * @param progress rounds in which one of them made progress
 * @param parks times that a thread went to sleep
 * @param failures tasklets that threw
 */
public record CooperativeCounters(int tasklets, long rounds, long progress, long parks, long failures) {
    static final CooperativeCounters NONE = new CooperativeCounters(0, 0, 0, 0, 0);

    CooperativeCounters plus(CooperativeCounters other) {
        return new CooperativeCounters(
                tasklets + other.tasklets,
                rounds + other.rounds,
                progress + other.progress,
                parks + other.parks,
                failures + other.failures);
    }
}
