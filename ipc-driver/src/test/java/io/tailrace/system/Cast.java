/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.SubscriptionConfig;
import io.tailrace.driver.LeftFiles;
import io.tailrace.testing.Await;
import io.tailrace.testing.JavaProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The cast of a fault test: a driver process, publisher processes that survive, and a {@link Witness}. The victims come
 * and go.
 */
final class Cast implements AutoCloseable {
    static final String STREAM = "quotes";

    /** More messages than a window holds: only a working driver lets them through. */
    private static final int MORE_THAN_A_WINDOW = 300;

    private final Scene scene;
    private final List<LoadPublisher> survivors = new ArrayList<>();
    private final Witness witness;
    private JavaProcess driver;
    private long longestNs;
    private long longestStartNs;

    /** Starts a driver, the witness, and a publisher for each kind. */
    Cast(Scene scene, long pauseNs, String... kinds) throws IOException {
        this(scene, SubscriptionConfig.DEFAULT, pauseNs, kinds);
    }

    /** The same, with a witness that gates and does not clean: the driver does, or publishers. */
    static Cast withWitnessThatDoesNotClean(Scene scene, long pauseNs, String... kinds) throws IOException {
        SubscriptionConfig config = SubscriptionConfig.DEFAULT.withEviction(Duration.ofHours(1));
        return new Cast(scene, config, pauseNs, kinds);
    }

    private Cast(Scene scene, SubscriptionConfig config, long pauseNs, String... kinds) throws IOException {
        this.scene = scene;
        startDriver();
        this.witness = new Witness(scene.directory(), STREAM, config);
        for (String kind : kinds) {
            addSurvivor(kind, pauseNs);
        }
    }

    /** Starts a publisher that survives all others, and waits until it publishes. */
    void addSurvivor(String kind, long pauseNs, Object... more) throws IOException {
        LoadPublisher survivor = startPublisher(Jvm.quick(), kind, Long.MAX_VALUE, pauseNs, more);
        survivor.process().awaitLine("PUBLICATION");
        survivors.add(survivor);
    }

    Witness witness() {
        return witness;
    }

    JavaProcess driver() {
        return driver;
    }

    List<LoadPublisher> survivors() {
        return survivors;
    }

    /** Starts a driver in place of the last one, and waits until it is ready. */
    void startDriver() throws IOException {
        long startNs = System.nanoTime();
        driver = scene.startDriver();
        longestStartNs = Math.max(longestStartNs, System.nanoTime() - startNs);
    }

    /** {@return the longest start of a driver until it was ready, including the start of its JVM} */
    long longestStartNs() {
        return longestStartNs;
    }

    /** Starts a driver that stops at a point, and is killed there. */
    void killDriverAtItsStart(String point) throws IOException {
        driver = scene.start(Jvm.quick().stopsAt(point), "drive");
        killDriverAt(point);
    }

    /** Waits until the driver stops at a point, and kills it there. */
    void killDriverAt(String point) {
        driver.awaitLine(FaultPoints.REACHED + point);
        killDriver();
    }

    /** Kills the driver, which must not have reported an error. */
    void killDriver() {
        driver.kill();
        assertEquals("", driver.err(), "stderr of a driver");
    }

    /** Starts a publisher and does not wait for it. */
    LoadPublisher startPublisher(Jvm jvm, String kind, long messages, long pauseNs, Object... more) throws IOException {
        List<Object> arguments = new ArrayList<>(List.of(more));
        arguments.addAll(List.of("messages=" + messages, "pause-ns=" + pauseNs));
        return scene.startPublisher(jvm, STREAM, kind, arguments.toArray());
    }

    /** Each survivor publishes, and the witness receives, more than a window of messages as soon as is promised. */
    void assertSurvivorsGoOn() {
        long startNs = System.nanoTime();
        long[] enough = survivors.stream()
                .mapToLong(survivor -> survivor.accepted() + MORE_THAN_A_WINDOW)
                .toArray();
        for (int i = 0; i < enough.length; i++) {
            long id = survivors.get(i).registrationId();
            long messages = enough[i];
            long leftNs = Await.PROMISE_NS - (System.nanoTime() - startNs);
            witness.await(leftNs, "messages of survivor " + i, () -> witness.received(id) > messages);
        }
        longestNs = Math.max(longestNs, System.nanoTime() - startNs);
    }

    /** {@return the longest that {@link #assertSurvivorsGoOn} took} */
    long longestNs() {
        return longestNs;
    }

    /** Expects that no log and no client of any other process is left. */
    void awaitOnlySurvivors() {
        long logs = survivors.size();
        witness.await(Await.PATIENCE_NS, "only the logs of the survivors", () -> files("logs") == logs);
        witness.await(Await.PATIENCE_NS, "only the survivors' files", () -> files("clients") == logs + 1);
    }

    /** {@return the number of folders} Beside the clients' folders, only the sockets of their sleepers may exist. */
    private long files(String folder) {
        String[] names = scene.directory().resolve(folder).toFile().list();
        List<String> all = names == null ? List.of() : List.of(names);
        List<String> folders = all.stream().filter(name -> !name.contains(".")).toList();
        boolean strangers = all.stream()
                .anyMatch(name -> name.contains(".") && !folders.contains(name.substring(0, name.indexOf('.'))));
        return strangers ? -1 : folders.size();
    }

    /** Lets the publishers finish: every message has arrived, and no publisher reports an error. */
    void stopSurvivors() {
        survivors.forEach(survivor -> survivor.process().tell("stop"));
        for (LoadPublisher survivor : survivors) {
            survivor.process().awaitQuietEnd();
            witness.await(
                    Await.PATIENCE_NS,
                    "every message",
                    () -> witness.received(survivor.registrationId()) == survivor.accepted());
        }
        survivors.clear();
    }

    /** Lets all processes finish: none reports an error, and no file is left. */
    void end() throws InterruptedException {
        stopSurvivors();
        witness.await(Await.PATIENCE_NS, "the end of the logs", () -> witness.imageCount() == 0);
        witness.assertUnharmed();
        witness.close();
        driver.end();
        LeftFiles.assertOnlyRetainedLogs(scene.directory());
    }

    @Override
    public void close() throws InterruptedException {
        witness.close();
    }
}
