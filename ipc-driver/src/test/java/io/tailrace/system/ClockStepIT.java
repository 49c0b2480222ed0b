/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.Await;
import io.tailrace.testing.JavaProcess;
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
        MappedBuffer offset = scene.newFile("offset", Long.BYTES);
        Jvm jvm = Jvm.quick().in(preload(scene.root().resolve("offset")));
        JavaProcess driver = scene.startDriver(jvm);
        JavaProcess subscriber = scene.start(jvm, "receive", "messages=1", "evict-ms=" + EVICT_AFTER_MS);
        subscriber.awaitLine("SUBSCRIPTION");
        LoadPublisher publisher = scene.startPublisher(jvm, Cast.STREAM, "concurrent", "pause-ns=" + PAUSE_NS);
        publisher.process().awaitLine("PUBLICATION");
        for (long step : new long[] {HOUR_S, -HOUR_S, 0, HOUR_S}) {
            offset.putLongVolatile(0, step);
            Thread.sleep(STEP_MS);
            long before = publisher.accepted();
            Await.promised("it continues", () -> publisher.accepted() > before);
        }
        publisher.process().end();
        subscriber.awaitQuietEnd();
        driver.end(); // It had no client to declare dead, and no subscriber to evict.
        long wrongMs = Long.parseLong(subscriber.awaitLine("CLOCK")) - System.currentTimeMillis();
        assertTrue(Math.abs(wrongMs - HOUR_S * 1_000) < 600_000, () -> "not the preloaded clock: off by ms=" + wrongMs);
        assertEquals("0", subscriber.awaitLine("OVERRUNS"));
        assertEquals(publisher.accepted() + " of 1", subscriber.awaitLine("RECEIVED"));
    }
}
