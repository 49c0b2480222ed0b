/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

/**
 * What is measured: how many messages a second pass from left to right, or how long left waits for right's answer to a
 * burst.
 *
 * @param payload of a message in bytes
 * @param burst messages sent before the answer is awaited; right answers the last one. Throughput has none: 0
 */
record Workload(int payload, int burst) {
    static final int ROUND_TRIP_PAYLOAD = 8;

    static Workload throughput(int payload) {
        return new Workload(payload, 0);
    }

    static Workload roundTrip(int burst) {
        return new Workload(ROUND_TRIP_PAYLOAD, burst);
    }

    Workload {
        if (payload < Long.BYTES || payload > Candidate.Sender.MAX_LENGTH || burst < 0) {
            throw new IllegalArgumentException("not a workload: payload=" + payload + ", min=8, max="
                    + Candidate.Sender.MAX_LENGTH + ", burst=" + burst);
        }
    }

    boolean isThroughput() {
        return burst == 0;
    }

    Slice slice(Candidate candidate) {
        return isThroughput()
                ? new ThroughputSlice(candidate.toRight(), payload)
                : new RoundTripSlice(candidate.toRight(), candidate.toLeft(), payload, burst);
    }

    /** Reads what {@link #toString} writes. */
    static Workload parse(String text) {
        int dash = text.indexOf('-');
        int number = Integer.parseInt(text.substring(dash + 1));
        return switch (text.substring(0, dash)) {
            case "throughput" -> throughput(number);
            case "roundtrip" -> roundTrip(number);
            default -> throw new IllegalArgumentException("not a workload: text=" + text);
        };
    }

    @Override
    public String toString() {
        return isThroughput() ? "throughput-" + payload : "roundtrip-" + burst;
    }
}
