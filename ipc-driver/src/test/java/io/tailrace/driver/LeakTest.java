/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.testing.Await;
import io.tailrace.testing.MemoryDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Objects that are added and removed many times leave nothing behind: no file, no thread, no descriptor, no mapping.
 */
@Tag("own-jvm")
final class LeakTest {
    private static final int CYCLES = 10 * Integer.getInteger("tailrace.test.rounds", 10);
    private static final int CYCLES_A_LOOK = Math.min(CYCLES, 1_000);
    /**
     * The creation, the driver, the publisher and the subscriber each have four mappings of each log until the driver
     * asks for a collection.
     */
    private static final int MOST_MAPPINGS = 4 * 4 * 1_024 + 1_000;

    private static final int CLIENTS = 50;
    private static final long PATIENCE_NS = 60_000_000_000L;
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final Path MAPPINGS = Path.of("/proc/self/maps");

    @TempDir(factory = MemoryDirectory.class)
    Path parent;

    private static int descriptors() {
        String[] names = DESCRIPTORS.toFile().list();
        return names == null ? 0 : names.length;
    }

    /** Only a collection closes the descriptors, and unmaps the files, that garbage still holds. */
    private static void collectUntil(String what, BooleanSupplier condition) {
        Await.until(PATIENCE_NS, what, () -> {
            boolean done = condition.getAsBoolean();
            if (!done) {
                System.gc();
            }
            return done;
        });
    }

    private static void awaitDescriptors(int most) {
        collectUntil("descriptors=" + descriptors() + ", max=" + most, () -> descriptors() <= most);
    }

    private long mappingsOfDeletedFiles() {
        if (!Files.exists(MAPPINGS)) {
            return 0;
        }
        try (Stream<String> lines = Files.lines(MAPPINGS)) {
            return lines.filter(line -> line.contains(parent.toString()) && line.endsWith("(deleted)"))
                    .count();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** The JVM's own threads come and go; ours have names. */
    private static Set<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("tailrace"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void whatIsAddedAndRemovedThousandsOfTimesLeavesNothing() {
        Set<String> threadsBefore = threads();
        long most = 0;
        try (Rig rig = new Rig(parent)) {
            Tailrace client = rig.connect();
            addAndRemove(rig, client, 0);
            int before = descriptors();
            for (int i = 1; i <= CYCLES; i++) {
                addAndRemove(rig, client, i);
                if (i % CYCLES_A_LOOK == 0) {
                    most = Math.max(most, mappingsOfDeletedFiles());
                }
            }

            assertTrue(most <= MOST_MAPPINGS, "mappings of deleted files=" + most + ", max=" + MOST_MAPPINGS);
            assertTrue(
                    threadsBefore.containsAll(threads()),
                    () -> "threads=" + threads()); // Those of earlier tests may end.
            awaitDescriptors(before + 3);
            assertEquals(
                    List.of(), List.of(rig.directory().resolve("logs").toFile().list()));
            assertEquals(List.of(), List.copyOf(rig.takeErrors()));
            Assumptions.assumeTrue(Files.exists(MAPPINGS), "no /proc: mappings are not checked");
            collectUntil("only a few mappings are left", () -> mappingsOfDeletedFiles() < 20);
        }
    }

    private static void addAndRemove(Rig rig, Tailrace client, int round) {
        Recorder received = new Recorder();
        try (Publication publication =
                        round % 2 == 0 ? client.addPublication("s") : client.addExclusivePublication("s");
                Subscription subscription = client.addSubscription("s")) {
            assertTrue(Messages.offer(publication, "a") > 0);
            assertEquals(1, subscription.poll(received, 10));
        }
        Path log = rig.directory().resolve("logs");
        rig.until("the log is deleted", () -> log.toFile().list().length == 0);
    }

    @Test
    void driversAndClientsThatComeAndGoLeaveNoThreadAndNoDescriptor() {
        Set<String> threadsBefore = threads();
        launchAndClose(2);
        int before = descriptors();
        launchAndClose(CLIENTS);

        awaitDescriptors(before + 3);
        Await.until(PATIENCE_NS, "threads=" + threads(), () -> threadsBefore.containsAll(threads()));
        assertEquals(Set.of("driver.lock"), LeftFiles.namesIn(parent.resolve("driver")));
    }

    private void launchAndClose(int times) {
        Path directory = parent.resolve("driver");
        DriverConfig config = DriverConfig.DEFAULT.withDirectory(directory).withTermLength(Rig.TERM_LENGTH);
        for (int i = 0; i < times; i++) {
            try (MediaDriver driver = MediaDriver.launch(config)) {
                Tailrace tailrace = Tailrace.connect(driver.directory());
                tailrace.addPublication("s");
                tailrace.addSubscription("s");
                tailrace.close();
                Path clients = directory.resolve("clients");
                Await.until(
                        PATIENCE_NS,
                        "the client is forgotten",
                        () -> clients.toFile().list().length == 0);
            }
        }
    }
}
