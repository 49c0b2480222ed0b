/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.sweep;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * What a sweep measures. In each round each setting has its turn, in an order of its own, so that what changes on the
 * machine meanwhile is spread over all of them.
 *
 * @param settings each once
 * @param rounds how often
 * @param events of version 1 for a point
 * @param seed of the order
 */
public record Plan(List<Setting> settings, int rounds, int events, long seed) {
    /** An event of version 2 costs about this many times what one of version 1 does. */
    private static final int COST_OF_V2 = 4;
    /** Lines that come at a rate need no more. */
    private static final int SECONDS_AT_RATE = 3;
    /** To foretell how long it takes: two JVMs begin and end, and events of version 1 are summarized. */
    private static final double STARTING_SECONDS = 0.6;

    private static final double FORETOLD_EVENTS_PER_S = 1_400_000;

    /** {@return the settings of each round, one after the other} */
    List<List<Setting>> turns() {
        Random random = new Random(seed);
        List<List<Setting>> turns = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            List<Setting> turn = new ArrayList<>(settings);
            Collections.shuffle(turn, random);
            turns.add(turn);
        }
        return turns;
    }

    /** {@return how many events a point of this setting has} */
    int events(Setting setting) {
        int unlimited = setting.version() == 1 ? events : Math.max(1, events / COST_OF_V2);
        return setting.linesPerS() == 0 ? unlimited : Math.min(unlimited, SECONDS_AT_RATE * setting.linesPerS());
    }

    /** {@return about how long it takes} */
    public Duration foretold() {
        double seconds = settings.stream().mapToDouble(this::foretoldSeconds).sum();
        return Duration.ofSeconds(Math.round(rounds * seconds));
    }

    private double foretoldSeconds(Setting setting) {
        double eventsPerS = setting.linesPerS() > 0
                ? setting.linesPerS()
                : FORETOLD_EVENTS_PER_S / (setting.version() == 1 ? 1 : COST_OF_V2);
        return STARTING_SECONDS + events(setting) / eventsPerS;
    }
}
