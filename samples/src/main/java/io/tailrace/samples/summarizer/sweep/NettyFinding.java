/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.sweep;

import io.tailrace.samples.summarizer.sweep.Verdict.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/** Finding 2, which takes lines that come over TCP. */
final class NettyFinding {
    private static final String CLAIM = "Netty workers that parse by themselves carry less than Netty workers with the"
            + " right number of parsers";
    /** Four Netty workers and a parser. */
    private static final int PROCESSORS = 5;

    private NettyFinding() {}

    static Verdict verdict(List<Point> points, double least) {
        Cells tcp = Cells.of(points).where(Setting::isTcp);
        List<String> parts = new ArrayList<>();
        boolean isTrue = true;
        for (int version : tcp.versions()) {
            Cells cells = tcp.ofVersion(version);
            Optional<Cell> alone =
                    cells.where(setting -> setting.joint().equals(Setting.NONE)).best();
            Optional<Cell> parsed = cells.where(setting -> !setting.joint().equals(Setting.NONE))
                    .best();
            if (alone.isPresent() && parsed.isPresent()) {
                isTrue &= parsed.get().rate() > (1 + least) * alone.get().rate();
                parts.add("version " + version + ": by themselves " + text(alone.get()) + ", with parsers "
                        + text(parsed.get()));
            }
        }
        if (parts.isEmpty()) {
            return Verdict.cannotTell(2, CLAIM, "There are no points over TCP with joint none and another one.");
        }
        String figures = "Best of " + String.join("; ", parts) + ".";
        int processors = points.stream()
                .map(Point::machine)
                .filter(Objects::nonNull)
                .mapToInt(Machine::processors)
                .min()
                .orElse(0);
        return processors < PROCESSORS
                ? Verdict.cannotTell(
                        2,
                        CLAIM,
                        "Four Netty workers, a parser and the sender share " + processors + " processors. " + figures)
                : new Verdict(2, CLAIM, Answer.of(isTrue), figures);
    }

    private static String text(Cell cell) {
        return String.format(
                Locale.ROOT,
                "%,.0f events/s (%s, %.1f processors busy)",
                cell.rate(),
                cell.setting(),
                Spread.of(cell.results().stream().map(Result::busyProcessors).toList())
                        .median());
    }
}
