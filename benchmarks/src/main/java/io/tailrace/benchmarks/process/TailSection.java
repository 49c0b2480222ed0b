/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.process;

import static io.tailrace.benchmarks.peer.Candidate.CONCURRENT;
import static io.tailrace.benchmarks.peer.Candidate.EXCLUSIVE;

import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Schedule;
import io.tailrace.benchmarks.lab.Section;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Product;
import io.tailrace.benchmarks.raw.Measurement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The section {@code tail}. A pilot chooses how Aeron's driver idles best with each length of terms; then rounds, in
 * which each candidate has its turn with fresh processes, one pair at a time: the largest terms take gigabytes, and
 * begin anew, so that they are not crossed.
 */
public final class TailSection {
    static final String NAME = "tail";

    public static final Section SECTION =
            new Section(NAME, Duration.ofMinutes(2), Duration.ofMinutes(9), TailSection::measure, TailChapter.CHAPTER);

    static final Cell CELL = Cell.oneWay(32, 1_000_000);
    static final List<String> KINDS = List.of(EXCLUSIVE, CONCURRENT);

    private static final String SMALL = "64k";

    /** Crossed after 26 s by Tailrace, after 17 s by Aeron. */
    private static final String LARGEST = "1024m";

    /** Where there is no space for the largest: crossed every 6.7 s by Tailrace, every 4 s by Aeron. */
    private static final String LARGE = "256m";

    private static final long SPACE_FOR_LARGEST = 4L << 30;
    private static final List<String> DRIVER_IDLES = List.of("", "-sleep", "-subscriber");
    private static final Schedule PILOT_SLICE = Schedule.ofMs(200, 1_000);

    private TailSection() {}

    private static void measure(Lab lab) {
        boolean quick = lab.run().quick();
        int rounds = quick ? 1 : 3;
        Schedule slice = Schedule.ofMs(500, quick ? 5_000 : 10_000, 250);
        List<Candidate> candidates = candidates(lab);
        for (int round = 1; round <= rounds; round++) {
            lab.say("round " + round + " of " + rounds);
            for (Candidate candidate : lab.shuffled(candidates)) {
                measure(lab, round, candidate, slice);
            }
        }
    }

    private static List<Candidate> candidates(Lab lab) {
        String large = lab.usableSpace() >= SPACE_FOR_LARGEST ? LARGEST : LARGE;
        String bestSmall = bestAeron(lab, SMALL);
        String bestLarge = bestAeron(lab, large);
        List<Candidate> candidates = new ArrayList<>(List.of(Pair.JITTER));
        for (String kind : KINDS) {
            List.of(SMALL, large, Candidate.DEFAULT)
                    .forEach(terms -> candidates.add(Candidate.of(Product.TAILRACE, kind, terms)));
            List.of(bestSmall, bestLarge)
                    .forEach(variant -> candidates.add(Candidate.of(Product.AERON, kind, variant)));
        }
        return candidates;
    }

    /** {@return the variant whose exclusive publications have the least late tail} */
    private static String bestAeron(Lab lab, String terms) {
        lab.say("pilot, Aeron with terms of " + terms);
        return DRIVER_IDLES.stream()
                .map(idle -> measure(
                        lab, Measurement.PILOT, Candidate.of(Product.AERON, EXCLUSIVE, terms + idle), PILOT_SLICE))
                .min(Comparator.comparingDouble(measurement -> measurement.number("p999")))
                .map(measurement -> new Candidate(measurement.candidate()).variant())
                .orElseThrow();
    }

    /** Each round is a block: its processes are fresh. */
    private static Measurement measure(Lab lab, int block, Candidate candidate, Schedule slice) {
        try (Pair pair = new Pair(lab, candidate, false)) {
            pair.warmUp(CELL, 1_600);
            return pair.measure(block, 1, CELL, slice);
        }
    }
}
