/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.control.DriverDirectory;
import io.tailrace.report.CounterSlots.CounterReader;
import io.tailrace.report.ReportFile;
import io.tailrace.testing.Await;
import io.tailrace.testing.MemoryDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * The setup for tests whose driver and clients have threads. At the end no error may have occurred outside a call.
 */
abstract class WithThreads {
    static final String STREAM = "quotes";
    /** A thread that is not woken checks again after a second. */
    private static final long BACKSTOP_NS = 900_000_000;

    @TempDir(factory = MemoryDirectory.class)
    Path parent;

    MediaDriver driver;
    final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();

    @BeforeEach
    void launch() {
        driver = MediaDriver.launch(DriverConfig.DEFAULT
                .withDirectory(parent.resolve("driver"))
                .withTermLength(Rig.TERM_LENGTH)
                .withErrorHandler(errors::add));
    }

    TailraceConfig clientConfig() {
        return TailraceConfig.DEFAULT.withDirectory(driver.directory()).withErrorHandler(errors::add);
    }

    Tailrace connect() {
        return Tailrace.connect(clientConfig());
    }

    /**
     * {@return what a thread of the client returns, which an event wakes} If it returns late, the machine is busy, or
     * its wake-up was missed, which the client counts.
     */
    <T> T awaitWoken(Tailrace client, Future<T> woken) throws Exception {
        long startNs = System.nanoTime();
        T result = woken.get(60, TimeUnit.SECONDS);
        if (System.nanoTime() - startNs >= BACKSTOP_NS) {
            client.addCounters("last", sink -> sink.total("asked", 1));
            Await.until("its counters are shown", () -> isShown(client, "last: asked"));
            assertFalse(isShown(client, "waits: missedWakeUps"), "a wake-up was missed");
        }
        return result;
    }

    private static boolean isShown(Tailrace client, String label) {
        return shown(client).stream().anyMatch(counter -> counter.label().equals(label));
    }

    /** {@return the counters that a client shows} */
    static List<CounterReader.Counter> shown(Tailrace client) {
        Path directory = new DriverDirectory(client.directory()).client(client.clientId());
        try (ReportFile file = ReportFile.COUNTERS.openReadOnly(directory, client.clientId())) {
            return new CounterReader(directory, file.region()).read();
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterEach
    void end() {
        driver.close();
        assertEquals(List.of(), List.copyOf(errors));
    }
}
