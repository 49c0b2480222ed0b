/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * The processes of the Summarizer, killed again and again while they work, and started again: in the end the summaries
 * are those of a run in which nobody dies. How often is said by {@code tailrace.test.kills}, of how many events by
 * {@code tailrace.test.events}; {@code tailrace.test.seed} repeats the moments.
 */
@Timeout(600)
final class SummarizerDeathIT {
    private static final int KILLS = Math.max(10, Integer.getInteger("tailrace.test.kills", 10));
    private static final int EVENTS = Integer.getInteger("tailrace.test.events", 400_000);
    /** Of each stream, in lines: so many snapshots are due. */
    private static final int QUEUE = 8192;

    private static final int MAX_DELAY_MS = 200;
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(120);
    private static final FileTime NEVER = FileTime.fromMillis(0);
    private static final String END_OF_SUMMARIES = "\n}\n";
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    private final long seed = Long.getLong("tailrace.test.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final List<Worker> workers = new ArrayList<>();

    /** A command that is started again when it is killed. */
    private final class Worker {
        private final String name;
        private final String[] arguments;
        private final List<Program> programs = new ArrayList<>();
        private FileTime savedBefore = NEVER;

        Worker(String name, String... arguments) throws IOException {
            this.name = name;
            this.arguments = arguments;
            workers.add(this);
            start();
        }

        void start() throws IOException {
            savedBefore = lastSaved();
            programs.add(Program.start(directory, arguments));
        }

        Program program() {
            return programs.get(programs.size() - 1);
        }

        /** {@return whether it has taken a snapshot since its start} Who is killed before that shows little. */
        boolean hasSaved() throws IOException {
            return !lastSaved().equals(savedBefore);
        }

        private FileTime lastSaved() throws IOException {
            Path snapshot = directory.resolve(name + ".snapshot");
            return Files.exists(snapshot) ? Files.getLastModifiedTime(snapshot) : NEVER;
        }

        void kill() throws InterruptedException {
            program().process().destroyForcibly().waitFor();
        }

        /** {@return what it has told whole, when the source had ended; empty if nothing} It may have died since. */
        String told() throws IOException {
            for (Program program : programs) {
                if (program.output().endsWith(END_OF_SUMMARIES)) {
                    return program.output();
                }
            }
            return "";
        }

        /** As a supervisor of processes would do: who begins just when the driver dies finds none, and ends. */
        void startAgainIfItFoundNoDriver() throws IOException {
            if (hasFoundNoDriver()) {
                start();
            }
        }

        private boolean hasFoundNoDriver() {
            Process process = program().process();
            return !process.isAlive() && process.exitValue() == SummarizerMain.UNAVAILABLE;
        }

        void assertWorks() throws IOException {
            String error = program().error();
            assertTrue(
                    program().process().isAlive() || hasFoundNoDriver(),
                    () -> name + " has ended, seed=" + seed + ": " + error);
        }
    }

    @AfterEach
    void killAll() throws InterruptedException {
        for (Worker worker : workers) {
            worker.kill();
        }
    }

    private Worker summarizer(int version, int index, int of) throws IOException {
        return new Worker(
                "summarize-events-v" + version + '-' + index + "-of-" + of,
                "summarize",
                "--version=" + version,
                "--index=" + index,
                "--of=" + of,
                "--snapshots=" + directory);
    }

    @Test
    void theSummariesAreThoseOfARunInWhichNobodyDies() throws Exception {
        Path lines = directory.resolve("events.log");
        assertEquals(0, new SummarizerMain().run("generate", "--events", "" + EVENTS, "--v2", "30", lines.toString()));
        Worker driver = new Worker("rejects", "rejects"); // Who is first embeds it.
        await("the driver", () -> driver.program().error().contains("ready"));
        List<Worker> summarizers = List.of(summarizer(1, 0, 2), summarizer(1, 1, 2), summarizer(2, 0, 1));
        Worker parser = new Worker("parse", "parse", "--parsers=2", "--readers=2", "--queue=" + QUEUE);
        Worker ingest = new Worker("ingest", "ingest", "--readers=2", "--queue=" + QUEUE, lines.toString());

        int late = 0;
        for (int kill = 1; kill <= KILLS; kill++) {
            Worker victim = summarizers.get(random.nextInt(summarizers.size()));
            await(victim.name + " goes on", () -> {
                victim.assertWorks();
                return victim.hasSaved() || !victim.told().isEmpty();
            });
            TimeUnit.MILLISECONDS.sleep(random.nextInt(MAX_DELAY_MS));
            late += victim.told().isEmpty() ? 0 : 1;
            victim.kill();
            if (kill == 1 + KILLS / 3 || kill == 1 + 2 * KILLS / 3) {
                parser.kill();
                parser.start();
            }
            if (kill == 1 + KILLS / 2) {
                driver.kill(); // One of the others embeds the next.
                driver.start();
            }
            victim.start();
        }

        assertTrue(late <= KILLS / 2, "most were killed when they were done: " + late + ", seed=" + seed);
        await("the end of ingest", () -> !ingest.program().process().isAlive());
        ingest.program().await().assertDone();
        ObjectNode all = JSON.createObjectNode();
        ArrayNode summaries = all.putArray("summaries");
        for (Worker summarizer : summarizers) {
            await(summarizer.name + " tells its summaries", () -> {
                summarizer.assertWorks();
                return !summarizer.told().isEmpty();
            });
            summaries.addAll((ArrayNode) JSON.readTree(summarizer.told()).get("summaries"));
        }
        new PlainPass(lines).assertSame(all.toString());
        System.out.println("SummarizerDeathIT: summarizers killed " + KILLS + " times, " + late
                + " times when they were done, the parser twice, the driver once: " + EVENTS
                + " events, each counted once, seed=" + seed);
    }

    private interface Condition {
        boolean isMet() throws IOException;
    }

    private void await(String what, Condition condition) throws IOException, InterruptedException {
        long beginNs = System.nanoTime();
        while (!condition.isMet()) {
            assertTrue(System.nanoTime() - beginNs < PATIENCE_NS, () -> "in vain: " + what + ", seed=" + seed);
            for (Worker worker : workers) {
                worker.startAgainIfItFoundNoDriver();
            }
            TimeUnit.MILLISECONDS.sleep(2);
        }
    }
}
