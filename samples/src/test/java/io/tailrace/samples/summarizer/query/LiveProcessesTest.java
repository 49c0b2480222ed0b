/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Tailrace;
import io.tailrace.samples.summarizer.event.Event;
import io.tailrace.samples.summarizer.event.EventType;
import io.tailrace.samples.summarizer.event.Reject;
import io.tailrace.samples.summarizer.live.Counter;
import io.tailrace.samples.summarizer.live.Gauge;
import io.tailrace.samples.summarizer.live.ProcessFigures;
import io.tailrace.samples.summarizer.live.ProcessFigures.State;
import io.tailrace.samples.summarizer.live.StageFigures;
import io.tailrace.samples.summarizer.live.Step;
import io.tailrace.samples.summarizer.summary.Definitions;
import io.tailrace.samples.summarizer.summary.Summary;
import io.tailrace.samples.summarizer.summary.SummaryJson;
import io.tailrace.samples.summarizer.wire.Streams;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Each process is a client of its own here. */
@Timeout(60)
class LiveProcessesTest {
    private static final Map<Reject, Long> REJECTS = Map.of(Reject.BROKEN_JSON, 3L);

    private static final Streams STREAMS = Streams.toRead("test-");

    private static final long PID = ProcessHandle.current().pid();

    @TempDir
    Path directory;

    private final Counter counter = new Counter();
    private Tailrace tailrace;
    private LiveProcesses live;

    @BeforeEach
    void open() {
        tailrace = Tailrace.open(directory);
        live = new LiveProcesses(tailrace, STREAMS, Duration.ofSeconds(2));
    }

    @AfterEach
    void close() {
        live.close();
        tailrace.close();
    }

    @Test
    void figuresAreThoseThatAProcessPublishes() throws Exception {
        counter.increment();
        try (Tailrace other = Tailrace.open(directory);
                PublishedFigures published = published(other, "parse 1", Step.PARSE)) {
            List<ProcessFigures> figures = await(() -> live.figures().size() == 1);
            assertEquals("parse 1 " + PID, figures.get(0).process());
            assertEquals(State.RUNNING, figures.get(0).state());
            assertEquals(REJECTS, figures.get(0).figures().rejects());
            StageFigures stage = figures.get(0).figures().stages().get(0);
            assertEquals("stage of parse 1", stage.name());
            assertEquals(Step.PARSE, stage.step());
            assertEquals(2, stage.version());
            assertEquals(1, stage.handledCount());
            assertEquals(0.5, stage.fill(), 1e-9);
            assertTrue(published != null);
        }
    }

    @Test
    void processesAreInTheOrderInWhichEventsPassThem() throws Exception {
        try (Tailrace other = Tailrace.open(directory);
                PublishedFigures third = published(other, "a", Step.SUMMARIZE);
                PublishedFigures second = published(other, "b", Step.PARSE);
                PublishedFigures first = published(other, "c", Step.INGEST)) {
            List<ProcessFigures> figures = await(() -> live.figures().size() == 3);
            assertEquals(
                    List.of("c " + PID, "b " + PID, "a " + PID),
                    figures.stream().map(ProcessFigures::process).toList());
            assertTrue(first != second && second != third);
        }
    }

    @Test
    void aProcessThatEndsInGoodOrderHasEndedAndIsGoneLater() throws Exception {
        Tailrace other = Tailrace.open(directory);
        PublishedFigures published = published(other, "parse 1", Step.PARSE);
        await(() -> live.figures().size() == 1);
        published.close();
        other.close();
        await(() -> live.figures().get(0).state() == State.ENDED);
        await(() -> live.figures().isEmpty());
    }

    @Test
    void aProcessWhoseLogEndsWithoutAWordIsStaleAndThenGone() throws Exception {
        Tailrace other = Tailrace.open(directory);
        PublishedFigures published = published(other, "parse 1", Step.PARSE);
        await(() -> live.figures().size() == 1);
        other.close(); // As a death does it: its thread can publish nothing any more.
        await(() -> live.figures().get(0).state() == State.STALE);
        await(() -> live.figures().isEmpty());
        published.close();
    }

    @Test
    void withoutSummarizersThereAreNoSummaries() throws Exception {
        assertEquals(List.of(), live.summaries());
    }

