/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tailrace.Publication;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.control.DriverDirectory;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The events about a living driver that browsers get. */
class EventsTest {
    /** The shortest time between two snapshots that are compared. */
    static final long PERIOD_NS = Watch.APART_NS;

    @TempDir
    private Path parent;

    private final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
    private final CountingHost host = new CountingHost();
    private MediaDriver driver;
    private Tailrace tailrace;
    private WebPage page;

    @BeforeEach
    void start() throws IOException {
        Path directory = parent.resolve("driver");
        driver =
                MediaDriver.launch(DriverConfig.DEFAULT.withDirectory(directory).withTermLength(64 * 1024));
        tailrace = Tailrace.connect(TailraceConfig.DEFAULT.withDirectory(directory));
        page = WebPage.start(new DriverDirectory(directory), host, ListenAddress.parse("0"), PERIOD_NS, errors::add);
    }

    @AfterEach
    void close() {
        page.close();
        tailrace.close();
        driver.close();
        assertEquals(List.of(), List.copyOf(errors));
    }

    private EventStream events(String query) throws IOException {
        return new EventStream(URI.create(page.url()), query);
    }

    @Test
    void oneReadsForAllAndSeldomWhileNobodyLooks() throws IOException, InterruptedException {
        try (EventStream one = events("");
                EventStream other = events("");
                Publication folded = tailrace.addPublication("quotes")) {
            JsonNode look = one.await("tailrace.web/1", "look");
            assertEquals(1, look.path("livingClients").asInt());
            assertTrue(look.path("freeBytes").asLong() > 0);
            other.next();
            int first = host.looks();
            long startNs = System.nanoTime();
            for (int i = 0; i < 10; i++) {
                one.next();
                other.next();
            }
            int looks = host.looks() - first;
            long periods = (System.nanoTime() - startNs) / PERIOD_NS;
            assertTrue(looks >= 1 && looks <= periods + 2, () -> "one reader for both: looks=" + looks);
            assertEquals(List.of(), one.next("tailrace.ls/1", "log"), "none of " + folded.stream());
        }
        int before = -1;
        while (before != host.looks()) { // The server notices closed connections when a write fails.
            before = host.looks();
            TimeUnit.NANOSECONDS.sleep(3 * PERIOD_NS);
        }
        try (EventStream again = events("")) {
            assertNotNull(again.next());
        }
    }

    @Test
    void aBrowserThatReadsNothingIsCutOffAndHoldsNobodyUp() throws IOException {
        for (int i = 0; i < 1000; i++) {
            tailrace.addSubscription("long-name-".repeat(20) + i);
        }
        DriverDirectory directory = new DriverDirectory(parent.resolve("driver"));
        DirectoryWatch files = new DirectoryWatch(directory, host);
        long patienceNs = TimeUnit.MILLISECONDS.toNanos(500);
        Watch watch = new Watch(
                () -> LookJson.look(directory, files, new LastHour()),
                PERIOD_NS,
                LastHour.PERIOD_NS,
                patienceNs,
                errors::add);
        try (watch;
                WebPage server = WebPage.start(
                        watch, Map.of("/events", new EventsHandler(watch)), ListenAddress.parse("0"), errors::add);
                Socket slow = new Socket()) {
            URI uri = URI.create(server.url());
            slow.setReceiveBufferSize(1024);
            slow.connect(new InetSocketAddress(uri.getHost(), uri.getPort()));
            slow.getOutputStream()
                    .write("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            for (int i = 0; i < 20; i++) { // Each newcomer causes an update to all, which fills the buffers.
                try (EventStream next = new EventStream(uri, "")) {
                    assertNotNull(next.next());
                }
            }
            try (EventStream quick = new EventStream(uri, "")) {
                long startNs = System.nanoTime();
                for (int i = 0; i < 10 || System.nanoTime() - startNs < 4 * patienceNs; i++) {
                    assertNotNull(quick.next());
                }
            }
            awaitCutOff(slow);
        }
    }

    /** Reads what is in the buffers until the stream ends; the test has a time limit. */
    private static void awaitCutOff(Socket slow) {
        byte[] bytes = new byte[64 * 1024];
        try {
            slow.setSoTimeout(60_000);
            int length = 0;
            while (length >= 0) {
                assertFalse(Thread.interrupted(), "not cut off in the time of the test");
                length = slow.getInputStream().read(bytes);
            }
        } catch (SocketTimeoutException e) {
            throw new AssertionError("neither cut off nor served", e);
        } catch (IOException e) {
            // A reset.
        }
    }

    @Test
    void anErrorIsToldOnceAndEndsThePageAlone() throws IOException {
        Error error = new StackOverflowError("by the test");
        try (EventStream events = events("")) {
            events.next();
            host.throwAtNextLook(error);
            List<JsonNode> next = events.next();
            while (next != null) {
                next = events.next();
            }
        }
        assertFalse(page.isRunning());
        assertEquals(List.of(error), List.copyOf(errors));
        assertTrue(driver.isRunning());
        try (EventStream events = events("")) {
            assertNull(events.next());
        }
        errors.clear();
    }
}
