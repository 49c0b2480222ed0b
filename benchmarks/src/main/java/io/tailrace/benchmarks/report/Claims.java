/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import io.tailrace.benchmarks.raw.Measurement;
import io.tailrace.benchmarks.report.Claim.Side;
import java.util.ArrayList;
import java.util.List;

/**
 * What the project has set itself: near cores, one publisher and one subscriber, against the best of Aeron's matrix.
 */
final class Claims {
    private static final double NONE = Double.NaN;
    /** Less is asked there of short messages in exclusive logs. */
    private static final int OLDEST_JDK = 17;

    private static final Goal EXCLUSIVE_ON_OLDEST_JDK = Goal.atLeast(1.5, 2.5);

    static final List<Claim> ALL = all();

    private Claims() {}

    private static List<Claim> all() {
        List<Claim> claims = new ArrayList<>();
        for (String kind : List.of("concurrent", "exclusive")) {
            claims.add(duel(kind, "round trip, burst 1", "roundtrip-1", Goal.atMost(1.0, NONE)));
            claims.add(new Claim(
                    "round trip, burst 1, " + kind + ", to raw",
                    "duel",
                    new Side("tailrace/" + kind + "/.*/offer", "roundtrip-1"),
                    null,
                    Measurement::value,
                    Goal.atMost(NONE, 1.3)));
        }
        claims.add(duel("concurrent", "round trip, burst 100", "roundtrip-100", Goal.atMost(0.6, 0.4)));
        claims.add(duel("exclusive", "round trip, burst 100", "roundtrip-100", Goal.atMost(0.4, 0.25)));
        for (int payload : List.of(8, 16, 32)) {
            claims.add(throughput("concurrent", payload, Goal.atLeast(1.7, 3)));
        }
        for (int payload : List.of(8, 16, 32)) {
            claims.add(throughput("exclusive", payload, Goal.atLeast(2.5, 4)));
        }
        for (int payload : List.of(64, 128, 256)) {
            claims.add(throughput("exclusive", payload, Goal.atLeast(1.5, 2.5)));
        }
        claims.addAll(large());
        claims.add(new Claim(
                "batch of 16, 8 B, concurrent",
                "duel",
                new Side("tailrace/concurrent/.*/batch", "throughput-8"),
                new Side("aeron/concurrent/.*", "throughput-8"),
                Measurement::value,
                Goal.atLeast(4, NONE)));
        claims.addAll(process());
        claims.add(new Claim(
                "3 publishers on 2 cores (parking), total",
                "scaling",
                new Side("tailrace/concurrent/.*", "grid-3x1-park"),
                new Side("aeron/concurrent/.*", "grid-3x1-park"),
                Measurement::value,
                Goal.atLeast(1.5, NONE)));
        return claims;
    }

    private static List<Claim> large() {
        List<Claim> claims = new ArrayList<>();
        for (int payload : List.of(1_024, 4_096, 16_384, 65_536)) {
            for (String kind : List.of("concurrent", "exclusive")) {
                claims.add(throughput(kind, payload, Goal.atLeast(1.0, NONE)));
            }
            claims.add(new Claim(
                    size(payload) + ", exclusive, to memcpy",
                    "duel",
                    new Side("tailrace/exclusive/.*/offer", "throughput-" + payload),
                    new Side("memcpy.*", "throughput-" + payload),
                    Measurement::value,
                    Goal.atLeast(NONE, 0.85)));
        }
        return claims;
    }

    private static List<Claim> process() {
        List<Claim> claims = new ArrayList<>();
        for (String kind : List.of("concurrent", "exclusive")) {
            for (String percentile : List.of("p99", "p999")) {
                claims.add(new Claim(
                        "two processes, 1 M messages/s, " + percentile + " one-way, " + kind,
                        "process",
                        new Side("tailrace/" + kind + "/.*", "oneway-32-at-1000000"),
                        new Side("aeron/" + kind + "/.*", "oneway-32-at-1000000"),
                        measurement -> measurement.number(percentile),
                        Goal.atMost(1.0, 0.7)));
            }
        }
        return claims;
    }

    private static Claim throughput(String kind, int payload, Goal goal) {
        return duel(kind, "throughput " + size(payload), "throughput-" + payload, goal);
    }

    private static String size(int payload) {
        return payload < 1_024 ? payload + " B" : (payload >> 10) + " KiB";
    }

    private static Claim duel(String kind, String label, String cell, Goal goal) {
        return new Claim(
                label + ", " + kind,
                "duel",
                new Side("tailrace/" + kind + "/.*/offer", cell),
                new Side("aeron/" + kind + "/.*", cell),
                Measurement::value,
                goal);
    }

    /** {@return what a claim has to reach with a JDK} */
    static Goal goal(Claim claim, int jdk) {
        boolean isEased = jdk == OLDEST_JDK && claim.label().matches("throughput (8|16|32) B, exclusive");
        return isEased ? EXCLUSIVE_ON_OLDEST_JDK : claim.goal();
    }
}
