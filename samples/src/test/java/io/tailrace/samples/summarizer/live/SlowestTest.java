/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.live;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class SlowestTest {
    @Test
    void withoutAFullInputAllWaitForIngest() {
        assertEquals(List.of("ingest"), slowest(ingest(100), parse(1, 0.5), summarize(1, 1, 0.89)));
    }

    @Test
    void nobodyIsSlowWhereNothingComes() {
        assertEquals(List.of(), slowest(ingest(0), parse(1, 0), summarize(1, 1, 0)));
        assertEquals(List.of(), slowest());
    }

    @Test
    void aParserIsSlowestWhileTheInputsBehindItAreNotFull() {
        assertEquals(List.of("parse-v1"), slowest(ingest(100), parse(1, 0.9), summarize(1, 1, 0.89)));
    }

    @Test
    void aSummarizerWhoseInputIsFullHoldsBackTheParserBeforeIt() {
        assertEquals(List.of("summarize-v1-2"), slowest(parse(1, 1), summarize(1, 1, 0), summarize(1, 2, 0.9)));
        assertEquals(List.of("summarize-v1-1"), slowest(parse(1, 0.2), summarize(1, 1, 0.95), summarize(1, 2, 0.91)));
    }

    @Test
    void aFullPipelineHasASlowestStageAlsoWhereNothingMovesAnyMore() {
        assertEquals(List.of("summarize-v1-1"), slowest(ingest(0), parse(1, 1), summarize(1, 1, 1)));
    }

    @Test
    void eachVersionMayHaveOne() {
        assertEquals(
                List.of("parse-v1", "summarize-v2-1"),
                slowest(ingest(9), parse(1, 1), summarize(1, 1, 0), parse(2, 1), summarize(2, 1, 1)));
    }

    @Test
    void withoutParsersTheSummarizerIsSlowestWhoseStreamIsFull() {
        assertEquals(List.of("summarize-v2-1"), slowest(ingest(9), summarize(2, 1, 0.97), summarize(2, 2, 0.96)));
    }

    private static List<String> slowest(StageFigures... stages) {
        return Slowest.of(List.of(stages)).stream().map(StageFigures::name).toList();
    }

    private static StageFigures ingest(double perSecond) {
        return new StageFigures("ingest", Step.INGEST, 0, 0, perSecond, 0);
    }

    private static StageFigures parse(int version, double fill) {
        return new StageFigures("parse-v" + version, Step.PARSE, version, 0, 0, fill);
    }

    private static StageFigures summarize(int version, int index, double fill) {
        return new StageFigures("summarize-v" + version + '-' + index, Step.SUMMARIZE, version, 0, 0, fill);
    }
}
