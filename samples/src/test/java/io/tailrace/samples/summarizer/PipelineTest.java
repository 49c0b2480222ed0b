/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Tailrace;
import io.tailrace.samples.summarizer.joint.JointKind;
import io.tailrace.samples.summarizer.live.LiveRun;
import io.tailrace.samples.summarizer.pipeline.Outcome;
import io.tailrace.samples.summarizer.pipeline.Pipeline;
import io.tailrace.samples.summarizer.pipeline.Workers;
import io.tailrace.samples.summarizer.syslog.LineReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What becomes of a pipeline in one process when something in it fails, or stands still; with small joints, so that
 * all wait.
 */
@Timeout(120)
@SuppressWarnings("InputStreamSlowMultibyteRead") // These read few bytes.
class PipelineTest {
    private static final int LINES = 2_000;
    private static final int CAPACITY = 4;
    private static final Workers WORKERS = new Workers(2, 3);

    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource(
            value = Joining.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"EVENTS", "LINES"})
    void aWorkerThatFailsEndsTheRunAtOnce(Joining joining) throws Exception {
        Path nowhere = directory.resolve("nowhere").resolve("rejects");
        for (int badLine : new int[] {0, LINES / 2, LINES - 1}) { // In the middle of much else, and last of all.
            for (String payload : List.of("1,2", "{}")) {
                Throwable thrown = assertThrows(
                        Exception.class,
                        () -> run(joining, input(badLine, "<13>Nov 23 10:00:00 h view: " + payload), nowhere));
                Throwable cause = thrown instanceof ExecutionException ? thrown.getCause() : thrown;
                assertEquals(UncheckedIOException.class, cause.getClass());
                assertFalse(Thread.currentThread().isInterrupted());
                assertNoThreadIsLeft();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Joining.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"EVENTS", "LINES"})
    void anInputThatFailsEndsTheRun(Joining joining) throws Exception {
        InputStream broken = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("broken");
            }
        };
        InputStream input = new SequenceInputStream(input(-1, ""), broken);
        IOException thrown = assertThrows(IOException.class, () -> run(joining, input, directory.resolve("rejects")));
        assertEquals("broken", thrown.getMessage());
        assertNoThreadIsLeft();
    }

    @ParameterizedTest
    @EnumSource(
            value = Joining.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"NONE", "EVENTS", "LINES"})
    void whoIsInterruptedEndsTheRun(Joining joining) throws Exception {
        Thread reader = Thread.currentThread();
        InputStream endless = new InputStream() {
            private final byte[] line = input(-1, "").readNBytes(4096);
            private int count;

            @Override
            public int read() {
                if (count == 4096 * 10) {
                    reader.interrupt();
                }
                return line[count++ % line.length];
            }
        };
        assertThrows(InterruptedException.class, () -> run(joining, endless, directory.resolve("rejects")));
        assertNoThreadIsLeft();
    }

    @ParameterizedTest
    @EnumSource(
            value = Joining.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"EVENTS", "LINES"})
    void theSameOneMayRunAgain(Joining joining) throws Exception {
        for (int round = 0; round < 3; round++) {
            Outcome outcome = run(joining, input(7, "nothing"), directory.resolve("rejects"));
            assertEquals(LINES, outcome.lineCount());
            assertEquals(LINES - 1, outcome.eventCount());
            assertTrue(Files.readString(directory.resolve("rejects")).equals("8\tBAD_ENVELOPE\tnothing\n"));
            assertNoThreadIsLeft();
        }
    }

    private Outcome run(Joining joining, InputStream input, Path rejects) throws Exception {
        return switch (joining) {
            case NONE -> Pipeline.direct().run(new LineReader(input), rejects, WORKERS, WORKERS, new LiveRun("test"));
            case DISPATCH -> {
                try (Tailrace tailrace = Tailrace.open(directory.resolve("driver"))) {
                    yield Pipeline.withDispatch(tailrace, CAPACITY)
                            .run(new LineReader(input), rejects, WORKERS, WORKERS, new LiveRun("test"));
                }
            }
            default -> {
                JointKind kind = JointKind.valueOf(joining.name());
                yield Pipeline.withJoints(kind, CAPACITY)
                        .run(new LineReader(input), rejects, WORKERS, WORKERS, new LiveRun("test"));
            }
        };
    }

    private static InputStream input(int badLine, String bad) {
        Generator generator = new Generator(1, 50);
        String lines = IntStream.range(0, LINES)
                .mapToObj(i -> i == badLine ? bad : generator.next(i).toString())
                .collect(Collectors.joining("\n"));
        return new ByteArrayInputStream((lines + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static void assertNoThreadIsLeft() {
        List<String> left = Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.matches("(parse|summarize|fill|live|injector)-.*"))
                .toList();
        assertEquals(List.of(), left);
    }
}
