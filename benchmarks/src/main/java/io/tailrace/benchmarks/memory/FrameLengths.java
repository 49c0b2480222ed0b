/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.memory;

import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Lab.Figure;
import io.tailrace.benchmarks.memory.Libraries.Terms;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Product;
import io.tailrace.benchmarks.raw.Json;
import java.util.List;
import java.util.Map;

/** What a message takes in the log, with its header and what aligns it. */
final class FrameLengths {
    static final String UNIT = "B";
    static final List<Integer> PAYLOADS = List.of(8, 16, 32, 64, 100, 128, 256, 512, 1_024, 4_096, 16_384);

    private final Lab lab;

    FrameLengths(Lab lab) {
        this.lab = lab;
    }

    static String cell(int payload) {
        return "frame-" + payload;
    }

    void measure() {
        for (Product product : Libraries.ALL) {
            Candidate candidate = Libraries.candidate(product, Terms.DEFAULT);
            try (Trio trio = new Trio(lab, List.of(), candidate, 1)) {
                for (int payload : PAYLOADS) {
                    MemorySection.measure(lab, 1, candidate.name(), cell(payload), () -> frame(trio, payload));
                }
                trio.checkArrivals(trio.ask("publish 1"));
            }
        }
    }

    private static Figure frame(Trio trio, int payload) {
        return new Figure(Lab.number(Json.parse(trio.ask("frame " + payload)), "bytes"), UNIT, Map.of());
    }
}