    @Test
    void summariesAreThoseOfAllProcessesInTheirOrder() throws Exception {
        List<Summary> all = Definitions.ofVersion(2).stream().map(Summary::new).toList();
        take(all, "eu-west", "item-1");
        try (Tailrace other = Tailrace.open(directory);
                Writer odd = new Writer(other, every(all, 1));
                Writer even = new Writer(other, every(all, 0))) {
            await(() -> live.summaries().size() == all.size());
            assertEquals(all.stream().map(SummaryJson::of).toList(), live.summaries());
            assertTrue(odd != even);
        }
        await(() -> live.summaries().isEmpty());
    }

    @Test
    void aWriterThatDoesNotComeToItHoldsTheOthersUpForAMomentOnly() throws Exception {
        List<Summary> all = Definitions.ofVersion(1).stream().map(Summary::new).toList();
        try (Tailrace other = Tailrace.open(directory);
                SummaryResponder stuck = new SummaryResponder(other, STREAMS, () -> {})) {
            assertThrows(TimeoutException.class, () -> {
                while (live.summaries().isEmpty()) {
                    Thread.onSpinWait(); // Until it is seen.
                }
            });
            try (Writer writer = new Writer(other, all)) {
                await(() -> summariesOrNone().size() == all.size());
                assertTrue(writer.thread.isAlive() && stuck != null);
            }
        }
    }

    @Test
    void aSummaryThatIsTooLongSaysSoAndTheOthersAreThere() throws Exception {
        List<Summary> all = Definitions.ofVersion(2).stream().map(Summary::new).toList();
        for (int i = 0; i < 300; i++) { // More groups than there is room for, and long items.
            take(all, "region-" + i, "\u0001".repeat(250) + i);
            take(all, "region-" + i, "\u0002".repeat(250) + i);
        }
        try (Tailrace other = Tailrace.open(directory);
                Writer writer = new Writer(other, all)) {
            await(() -> live.summaries().size() == all.size());
            List<String> summaries = live.summaries();
            assertEquals(SummaryJson.of(all.get(0)), summaries.get(0));
            assertTrue(summaries.get(3).contains("\"error\":\"too long to be sent: length="), summaries.get(3));
            assertTrue(summaries.get(3).startsWith("{\"name\":\"items\",\"version\":2,"), summaries.get(3));
            assertTrue(writer.thread.isAlive());
        }
    }

    private List<String> summariesOrNone() throws InterruptedException {
        try {
            return live.summaries();
        } catch (TimeoutException e) {
            return List.of();
        }
    }

    private static void take(List<Summary> summaries, String region, String item) {
        Event event = new Event(
                1, EventType.PURCHASE, 2, 1, "c1", region, "10.0.0.1", item, 5, 7, List.of(new Event.Step("db", 7)));
        summaries.stream()
                .filter(summary -> summary.definition().types().contains(EventType.PURCHASE))
                .forEach(summary -> summary.take(event));
    }

    private static List<Summary> every(List<Summary> all, int remainder) {
        return IntStream.range(0, all.size())
                .filter(i -> i % 2 == remainder)
                .mapToObj(all::get)
                .toList();
    }

    private PublishedFigures published(Tailrace other, String process, Step step) {
        Gauge gauge = new Gauge("stage of " + process, step, 2, counter::get, () -> 0.5);
        PublishedFigures published = new PublishedFigures(other, STREAMS, process, List.of(gauge), () -> REJECTS);
        published.start();
        return published;
    }

    /** Looks whether it is asked, as a summarizer does between two polls. */
    private static final class Writer implements AutoCloseable {
        private final Semaphore woken = new Semaphore(0);
        private final SummaryResponder responder;
        private final Thread thread;

        Writer(Tailrace other, List<Summary> own) {
            responder = new SummaryResponder(other, STREAMS, woken::release);
            thread = new Thread(() -> {
                try {
                    while (true) {
                        woken.acquire();
                        responder.answer(own);
                    }
                } catch (InterruptedException e) {
                    // That is its end.
                }
            });
            thread.start();
        }

        @Override
        public void close() throws Exception {
            responder.close();
            thread.interrupt();
            thread.join();
        }
    }

    private List<ProcessFigures> await(Callable<Boolean> condition) throws Exception {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!condition.call()) {
            assertTrue(System.nanoTime() < deadlineNs, () -> "did not come: " + live.figures());
            Thread.sleep(5);
        }
        return live.figures();
    }
}
