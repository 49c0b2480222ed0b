/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tailrace.samples.summarizer.Program.Ended;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The stages as processes: started by hand, killed, stopped. */
@Timeout(300)
class ProcessesIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int LINES = 50_000;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    private final List<Program> programs = new ArrayList<>();

    @AfterEach
    void endAll() {
        programs.forEach(Program::close);
    }

    private Program start(String... arguments) throws IOException {
        Program program = Program.start(directory, arguments);
        programs.add(program);
        return program;
    }

    @ParameterizedTest
    @EnumSource(
            value = Joining.class,
            names = {"EVENTS", "LINES"})
    void processesMayBeStartedByHandInAnyOrder(Joining joining) throws Exception {
        long seed = System.nanoTime();
        System.out.println("ProcessesIT: seed=" + seed);
        Path first = write("first.log", seed);
        Path second = write("second.log", seed + 1);
        List<String[]> summarizers = new ArrayList<>();
        for (String which : List.of("1 0 2", "1 1 2", "2 0 1")) {
            String[] numbers = which.split(" ", -1);
            summarizers.add(new String[] {
                "summarize",
                "--joint",
                joining.name(),
                "--version",
                numbers[0],
                "--index",
                numbers[1],
                "--of",
                numbers[2]
            });
        }
        List<String[]> others = new ArrayList<>();
        String[] parse = {"parse", "--parsers-v2", "3", "--readers", "2"};
        String readers = joining == Joining.LINES ? "2" : "1";
        String readers2 = joining == Joining.LINES ? "1" : "3";
        String[] ingest = {"ingest", "--readers", readers, "--readers-v2", readers2, first.toString()};
        others.add(ingest);
        if (joining == Joining.EVENTS) {
            others.add(parse);
        }
        List<String[]> all = new ArrayList<>(summarizers);
        all.addAll(others);
        Collections.shuffle(all, new Random(seed));
        List<Program> told = new ArrayList<>();
        Program ingesting = null;
        for (String[] arguments : all) {
            Program program = start(arguments);
            if (arguments[0].equals("summarize")) {
                told.add(program);
            } else if (arguments[0].equals("ingest")) {
                ingesting = program;
            }
        }
        ingesting.await().assertDone();
        new PlainPass(first).assertSame(awaitSummaries(told, 1));

        Program rejects = start("rejects");
        Program.await("rejects is ready", () -> error(rejects).contains("ready"));
        ingest[ingest.length - 1] = second.toString();
        start(ingest).await().assertDone();
        Path both = directory.resolve("both.log");
        Files.write(both, (Files.readString(first) + Files.readString(second)).getBytes(StandardCharsets.UTF_8));
        new PlainPass(both).assertSame(awaitSummaries(told, 2));
        PlainPass plain = new PlainPass(second);
        Program.await("all rejects", () -> output(rejects).lines().count() >= plain.rejects.size());
        List<String> expected = new ArrayList<>();
        plain.rejects.forEach((number, line) -> expected.add(number + " " + line));
        List<String> rejected = output(rejects)
                .lines()
                .map(line -> line.split("\t", 3))
                .sorted((a, b) -> Long.compare(Long.parseLong(a[0]), Long.parseLong(b[0])))
                .map(parts -> parts[0] + " " + parts[2])
                .toList();
        assertEquals(expected, rejected);
    }

    private static String output(Program program) {
        try {
            return program.output();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String error(Program program) {
        try {
            return program.error();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@return the summaries that these have told for so many sources, as one of them would tell all} */
    private static String awaitSummaries(List<Program> summarizers, int count) throws Exception {
        ObjectNode all = JSON.createObjectNode();
        ArrayNode summaries = all.putArray("summaries");
        for (Program summarizer : summarizers) {
            Program.await("summaries", () -> output(summarizer).split("(?m)^}\n", -1).length == count + 1);
            String[] told = output(summarizer).split("(?<=\n}\n)", -1);
            JSON.readTree(told[count - 1]).get("summaries").forEach(summaries::add);
        }
        return all.toString();
    }

    private Path write(String name, long seed) throws IOException {
        return write(name, seed, LINES);
    }

    private Path write(String name, long seed, int count) throws IOException {
        Generator generator = new Generator(seed, 30);
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < count; i++) {
            lines.append(i % 500 == 7 ? "<13>Nov 23 10:00:00 h view: " + i : generator.next(i))
                    .append('\n');
            lines.append(i % 500 == 8 ? "<13>Nov 23 10:00:00 h sale: 1\n" : "");
        }
        return Files.writeString(directory.resolve(name), lines);
    }

    @ParameterizedTest
    @ValueSource(strings = {"EVENTS parse", "EVENTS summarize", "LINES summarize"})
    void aProcessThatIsKilledEndsTheRunWithOneClearLine(String which) throws Exception {
        String[] words = which.split(" ", -1);
        Path pipe = makePipe();
        Program run = start("run", "--joint", words[0], pipe.toString());
        try (OutputStream output = Files.newOutputStream(pipe)) {
            feed(run, output, Files.readAllBytes(write("some.log", 1)));
            ProcessHandle child = run.awaitDescendant(words[1]);
            List<ProcessHandle> all = run.process().descendants().toList();
            child.destroyForcibly();
            Ended ended = run.await();
            ended.assertOneLine(70);
            assertTrue(ended.error().contains("name=" + words[1]), ended.error());
            assertTrue(ended.error().contains("pid=" + child.pid() + ", exit code=137 (signal 9)"), ended.error());
            awaitEnd(all);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"EVENTS 9", "EVENTS 15", "LINES 9"})
    void aRunThatIsKilledLeavesNoProcess(String which) throws Exception {
        String[] words = which.split(" ", -1);
        Path pipe = makePipe();
        Program run = start("run", "--joint", words[0], pipe.toString());
        try (OutputStream output = Files.newOutputStream(pipe)) {
            feed(run, output, Files.readAllBytes(write("some.log", 1)));
            run.awaitDescendant("summarize");
            List<ProcessHandle> all = run.process().descendants().toList();
            assertTrue(all.size() >= 2, () -> "only " + all);
            signal(words[1], run.process().toHandle());
            run.await();
            awaitEnd(all);
        }
    }

    @Test
    void aRunWhoseSummarizerStandsStillWaitsForIt() throws Exception {
        Path file = write("all.log", 2, 4 * LINES);
        Path pipe = makePipe();
        Program run = start("run", "--joint", "EVENTS", pipe.toString());
        try (OutputStream output = Files.newOutputStream(pipe)) {
            byte[] bytes = Files.readAllBytes(file);
            int half = bytes.length / 2;
            feed(run, output, Arrays.copyOf(bytes, half)); // When this has returned, the processes are at work.
            ProcessHandle summarizer = run.awaitDescendant("--version", "1");
            signal("STOP", summarizer);
            Thread writer = new Thread(() -> {
                try (output) {
                    output.write(bytes, half, bytes.length - half);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            writer.start();
            writer.join(3_000);
            assertTrue(writer.isAlive(), "somebody has taken all");
            signal("CONT", summarizer);
            writer.join();
        }
        Ended ended = run.await();
        ended.assertDone();
        new PlainPass(file).assertSame(ended.output());
        for (String stream : List.of("lines-v1", "events-v1-1")) {
            Matcher full =
                    Pattern.compile(stream + " .* nearly full +([0-9]+) %").matcher(ended.error());
            assertTrue(full.find() && Integer.parseInt(full.group(1)) >= 10, ended.error());
        }
    }

    /** If the run has ended, the pipe is broken: what it has said tells why. */
    private static void feed(Program run, OutputStream pipe, byte[] bytes) throws Exception {
        try {
            pipe.write(bytes);
        } catch (IOException e) {
            throw new AssertionError("the run does not read: " + run.await(), e);
        }
    }

    private Path makePipe() throws Exception {
        Path pipe = directory.resolve("pipe-" + System.nanoTime());
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        return pipe;
    }

    private static void signal(String signal, ProcessHandle process) throws Exception {
        assertEquals(
                0,
                new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                        .start()
                        .waitFor());
    }

    private static void awaitEnd(List<ProcessHandle> processes) throws InterruptedException {
        Program.await("the end of " + processes, () -> processes.stream().noneMatch(ProcessHandle::isAlive));
    }
}
