/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.query;

import io.tailrace.samples.summarizer.codecs.FiguresDecoder;
import io.tailrace.samples.summarizer.event.Reject;
import io.tailrace.samples.summarizer.live.Figures;
import io.tailrace.samples.summarizer.live.StageFigures;
import io.tailrace.samples.summarizer.live.Step;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Makes figures of a message. */
final class FiguresReader {
    private FiguresReader() {}

    /**
     * {@return the figures in the message} The name of their process is behind them, and to be read next.
     *
     * @throws IllegalArgumentException if another version of this program has written it, which has other steps or
     *     reasons
     */
    static Figures read(FiguresDecoder message) {
        boolean isEnded = message.isEnded() == 1;
        List<StageFigures> stages = new ArrayList<>();
        for (FiguresDecoder.StagesDecoder stage : message.stages()) {
            stages.add(new StageFigures(
                    stage.name(),
                    Step.of(stage.step()),
                    stage.version(),
                    stage.handledCount(),
                    stage.perSecond(),
                    stage.fill()));
        }
        Map<Reject, Long> rejects = new EnumMap<>(Reject.class);
        for (FiguresDecoder.RejectsDecoder reject : message.rejects()) {
            rejects.put(Reject.valueOf(reject.reason()), reject.lineCount());
        }
        return new Figures(stages, rejects, isEnded);
    }
}
