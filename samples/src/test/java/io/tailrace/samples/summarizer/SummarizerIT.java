/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.testing.Await;
import io.tailrace.testing.Seeds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pipeline as processes. Its summaries must be those of a single pass, also when stages are killed. */
class SummarizerIT {
    private static final int EVENTS = Integer.getInteger("tailrace.test.events", 400_000);
    private static final int KILLS = Integer.getInteger("tailrace.test.kills", 8);

    @TempDir
    Path directory;

    private final List<Process> started = new ArrayList<>();
    private Path input;

    @BeforeEach
    void makeInput() throws IOException {
        input = directory.resolve("events.log");
        String[] arguments = {"generate", "--events", String.valueOf(EVENTS), input.toString()};
        assertEquals(0, new SummarizerMain().execute(arguments));
        Files.write(input, List.of("view,x,1", "", "x".repeat(70_000)), StandardOpenOption.APPEND);
        Files.write(input, new byte[] {'<', (byte) 0xff, '\n'}, StandardOpenOption.APPEND);
    }

    @AfterEach
    void endProcesses() throws InterruptedException {
        for (Process process : started) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
    }

    /** {@return the output that one pass over the file would give} */
    private String expected() throws IOException {
        List<Summary> summaries = Summary.ALL.stream().map(Supplier::get).toList();
        long bad = 0;
        List<String> lines = Files.readAllLines(input, StandardCharsets.ISO_8859_1);
        for (String line : lines) {
            Event event = Event.parse(line);
            bad += event == null ? 1 : 0;
            if (event != null) {
                summaries.forEach(summary -> summary.take(event));
            }
        }
        assertEquals(4, bad);
        List<String> json = new ArrayList<>();
        for (int i = 0; i < 2; i++) { // The first of two summarizers has the first and the third summary.
            for (int j = i; j < summaries.size(); j += 2) {
                json.add(summaries.get(j).toJson());
            }
        }
        return "{\"lines\":" + lines.size() + ",\"badLines\":4,\"lostLines\":0,\"summaries\":[\n"
                + String.join(",\n", json) + "\n]}\n";
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
        assertEquals(expected(), output());
    }

    @Test
    void aSignalEndsItInOrderAndStartedAgainItContinues() throws Exception {
        Process first = run();
        Path snapshot = directory.resolve("out/summarizer-summarize-0-of-2");
        Await.until("the first snapshot", () -> Files.exists(snapshot));
        first.destroy();
        first.waitFor();
        assertEquals(0, run().waitFor(), errors());
        assertEquals(expected(), output());
        byte[] bytes = Files.readAllBytes(snapshot);
        bytes[bytes.length / 2] ^= 1;
        Files.write(snapshot, bytes);
        assertEquals(74, run().waitFor(), errors());
        assertTrue(errors().contains("damaged snapshot: file=" + snapshot), errors());
    }

    private Process run() throws IOException {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                SummarizerMain.class.getName(),
                "run",
                "--summarizers",
                "2",
                "--dir",
                directory.resolve("out").toString(),
                input.toString());
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(outputFile(started.size()).toFile())
                .redirectError(ProcessBuilder.Redirect.appendTo(
                        directory.resolve("errors.txt").toFile()));
        builder.environment().put("TAILRACE_DIR", directory.resolve("driver").toString());
        started.add(builder.start());
        return started.get(started.size() - 1);
    }

    private Path outputFile(int number) {
        return directory.resolve("stdout-" + number + ".txt");
    }

    private String output() throws IOException {
        return Files.readString(outputFile(started.size() - 1));
    }

    private String errors() throws IOException {
        return Files.readString(directory.resolve("errors.txt"));
    }
}
