/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.testing.Seeds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pipeline as processes. Its summaries must be those of {@link PlainPass}, also when stages are killed. */
class SummarizerIT {
    private static final int EVENTS = Integer.getInteger("tailrace.test.events", 200_000);
    private static final int KILLS = Integer.getInteger("tailrace.test.kills", 8);

    @TempDir
    Path directory;

    private final List<Process> started = new ArrayList<>();
    private Path input;

    @BeforeEach
    void makeInput() throws IOException {
        input = directory.resolve("events.log");
        String[] arguments = {"generate", "--events", String.valueOf(EVENTS), "--v2", "30", input.toString()};
        assertEquals(0, new SummarizerMain().execute(arguments));
        Files.write(
                input, List.of("<134>no envelope", "", "x".repeat(70_000), "\u0000 \tbad"), StandardOpenOption.APPEND);
        Files.write(input, new byte[] {'<', (byte) 0xff, '\n'}, StandardOpenOption.APPEND);
    }

    @AfterEach
    void endProcesses() throws InterruptedException {
        for (Process process : started) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void summarizesAndKeepsEachBadLine() throws Exception {
        assertEquals(0, run().waitFor(), errors());
        assertSummarized();
    }

    @Test
    void stagesKilledAtRandomLoseNothingAndCountNothingTwice() throws Exception {
        Process run = run();
        Random random = new Random(Seeds.of(SummarizerIT.class));
        int killed = 0;
        while (killed < KILLS && run.isAlive()) {
            TimeUnit.MILLISECONDS.sleep(300 + random.nextInt(500));
            List<ProcessHandle> stages = run.children().toList();
            if (!stages.isEmpty()) {
                killed += stages.get(random.nextInt(stages.size())).destroyForcibly() ? 1 : 0;
            }
        }
        assertEquals(0, run.waitFor(), errors());
        assertTrue(killed > 0, errors());
        assertSummarized();
    }

    @Test
    void runThatIsKilledGoesOnWhenStartedAgain() throws Exception {
        Process first = run();
        TimeUnit.SECONDS.sleep(2);
        List<ProcessHandle> stages = first.children().toList();
        first.destroyForcibly().waitFor();
        for (ProcessHandle stage : stages) {
            stage.onExit().get();
        }
        assertEquals(0, run().waitFor(), errors());
        assertSummarized();
    }

    private Process run() throws IOException {
        return start("run", "--summarizers", "2", "--dir", path("out"), input.toString());
    }

    @Test
    void signalWritesSummariesAndSecondOfSameNameIsRefused() throws Exception {
        Process summarize = start("summarize", "--dir", path("hand"));
        awaitError("begins with empty summaries");
        Process second = start("summarize", "--dir", path("hand"));
        assertEquals(SummarizerMain.UNAVAILABLE, second.waitFor(), errors());
        Process parse = start("parse");
        assertEquals(0, start("ingest", input.toString()).waitFor(), errors());
        awaitError("summaries written: lines=" + (EVENTS + 5));
        parse.destroy();
        summarize.destroy();
        assertEquals(0, parse.waitFor(), errors());
        assertEquals(0, summarize.waitFor(), errors());
        List<String> lines = Files.readAllLines(directory.resolve("hand/summaries-0.jsonl"));
        assertTrue(lines.get(0).startsWith("{\"lines\":" + (EVENTS + 5) + ","), lines.get(0));
        Path snapshot = directory.resolve("hand/summarizer-summarize-0-of-1.snapshot");
        byte[] bytes = Files.readAllBytes(snapshot);
        bytes[bytes.length / 2] ^= 1;
        Files.write(snapshot, bytes);
        assertEquals(
                SummarizerMain.IO_FAILED,
                start("summarize", "--dir", path("hand")).waitFor(),
                errors());
        awaitError("damaged: file=" + snapshot);
    }

    private void assertSummarized() throws IOException {
        PlainPass plain = new PlainPass(input);
        plain.assertSame(Files.readString(directory.resolve("stdout-" + (started.size() - 1) + ".txt")));
        for (int i = 0; i < 2; i++) {
            Map<Long, String> kept = new TreeMap<>();
            String all = Files.readString(directory.resolve("out/rejects-" + i + ".tsv"), StandardCharsets.ISO_8859_1);
            for (String line : all.lines().toList()) {
                String[] parts = line.split("\t", 3);
                assertNull(kept.put(Long.parseLong(parts[0]), parts[2]), line);
            }
            assertEquals(plain.rejects, kept);
        }
    }

    private Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                SummarizerMain.class.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(
                        directory.resolve("stdout-" + started.size() + ".txt").toFile())
                .redirectError(ProcessBuilder.Redirect.appendTo(
                        directory.resolve("errors.txt").toFile()));
        builder.environment().put("TAILRACE_DIR", path("driver"));
        started.add(builder.start());
        return started.get(started.size() - 1);
    }

    private void awaitError(String part) throws Exception {
        while (!errors().contains(part)) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    private String errors() throws IOException {
        return Files.readString(directory.resolve("errors.txt"));
    }

    private String path(String name) {
        return directory.resolve(name).toString();
    }
}
