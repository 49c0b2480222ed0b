/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tailrace.Tailrace;
import io.tailrace.samples.summarizer.event.Reject;
import io.tailrace.samples.summarizer.joint.JointKind;
import io.tailrace.samples.summarizer.live.Figures;
import io.tailrace.samples.summarizer.live.LiveRun;
import io.tailrace.samples.summarizer.live.ProcessFigures;
import io.tailrace.samples.summarizer.live.StageFigures;
import io.tailrace.samples.summarizer.pipeline.Outcome;
import io.tailrace.samples.summarizer.pipeline.Pipeline;
import io.tailrace.samples.summarizer.pipeline.Workers;
import io.tailrace.samples.summarizer.summary.SummaryJson;
import io.tailrace.samples.summarizer.syslog.LineReader;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Looks at runs of each joint while they go on. */
@Timeout(120)
class LiveRunTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int CAPACITY = 64;
    private static final int LINES = 1_000;
    /** Each of these takes all events of its version. */
    private static final List<String> TAKE_ALL = List.of("traffic", "customers", "latency");

    @TempDir
    Path directory;

    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final LiveRun live = new LiveRun("test");
    private final FedInput input = new FedInput();

    /** Gives what it is fed, and waits for more. */
    private static final class FedInput extends InputStream {
        private static final byte[] END = {};
        private final BlockingQueue<byte[]> chunks = new LinkedBlockingQueue<>(4);
        private byte[] current = {};
        private int position;
        private boolean isEnded;

        void feed(String lines) throws InterruptedException {
            chunks.put(lines.getBytes(StandardCharsets.UTF_8));
        }

        void end() throws InterruptedException {
            chunks.put(END);
        }

        @Override
        public int read() {
            throw new UnsupportedOperationException();
        }

        @Override
        public int read(byte[] bytes, int offset, int length) {
            try {
                while (position == current.length && !isEnded) {
                    current = chunks.take();
                    isEnded = current == END;
                    position = 0;
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            int count = Math.min(length, current.length - position);
            System.arraycopy(current, position, bytes, offset, count);
            position += count;
            return isEnded ? -1 : count;
        }
    }

    @AfterEach
    void endThreads() throws Exception {
        executor.shutdownNow();
        assertTrue(executor.awaitTermination(30, TimeUnit.SECONDS));
    }

    @ParameterizedTest
    @EnumSource(
            value = Joining.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"EVENTS", "LINES"})
    void whatOneThreadSaysWhileItWorksBelongsTogether(Joining joining) throws Exception {
        Future<Outcome> outcome = executor.submit(run(joining, new Workers(2, 1)));
        String lines = lines(LINES);
        Future<?> feeder = executor.submit(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                input.feed(lines);
            }
            return null;
        });
        Map<String, Long> before = new HashMap<>();
        long grown = 0;
        while (live.summaries().isEmpty()) {
            assertFalse(outcome.isDone()); // Until it has begun.
        }
        for (int i = 0; i < 200; i++) {
            Map<String, Long> counts = checkedCounts(live.summaries());
            for (Map.Entry<String, Long> count : counts.entrySet()) {
                long earlier = before.getOrDefault(count.getKey(), 0L);
                assertTrue(count.getValue() >= earlier, count + " after " + earlier);
                grown += count.getValue() > earlier ? 1 : 0;
            }
            before = counts;
        }
        assertTrue(grown >= 4, "it stood still, which shows nothing");
        feeder.cancel(true);
        input.chunks.clear();
        input.end();
        assertSummaries(outcome.get(60, TimeUnit.SECONDS));
    }

    /** {@return the events by version} All summaries of a version have the same writer. */
    private static Map<String, Long> checkedCounts(List<String> summaries) throws Exception {
        Map<String, Long> counts = new HashMap<>();
        for (String text : summaries) {
            JsonNode summary = JSON.readTree(text);
            long events = summary.get("events").asLong();
            String name = summary.get("name").asText();
            if (TAKE_ALL.contains(name)) {
                Long other = counts.putIfAbsent(summary.get("version").asText(), events);
                assertTrue(other == null || other == events, () -> "torn: " + summaries);
            }
            if (name.equals("traffic") || name.equals("latency")) {
                long sum = 0;
                for (JsonNode group : summary.get("groups")) {
                    sum += group.get("count").asLong();
                }
                assertEquals(events, sum, () -> "torn: " + text);
            }
        }
        return counts;
    }

    private void assertSummaries(Outcome outcome) throws Exception {
        List<String> ended = outcome.summaries().stream().map(SummaryJson::of).toList();
        assertEquals(12, ended.size());
        assertEquals(ended, live.summaries());
    }

    @ParameterizedTest
    @EnumSource(
            value = Joining.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"EVENTS", "LINES"})
    void whoWaitsForItemsAnswersToo(Joining joining) throws Exception {
        Future<Outcome> outcome = executor.submit(run(joining, new Workers(2, 3)));
        input.feed(lines(LINES));
        Map<String, Long> counts = Map.of();
        while (counts.values().stream().mapToLong(Long::longValue).sum() < LINES) {
            assertFalse(outcome.isDone());
            counts = eventsOfTraffic(live.summaries());
        }
        assertFalse(outcome.isDone());
        input.end();
        assertSummaries(outcome.get(60, TimeUnit.SECONDS));
        assertEquals(counts, eventsOfTraffic(live.summaries()));
    }

    private static Map<String, Long> eventsOfTraffic(List<String> summaries) throws Exception {
        Map<String, Long> counts = new HashMap<>();
        for (String text : summaries) {
            JsonNode summary = JSON.readTree(text);
            if (summary.get("name").asText().equals("traffic")) {
                counts.put(
                        summary.get("version").asText(), summary.get("events").asLong());
            }
        }
        return counts;
    }

    @ParameterizedTest
    @EnumSource(
            value = Joining.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"EVENTS", "LINES"})
    void figuresTellWhatEachStageHasDone(Joining joining) throws Exception {
        Future<Outcome> outcome = executor.submit(run(joining, new Workers(2, 1)));
        input.feed(lines(LINES) + "nothing\n");
        while (live.figures().isEmpty()) {
            assertFalse(outcome.isDone()); // Until it has begun.
        }
        while (handled(figures(), "ingest") < LINES + 1) {
            assertFalse(outcome.isDone()); // Until a second is over.
            assertEquals(ProcessFigures.State.RUNNING, live.figures().get(0).state());
        }
        assertFalse(outcome.isDone());
        input.end();
        Outcome ended = outcome.get(60, TimeUnit.SECONDS);
        Figures last = figures();
        assertEquals(ProcessFigures.State.ENDED, live.figures().get(0).state());
        assertEquals(
                List.of("ingest", "parse-v1", "summarize-v1-1", "parse-v2", "summarize-v2-1"),
                last.stages().stream().map(StageFigures::name).toList());
        assertEquals(LINES + 1, handled(last, "ingest"));
        assertEquals(LINES, handled(last, "parse-v1") + handled(last, "parse-v2"));
        assertEquals(handled(last, "parse-v1"), handled(last, "summarize-v1-1"));
        assertEquals(handled(last, "parse-v2"), handled(last, "summarize-v2-1"));
        assertEquals(Map.of(Reject.BAD_ENVELOPE, 1L), last.rejects());
        assertEquals(ended.rejects(), last.rejects());
    }

    private Figures figures() {
        return live.figures().get(0).figures();
    }

    private static long handled(Figures figures, String stage) {
        return figures.stages().stream()
                .filter(one -> one.name().equals(stage))
                .mapToLong(StageFigures::handledCount)
                .sum();
    }

    @ParameterizedTest
    @EnumSource(
            value = Joining.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"EVENTS", "LINES"})
    void whoAsksWhileARunFailsDoesNotHoldItUp(Joining joining) throws Exception {
        Path nowhere = directory.resolve("nowhere").resolve("rejects");
        Future<Outcome> outcome = executor.submit(run(joining, new Workers(2, 1), nowhere));
        Future<?> asker = executor.submit(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                List<String> summaries = live.summaries();
                assertTrue(summaries.isEmpty() || summaries.size() == 12);
            }
            return null;
        });
        input.feed(lines(LINES) + "<13>Nov 23 10:00:00 web-1 view: 1,2\n");
        input.end();
        assertThrows(ExecutionException.class, () -> outcome.get(60, TimeUnit.SECONDS));
        asker.cancel(true);
    }

    private Callable<Outcome> run(Joining joining, Workers workers) {
        return run(joining, workers, directory.resolve("rejects"));
    }

    private Callable<Outcome> run(Joining joining, Workers workers, Path rejects) {
        return switch (joining) {
            case NONE -> () -> Pipeline.direct().run(new LineReader(input), rejects, workers, workers, live);
            case DISPATCH ->
                () -> {
                    try (Tailrace tailrace = Tailrace.open(directory.resolve("driver"))) {
                        return Pipeline.withDispatch(tailrace, CAPACITY)
                                .run(new LineReader(input), rejects, workers, workers, live);
                    }
                };
            default ->
                () -> Pipeline.withJoints(JointKind.valueOf(joining.name()), CAPACITY)
                        .run(new LineReader(input), rejects, workers, workers, live);
        };
    }

    private static String lines(int count) {
        Generator generator = new Generator(1, 50);
        return IntStream.range(0, count)
                .mapToObj(i -> generator.next(i).toString())
                .collect(Collectors.joining("\n", "", "\n"));
    }
}
