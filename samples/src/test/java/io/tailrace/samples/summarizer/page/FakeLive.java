/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.page;

import io.tailrace.samples.summarizer.event.Event;
import io.tailrace.samples.summarizer.event.EventType;
import io.tailrace.samples.summarizer.event.Reject;
import io.tailrace.samples.summarizer.live.Figures;
import io.tailrace.samples.summarizer.live.Live;
import io.tailrace.samples.summarizer.live.ProcessFigures;
import io.tailrace.samples.summarizer.live.StageFigures;
import io.tailrace.samples.summarizer.live.Step;
import io.tailrace.samples.summarizer.summary.Definitions;
import io.tailrace.samples.summarizer.summary.Summary;
import io.tailrace.samples.summarizer.summary.SummaryJson;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** A run that does what a test wants to be shown. */
final class FakeLive implements Live {
    /** Each would be something else than text where it is not escaped, or would turn or tear what is around it. */
    static final List<String> HOSTILE_NAMES = List.of(
            "<script>document.title='owned'</script>",
            "<img src=x onerror=\"document.title='owned'\">",
            "</td></table>&lt;b&gt;",
            "\u202Eeman sdrawkcab \u2067\u05D0",
            "__proto__",
            "constructor",
            "007",
            "'\"\\\u0001\u2028",
            "\uD83D\uDE00 e\u0301\u0301\u0301",
            "W".repeat(256));

    final AtomicInteger asked = new AtomicInteger();
    volatile long rate = 1000;
    volatile double parseFill = 1;
    volatile ProcessFigures.State state = ProcessFigures.State.RUNNING;
    volatile Callable<List<String>> summaries = FakeLive::hostileSummaries;

    @Override
    public List<ProcessFigures> figures() {
        List<StageFigures> stages = List.of(
                new StageFigures("ingest", Step.INGEST, 0, 3 * rate, rate, 0),
                new StageFigures("parse-v1", Step.PARSE, 1, 2 * rate, rate, parseFill),
                new StageFigures("summarize-v1-1", Step.SUMMARIZE, 1, 2 * rate, rate, 0.123));
        return List.of(
                new ProcessFigures("run <4711>", state, new Figures(stages, Map.of(Reject.BROKEN_JSON, rate), false)));
    }

    @Override
    public List<String> summaries() throws TimeoutException, InterruptedException {
        asked.incrementAndGet();
        try {
            return summaries.call();
        } catch (TimeoutException | InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** {@return summaries as they are of events that have the names everywhere a name goes} */
    static List<String> hostileSummaries() {
        List<Summary> all = Definitions.ofVersion(2).stream().map(Summary::new).toList();
        for (String name : HOSTILE_NAMES) {
            Event event = new Event(
                    1, EventType.PURCHASE, 2, 1, name, name, name, name, 5, 7, List.of(new Event.Step(name, 7)));
            all.stream()
                    .filter(summary -> summary.definition().types().contains(EventType.PURCHASE))
                    .forEach(summary -> summary.take(event));
        }
        return all.stream().map(SummaryJson::of).toList();
    }
}
