/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tailrace.Tailrace;
import io.tailrace.samples.summarizer.live.LiveRun;
import io.tailrace.samples.summarizer.pipeline.Outcome;
import io.tailrace.samples.summarizer.pipeline.Workers;
import io.tailrace.samples.summarizer.process.ChildFailedException;
import io.tailrace.samples.summarizer.process.ProcessPipeline;
import io.tailrace.samples.summarizer.process.StreamKind;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What becomes of a pipeline of processes when something in it fails; what {@link PipelineTest} tests of threads. */
@Timeout(120)
@SuppressWarnings("InputStreamSlowMultibyteRead") // These read few bytes.
class ProcessPipelineTest {
    private static final String GOOD = "<13>Nov 23 10:00:00 h view: 1,c1,10.0.0.1,item-1,100,200\n";
    private static final Workers WORKERS = new Workers(2, 1);

    @TempDir
    Path directory;

    private Tailrace tailrace;

    @BeforeEach
    void open() {
        tailrace = Tailrace.open(directory.resolve("driver"));
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        assertEquals(List.of(), ProcessHandle.current().descendants().toList());
        List<String> left = Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.matches("(output|errors|fill|rejects).*"))
                .toList();
        assertEquals(List.of(), left);
        assertFalse(Thread.currentThread().isInterrupted());
        tailrace.close();
    }

    private Outcome run(StreamKind kind, InputStream input, Path rejects) throws Exception {
        return new ProcessPipeline(tailrace, kind, 1, SummarizerMain.ownCommand())
                .run(new LineReader(input), rejects, WORKERS, WORKERS, new LiveRun("test"));
    }

    private static InputStream input(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @EnumSource(StreamKind.class)
    void theSameOneMayRunAgain(StreamKind kind) throws Exception {
        Path rejects = directory.resolve("rejects");
        for (int round = 0; round < 2; round++) {
            Outcome outcome = run(kind, input(GOOD.repeat(100) + "<13>Nov 23 10:00:00 h view: 1\n"), rejects);
            assertEquals(101, outcome.lineCount());
            assertEquals(100, outcome.eventCount());
            assertEquals("101\tWRONG_FIELD_COUNT\t<13>Nov 23 10:00:00 h view: 1\n", Files.readString(rejects));
        }
    }

    @ParameterizedTest
    @EnumSource(StreamKind.class)
    void anInputThatFailsEndsTheRun(StreamKind kind) {
        InputStream broken = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("broken");
            }
        };
        InputStream input = new SequenceInputStream(input(GOOD), broken);
        IOException thrown = assertThrows(IOException.class, () -> run(kind, input, directory.resolve("rejects")));
        assertEquals("broken", thrown.getMessage());
    }

    @ParameterizedTest
    @EnumSource(StreamKind.class)
    void whoIsInterruptedEndsTheRun(StreamKind kind) {
        Thread reader = Thread.currentThread();
        byte[] line = GOOD.getBytes(StandardCharsets.UTF_8);
        InputStream endless = new InputStream() {
            private int count;

            @Override
            public int read() {
                if (count == line.length * 1_000) {
                    reader.interrupt();
                }
                return line[count++ % line.length];
            }
        };
        assertThrows(InterruptedException.class, () -> run(kind, endless, directory.resolve("rejects")));
    }

    @ParameterizedTest
    @EnumSource(StreamKind.class)
    void rejectsThatCannotBeWrittenEndTheRun(StreamKind kind) {
        Path nowhere = directory.resolve("nowhere").resolve("rejects");
        InputStream input = input(GOOD + "<13>Nov 23 10:00:00 h view: {}\n");
        ExecutionException thrown = assertThrows(ExecutionException.class, () -> run(kind, input, nowhere));
        assertEquals(UncheckedIOException.class, thrown.getCause().getClass());
    }

    @Test
    void aProcessThatCannotBeStartedEndsTheRun() {
        List<String> nothing = List.of(directory.resolve("no-such-java").toString());
        ChildFailedException thrown = assertThrows(ChildFailedException.class, () -> new ProcessPipeline(
                        tailrace, StreamKind.LINES, 1, nothing)
                .run(new LineReader(input(GOOD)), directory.resolve("rejects"), WORKERS, WORKERS, new LiveRun("test")));
        assertEquals(
                "cannot start a process: name=summarize-v1-1",
                thrown.getMessage().split(", cause", 2)[0]);
    }
}
