/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.file.FileAccess;
import io.tailrace.file.MappedFile;
import io.tailrace.history.HistoryConfig.WhenFull;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * The cast of the tests of history: a driver, a historian, publishers of {@link GenerationMain} and named readers of
 * {@link CatchUpMain}, each a process. Any of them may be killed; the next process of its kind continues.
 */
final class HistoryCast {
    static final String STREAM = "quotes";

    private static final long ENOUGH_MESSAGES = 300;

    /** A name, the notes of its holders, and the process that holds it now. */
    static final class Reader {
        private final String name;
        private final String policy;
        private final Path file;
        private final MappedBuffer notes;
        private JavaProcess process;
        private int kills;

        private Reader(Path folder, String name, String policy) throws IOException {
            this.name = name;
            this.policy = policy;
            this.file = folder.resolve("notes-" + name);
            this.notes = MappedFile.create(file, CatchUpMain.NOTES_LENGTH, FileAccess.PRIVATE)
                    .buffer();
        }

        long get(int note) {
            return notes.getLongAcquire(note);
        }

        /** From now on it waits for this long after each message. */
        void pause(long pauseNs) {
            notes.putLongRelease(CatchUpMain.PAUSE_NS, pauseNs);
        }

        boolean isLive() {
            return get(CatchUpMain.LIVE) == 1;
        }

        JavaProcess process() {
            return process;
        }

        void kill() throws InterruptedException {
            process.kill();
            kills++;
        }

        @Override
        public String toString() {
            return name + ": total=" + get(CatchUpMain.TOTAL) + ", lost=" + get(CatchUpMain.LOST) + ", told="
                    + get(CatchUpMain.TOLD) + ", repeated=" + get(CatchUpMain.REPEATED) + ", live="
                    + get(CatchUpMain.LIVE) + ", departures=" + get(CatchUpMain.DEPARTURES) + ", kills=" + kills
                    + ", out=" + process.out().lines().skip(1).toList() + ", err=" + process.err();
        }
    }

    private final Scene scene;
    private final Path directory;
    private final int segments;
    private final Path progressFile;
    private final MappedBuffer progress;
    private final List<Reader> readers = new ArrayList<>();
    /** By generation. */
    private final List<JavaProcess> publishers = new ArrayList<>();

    private JavaProcess driver;
    private JavaProcess historian;

    /**
     * Starts no process yet.
     *
     * @param directory the directory of the history
     * @param segments the greatest number of segments to keep
     */
    HistoryCast(Scene scene, Path directory, int segments) throws IOException {
        this.scene = scene;
        this.directory = directory;
        this.segments = segments;
        this.progressFile = scene.root().resolve("progress");
        this.progress = MappedFile.create(progressFile, GenerationMain.PROGRESS_LENGTH, FileAccess.PRIVATE)
                .buffer();
    }

    void startDriver(String... flags) throws IOException {
        driver = scene.start(
                Jdk.running(), QuickJvm.flags(flags), DriverProcessMain.class, scene.directory(), Scene.TERM_LENGTH);
    }

    void startHistorian(String... flags) throws IOException {
        startHistorian(WhenFull.BLOCK, flags);
    }

    void startHistorian(WhenFull whenFull, String... flags) throws IOException {
        historian = scene.start(
                Jdk.running(),
                QuickJvm.flags(flags),
                HistorianMain.class,
                scene.directory(),
                directory,
                STREAM,
                segments,
                whenFull);
    }

    JavaProcess driver() {
        return driver;
    }

    JavaProcess historian() {
        return historian;
    }

    List<Reader> readers() {
        return readers;
    }

    /** Starts one of the next generation. */
    JavaProcess startPublisher(String kind, String... flags) throws IOException {
        JavaProcess publisher = scene.start(
                Jdk.running(),
                QuickJvm.flags(flags),
                GenerationMain.class,
                scene.directory(),
                STREAM,
                kind,
                publishers.size(),
                progressFile);
        publishers.add(publisher);
        return publisher;
    }

    List<JavaProcess> publishers() {
        return publishers.stream().filter(JavaProcess::isAlive).toList();
    }

    /** {@return the number of accepted messages of all publishers} */
    long accepted() {
        long all = 0;
        for (int i = 0; i < publishers.size(); i++) {
            all += GenerationMain.accepted(progress, i);
        }
        return all;
    }

    Reader startReader(String name, String policy, String... flags) throws IOException {
        Reader reader = new Reader(scene.root(), name, policy);
        readers.add(reader);
        restart(reader, flags);
        return reader;
    }

    /** The next holder of its name. */
    void restart(Reader reader, String... flags) throws IOException {
        reader.process = scene.start(
                Jdk.running(),
                QuickJvm.flags(flags),
                CatchUpMain.class,
                scene.directory(),
                STREAM,
                reader.file,
                reader.name,
                reader.policy);
    }

    /** Expects that every process makes progress. */
    void assertGoesOn() {
        long before = accepted();
        Await.until(LocalClient.PATIENCE_NS, "publishers continue", () -> accepted() > before + ENOUGH_MESSAGES);
        for (Reader reader : readers) {
            long total = reader.get(CatchUpMain.TOTAL);
            await("goes on", reader, () -> reader.get(CatchUpMain.TOTAL) > total + CatchUpMain.FRAME_LIMIT);
        }
        assertNothingIsLost();
    }

    void assertNothingIsLost() {
        for (Reader reader : readers) {
            assertEquals(0, reader.get(CatchUpMain.LOST) + reader.get(CatchUpMain.TOLD), reader::toString);
        }
    }

    private static void await(String what, Reader reader, BooleanSupplier condition) {
        try {
            Await.until(LocalClient.PATIENCE_NS, what, condition);
        } catch (AssertionError e) {
            throw new AssertionError(reader.toString(), e);
        }
    }

    void awaitLive(Reader reader, boolean isLive) {
        await(isLive ? "is live" : "is not live", reader, () -> reader.isLive() == isLive);
    }

    /**
     * Publishers exit; readers get every message once, except messages that a killed reader had handled and not stored.
     */
    String end() throws InterruptedException {
        readers.forEach(reader -> reader.pause(0));
        for (JavaProcess publisher : publishers()) {
            publisher.tell("end");
            publisher.awaitQuietEnd();
        }
        StringBuilder figures = new StringBuilder(accepted() + " messages of " + publishers.size() + " publishers");
        for (Reader reader : readers) {
            for (int i = 0; i < publishers.size(); i++) {
                int generation = i;
                await("all of generation " + generation, reader, () -> hasAll(reader, generation));
            }
            assertTrue(
                    reader.get(CatchUpMain.REPEATED) <= (long) reader.kills * CatchUpMain.FRAME_LIMIT,
                    reader::toString);
            figures.append("; ")
                    .append(reader.name)
                    .append(": killed ")
                    .append(reader.kills)
                    .append(" times, went from the live log to disk ")
                    .append(reader.get(CatchUpMain.DEPARTURES))
                    .append(" times, ")
                    .append(reader.get(CatchUpMain.REPEATED))
                    .append(" came again");
        }
        assertNothingIsLost();
        return figures.toString();
    }

    private boolean hasAll(Reader reader, int generation) {
        long next = reader.get(CatchUpMain.next(generation));
        return next == GenerationMain.accepted(progress, generation)
                || next == GenerationMain.attempted(progress, generation);
    }
}
