/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.history.HistoryConfig.WhenFull;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.Await;
import io.tailrace.testing.JavaProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * The cast of the tests of history: a driver, a historian, publishers that have a generation each, and named readers
 * ({@link Follower}), each a process. Any of them may be killed; the next process of its kind continues.
 */
final class HistoryCast {
    private static final long ENOUGH_MESSAGES = 300;
    /** More messages than a log of the shortest terms holds are sent in a fifth of a second. */
    private static final long PAUSE_NS = 5_000_000;

    /** A name, the notes of its holders, and the process that holds it now. */
    final class Reader {
        private final String name;
        private final String policy;
        private final MappedBuffer notes;
        private JavaProcess process;
        private int kills;

        private Reader(String name, String policy) throws IOException {
            this.name = name;
            this.policy = policy;
            this.notes = scene.newFile("notes-" + name, Follower.NOTES_LENGTH);
        }

        long get(int note) {
            return notes.getLongAcquire(note);
        }

        /** From now on it waits for this long after each message. */
        void pause(long pauseNs) {
            notes.putLongRelease(Follower.PAUSE_NS, pauseNs);
        }

        void kill() {
            process.kill();
            kills++;
        }

        /** Starts the next holder of its name. */
        void start() throws IOException {
            process = scene.start(
                    "follow",
                    "file=" + scene.root().resolve("notes-" + name),
                    "name=" + name,
                    "policy=" + policy,
                    "from=beginning");
        }

        void awaitLive(boolean isLive) {
            await(isLive ? "is live" : "is not live", () -> get(Follower.LIVE) == (isLive ? 1 : 0));
        }

        private void await(String what, BooleanSupplier condition) {
            try {
                Await.until(what, condition);
            } catch (AssertionError e) {
                throw new AssertionError(toString(), e);
            }
        }

        @Override
        public String toString() {
            return name + ": total=" + get(Follower.TOTAL) + ", lost=" + get(Follower.LOST) + ", told="
                    + get(Follower.TOLD) + ", repeated=" + get(Follower.REPEATED) + ", live=" + get(Follower.LIVE)
                    + ", departures=" + get(Follower.DEPARTURES) + ", kills=" + kills + "; " + process;
        }
    }

    private final Scene scene;
    private final Path directory;
    private final List<Reader> readers = new ArrayList<>();
    /** By generation, which is one more than the index. */
    private final List<LoadPublisher> publishers = new ArrayList<>();

    private JavaProcess driver;
    private JavaProcess historian;

    /** Starts no process yet. */
    HistoryCast(Scene scene, Path directory) {
        this.scene = scene;
        this.directory = directory;
    }

    /** Starts a driver, a historian, and a publisher of each kind, and waits for each. */
    void begin(WhenFull whenFull, String... kinds) throws IOException {
        startDriver();
        startHistorian(Jvm.quick(), whenFull);
        historian.awaitLine("HISTORY");
        for (String kind : kinds) {
            startPublisher(kind).awaitLine("PUBLICATION");
        }
    }

    void startDriver() throws IOException {
        driver = scene.startDriver();
    }

    void startHistorian(Jvm jvm) throws IOException {
        startHistorian(jvm, WhenFull.BLOCK);
    }

    private void startHistorian(Jvm jvm, WhenFull whenFull) throws IOException {
        historian = scene.start(jvm, "keep", "history=" + directory, "when-full=" + whenFull);
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
    JavaProcess startPublisher(String kind) throws IOException {
        int generation = publishers.size() + 1;
        publishers.add(scene.startPublisher(
                Jvm.quick(), Cast.STREAM, kind, "generation=" + generation, "pause-ns=" + PAUSE_NS));
        return publishers.get(generation - 1).process();
    }

    /** {@return the publishers that live} */
    List<JavaProcess> publishers() {
        return publishers.stream()
                .map(LoadPublisher::process)
                .filter(JavaProcess::isAlive)
                .toList();
    }

    /** {@return the number of accepted messages of all publishers} */
    long accepted() {
        return publishers.stream().mapToLong(LoadPublisher::accepted).sum();
    }

    Reader startReader(String name, String policy) throws IOException {
        Reader reader = new Reader(name, policy);
        readers.add(reader);
        reader.start();
        return reader;
    }

    void awaitMore(long messages) {
        long before = accepted();
        Await.until("publishers continue", () -> accepted() > before + messages);
    }

    /** Expects that every process makes progress. */
    void assertGoesOn() {
        awaitMore(ENOUGH_MESSAGES);
        for (Reader reader : readers) {
            long total = reader.get(Follower.TOTAL);
            reader.await("goes on", () -> reader.get(Follower.TOTAL) > total + Follower.FRAME_LIMIT);
        }
        assertNothingIsLost();
    }

    private void assertNothingIsLost() {
        for (Reader reader : readers) {
            assertEquals(0, reader.get(Follower.LOST) + reader.get(Follower.TOLD), reader::toString);
        }
    }

    /**
     * Publishers exit; readers get every message once, except messages that a killed reader had handled and not stored.
     */
    String end() {
        readers.forEach(reader -> reader.pause(0));
        publishers().forEach(JavaProcess::end);
        StringBuilder figures = new StringBuilder(accepted() + " messages of " + publishers.size() + " publishers");
        for (Reader reader : readers) {
            for (int i = 0; i < publishers.size(); i++) {
                int generation = i + 1;
                LoadPublisher publisher = publishers.get(i);
                reader.await(
                        "all of generation " + generation,
                        () -> publisher.isAll(reader.get(Follower.next(generation))));
            }
            assertTrue(reader.get(Follower.REPEATED) <= (long) reader.kills * Follower.FRAME_LIMIT, reader::toString);
            figures.append("; ")
                    .append(reader.name)
                    .append(": killed ")
                    .append(reader.kills)
                    .append(" times, went from the live log to disk ")
                    .append(reader.get(Follower.DEPARTURES))
                    .append(" times, ")
                    .append(reader.get(Follower.REPEATED))
                    .append(" came again");
        }
        assertNothingIsLost();
        return figures.toString();
    }
}
