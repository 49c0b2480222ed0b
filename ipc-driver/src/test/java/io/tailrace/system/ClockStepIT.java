/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tailrace.file.FileAccess;
import io.tailrace.file.MappedFile;
import io.tailrace.memory.MappedBuffer;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The wall clock of driver, publisher and subscriber steps by an hour, forward and back, through a preloaded library.
 * Needs a C compiler.
 */
final class ClockStepIT {
    private static final long HOUR_S = 3_600;
    private static final long EVICT_AFTER_MS = 300;
    private static final long STEP_MS = 700;
    private static final long PAUSE_NS = 500_000;
    private static final long MAX_GAP_MS = 1_000;

    @RegisterExtension
    final Scene scene = new Scene();

    private List<String> preload(Path offset) throws IOException, InterruptedException {
        Path source = scene.root().resolve("stepping-clock.c");
        Path library = scene.root().resolve("stepping-clock.so");
        try (InputStream text = ClockStepIT.class.getResourceAsStream("/stepping-clock.c")) {
            Files.copy(text, source);
        }
        try {
            Process compiler = new ProcessBuilder("cc", "-shared", "-fPIC", "-o", library.toString(), source.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(new File(scene.root().toFile(), "cc.out"))
                    .start();
            assertEquals(0, compiler.waitFor(), "cc");
        } catch (IOException e) {
            assumeTrue(false, "no C compiler: the clock is not stepped");
        }
        return List.of("env", "LD_PRELOAD=" + library, "CLOCK_OFFSET_FILE=" + offset);
    }

    @Test
    void aWallClockThatStepsByAnHourEvictsNobodyAndAllGoesOn() throws Exception {
        Path offsetFile = scene.root().resolve("offset");
        MappedBuffer offset =
                MappedFile.create(offsetFile, Long.BYTES, FileAccess.PRIVATE).buffer();
        Path progressFile = scene.root().resolve("progress");
        MappedBuffer progress = MappedFile.create(progressFile, FaultPublisherMain.PROGRESS_LENGTH, FileAccess.PRIVATE)
                .buffer();
        List<String> preload = preload(offsetFile);
        List<String> flags = QuickJvm.flags();
        JavaProcess driver = scene.start(
                preload, Jdk.running(), flags, DriverProcessMain.class, scene.directory(), Scene.TERM_LENGTH);
        driver.awaitLine("READY");
        JavaProcess subscriber = scene.start(
                preload,
                Jdk.running(),
                flags,
                ClockSubscriberMain.class,
                scene.directory(),
                Cast.STREAM,
                EVICT_AFTER_MS);
        subscriber.awaitLine("SUBSCRIPTION");
        LoadPublisher publisher = new LoadPublisher(
                scene.start(
                        preload,
                        Jdk.running(),
                        flags,
                        FaultPublisherMain.class,
                        scene.directory(),
                        Cast.STREAM,
                        "concurrent",
                        Long.MAX_VALUE,
                        progressFile,
                        PAUSE_NS),
                progress);
        publisher.process().awaitLine("PUBLICATION");

        for (long step : new long[] {HOUR_S, -HOUR_S, 0}) {
            Thread.sleep(STEP_MS);
            offset.putLongVolatile(0, step);
        }
        long before = publisher.accepted();
        Thread.sleep(STEP_MS);
        assertTrue(publisher.accepted() > before, "it continues");
        offset.putLongVolatile(0, HOUR_S);
        subscriber.tell("clock");
        long wrongMs = Long.parseLong(subscriber.awaitLine("CLOCK")) - System.currentTimeMillis();
        assertTrue(Math.abs(wrongMs - HOUR_S * 1_000) < 60_000, () -> "not the preloaded clock: off by ms=" + wrongMs);

        publisher.process().tell("stop");
        publisher.process().awaitQuietEnd();
        Await.until(LocalClient.PROMISE_NS, "the end of the log", () -> isEmpty("logs"));
        subscriber.tell("end");
        List<String> received = List.of(subscriber.awaitLine("RECEIVED").split(" ", -1));
        subscriber.awaitQuietEnd();
        driver.tell("end");
        driver.awaitQuietEnd(); // It had no client to declare dead, and no subscriber to evict.
        assertEquals(publisher.accepted(), Long.parseLong(received.get(0)));
        assertTrue(Long.parseLong(received.get(2)) < MAX_GAP_MS, () -> "longest gap, ms=" + received.get(2));
        assertEquals("0", received.get(4), "overruns");
        System.out.println(
                "ClockStepIT: " + received.get(0) + " messages, longest time without one " + received.get(2) + " ms");
    }

    private boolean isEmpty(String folder) {
        String[] names = scene.directory().resolve(folder).toFile().list();
        return names == null || names.length == 0;
    }
}
