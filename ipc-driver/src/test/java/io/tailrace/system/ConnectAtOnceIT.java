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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Many clients connect at once, while other processes check whether they live, and while drivers come and go: all of
 * them connect.
 */
@Timeout(300)
final class ConnectAtOnceIT {
    private static final int ROUNDS = 40;
    private static final int CLIENTS = 50;
    private static final int PROCESSES = 12;
    private static final int DRIVER_ROUNDS = 3;
    private static final long PAUSE_MS = 100;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @RegisterExtension
    final Scene scene = new Scene();

    /** Runs the same on many threads that begin at once. Returns the exceptions. */
    private static List<Throwable> atOnce(int threads, Runnable work) {
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        CyclicBarrier start = new CyclicBarrier(threads);
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Thread thread = new Thread(() -> {
                try {
                    start.await();
                    work.run();
                } catch (Exception | Error e) {
                    failures.add(e);
                }
            });
            thread.start();
            all.add(thread);
        }
        all.forEach(ConnectAtOnceIT::join);
        return List.copyOf(failures);
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private TailraceConfig patient() {
        return TailraceConfig.DEFAULT.withDirectory(scene.directory()).withConnectTimeout(PATIENCE);
    }

    private void connectAndGo() {
        try (Tailrace tailrace = Tailrace.connect(patient())) {
            assertTrue(tailrace.clientId() > 0);
        }
    }

    @Test
    void manyClientsOfADriver() throws Exception {
        JavaProcess driver = scene.startDriver();
        for (int round = 0; round < ROUNDS; round++) {
            assertEquals(List.of(), atOnce(CLIENTS, this::connectAndGo));
        }
        assertTrue(driver.isAlive());
        assertEquals("", driver.err(), "coming and going is no error");
    }

    /** The quickest process embeds the driver, and closes it again when it leaves. */
    @Test
    void manyProcessesWhereNoDriverLives() throws Exception {
        List<JavaProcess> processes = new ArrayList<>();
        for (int i = 0; i < PROCESSES; i++) {
            processes.add(scene.start(ConnectMain.class, scene.directory(), "quotes"));
        }
        for (JavaProcess process : processes) {
            process.awaitLine("CONNECTED");
        }
        for (JavaProcess process : processes) {
            process.tell("end");
            process.awaitQuietEnd();
        }
    }

    /**
     * When several drivers start at once, one lives. When it ends, the files of clients are half made or complete.
     */
    @Test
    void whileDriversComeAndEnd() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        List<Throwable> failures = new ArrayList<>();
        Thread clients = new Thread(() -> {
            while (!over.get()) {
                failures.addAll(atOnce(PROCESSES, this::connectAndGo));
            }
        });
        clients.start();
        for (int round = 0; round < DRIVER_ROUNDS; round++) {
            JavaProcess driver = startDriversAtOnce();
            Thread.sleep(PAUSE_MS); // While they come and go.
            driver.tell("end");
            driver.awaitQuietEnd();
        }
        JavaProcess last = startDriversAtOnce();
        over.set(true);
        clients.join();
        assertEquals(List.of(), failures);
        assertEquals("", last.err());
    }

    /** {@return the driver that lives} */
    private JavaProcess startDriversAtOnce() throws Exception {
        List<JavaProcess> drivers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            drivers.add(scene.start(DriverProcessMain.class, scene.directory(), Scene.TERM_LENGTH));
        }
        JavaProcess living = null;
        for (JavaProcess driver : drivers) {
            while (driver.isAlive() && !driver.hasLine("READY")) {
                Thread.sleep(PAUSE_MS / 20);
            }
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
        JavaProcess next = scene.start(
                Jdk.running(),
                QuickJvm.flags(Cast.point("control.written")),
                DriverProcessMain.class,
                scene.directory(),
                Scene.TERM_LENGTH);
        next.awaitLine(FaultPoints.REACHED + "control.written");

        NoDriverException refused = assertThrows(NoDriverException.class, () -> Tailrace.connect(scene.directory()));

        assertTrue(refused.getMessage().contains("still starting"), refused::getMessage);
        next.kill();
        scene.startDriver();
        try (Tailrace tailrace = Tailrace.connect(patient());
                Publication publication = tailrace.addPublication("quotes")) {
            assertEquals("quotes", publication.stream());
        }
    }
}
