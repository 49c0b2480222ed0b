/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.live;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Finds the stages that hold all others back.
 *
 * <p>On the way of an event it is the first stage whose input is nearly full while the next one's is not: what is
 * before it waits for it, and what is behind it waits for its work. The versions share nothing but ingest, so each may
 * have one. Of several summarizers whose inputs are nearly full it is the one whose input is fullest: who parses waits
 * for any of them. Where no input is nearly full all wait for ingest; so it is ingest, if that reads anything at all.
 */
public final class Slowest {
    /** From this on an input is nearly full. */
    public static final double NEARLY_FULL = 0.9;

    private static final int VERSIONS = 2;

    private Slowest() {}

    /** {@return at most one for each version, in no case two of which one waits for the other} */
    public static List<StageFigures> of(List<StageFigures> stages) {
        List<StageFigures> slowest = new ArrayList<>();
        for (int version = 1; version <= VERSIONS; version++) {
            int ofVersion = version;
            stages.stream()
                    .filter(stage -> stage.version() == ofVersion && stage.fill() >= NEARLY_FULL)
                    .max(Comparator.comparing(StageFigures::step).thenComparing(StageFigures::fill))
                    .ifPresent(slowest::add);
        }
        if (slowest.isEmpty()) {
            stages.stream()
                    .filter(stage -> stage.step() == Step.INGEST && stage.perSecond() > 0)
                    .max(Comparator.comparing(StageFigures::perSecond))
                    .ifPresent(slowest::add);
        }
        return slowest;
    }
}
