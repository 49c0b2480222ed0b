/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.NoDriverException;
import io.tailrace.Publication;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.testing.Await;
import io.tailrace.testing.JavaProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Many clients connect at once, while drivers come and go: all of them connect. */
final class ConnectAtOnceIT {
    private static final int CLIENTS = 12;
    private static final int DRIVER_ROUNDS = 3;
    private static final long PAUSE_MS = 100;

    @RegisterExtension
    final Scene scene = new Scene();

    private Tailrace connect() {
        return Tailrace.connect(
                TailraceConfig.DEFAULT.withDirectory(scene.directory()).withConnectTimeout(Duration.ofSeconds(60)));
    }

    /**
     * When several drivers start at once, one lives. When it ends, the files of clients are half made or complete.
     */
    @Test
    void whileDriversComeAndEnd() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        List<Thread> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(new Thread(() -> {
                while (!over.get()) {
                    connect().close();
                }
            }));
        }
        for (Thread client : clients) {
            client.setUncaughtExceptionHandler((thread, e) -> failures.add(e));
            client.start();
        }
        for (int round = 0; round < DRIVER_ROUNDS; round++) {
            JavaProcess driver = startDriversAtOnce();
            Thread.sleep(PAUSE_MS); // While they come and go.
            driver.end();
        }
        JavaProcess last = startDriversAtOnce();
        over.set(true);
        for (Thread client : clients) {
            client.join();
        }
        assertEquals(List.of(), List.copyOf(failures));
        assertEquals("", last.err());
    }

    /** {@return the driver that lives} */
    private JavaProcess startDriversAtOnce() throws Exception {
        List<JavaProcess> drivers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            drivers.add(scene.start("drive"));
        }
        JavaProcess living = null;
        for (JavaProcess driver : drivers) {
            Await.until("it is ready or ends", () -> !driver.isAlive() || driver.hasLine("READY"));
            if (driver.hasLine("READY")) {
                assertNull(living, () -> "a second one: " + driver);
                living = driver;
            } else {
                assertTrue(driver.err().contains("another media driver lives in"), driver::toString);
            }
        }
        return Objects.requireNonNull(living, () -> "none of " + drivers);
    }

    /**
     * The existing control file is a dead driver's: a client that joined it would take its driver for lost at once.
     */
    @Test
    void nobodyJoinsTheControlFileOfADeadDriver() throws Exception {
        scene.startDriver().kill();
        JavaProcess next = scene.start(Jvm.quick().stopsAt("control.written"), "drive");
        next.awaitLine(FaultPoints.REACHED + "control.written");
        NoDriverException refused = assertThrows(NoDriverException.class, () -> Tailrace.connect(scene.directory()));
        assertTrue(refused.getMessage().contains("still starting"), refused::getMessage);
        next.kill();
        scene.startDriver();
        try (Tailrace tailrace = connect();
                Publication publication = tailrace.addPublication("quotes")) {
            assertEquals("quotes", publication.stream());
        }
    }
}
