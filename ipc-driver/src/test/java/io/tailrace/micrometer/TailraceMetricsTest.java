/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.micrometer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tailrace.CounterSource;
import io.tailrace.ExclusivePublication;
import io.tailrace.OfferTimeoutException;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.control.DriverDirectory;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import io.tailrace.report.LinkFile;
import io.tailrace.report.LinkFile.Figures;
import io.tailrace.report.LinkFile.Identity;
import io.tailrace.report.LinkFile.Kind;
import io.tailrace.report.LinkFile.State;
import io.tailrace.testing.Await;
import io.tailrace.testing.MemoryDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The meters of clients and of a driver, in a registry. */
class TailraceMetricsTest {
    private static final Duration OFTEN = Duration.ofMillis(5);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final byte[] MESSAGE = new byte[1000];

    @TempDir(factory = MemoryDirectory.class)
    Path path;

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private MediaDriver driver;

    @BeforeEach
    void launch() {
        driver = MediaDriver.launch(DriverConfig.DEFAULT.withDirectory(path).withTermLength(64 * 1024));
    }

    @AfterEach
    void end() {
        driver.close();
    }

    private double value(String name, String... tags) {
        Gauge gauge = registry.find(name).tags(tags).gauge();
        FunctionCounter counter = registry.find(name).tags(tags).functionCounter();
        return gauge != null ? gauge.value() : counter != null ? counter.count() : Double.NaN;
    }

    /** The meters of one look change one after the other. */
    private static void await(BooleanSupplier condition) {
        Await.until("the meters follow", condition);
    }

    private void assertTagsHaveNoIds() {
        for (Meter meter : registry.getMeters()) {
            for (Tag tag : meter.getId().getTags()) {
                assertTrue(
                        Set.of("driver", "stream", "group", "counter", "subscription", "program", "kind")
                                .contains(tag.getKey()),
                        meter.getId()::toString);
                assertFalse(
                        tag.getValue().matches(".*\\b\\d+\\b.*")
                                && !tag.getKey().equals("driver"),
                        tag::toString);
            }
        }
    }

    private static void holdBack(Publication publication) {
        assertThrows(OfferTimeoutException.class, () -> {
            while (publication.offer(MESSAGE, Duration.ofMillis(50)) > 0) {
                // Until the subscriber, which does not poll, holds the publisher back.
            }
        });
    }

    @Test
    void aDriverShowsItsLinks() throws IOException {
        DriverDirectory directory = new DriverDirectory(path);
        Identity identity = new Identity(Kind.SEND, "bridge/feed", "10.0.0.2:9000", "alpha", "quotes");
        String[] tags = {"link", "bridge/feed", "kind", "send", "peer", "beta"};
        try (TailraceMetrics metrics = TailraceMetrics.ofDriver(path, 200, OFTEN);
                LinkFile link = LinkFile.create(directory, identity, System.currentTimeMillis())) {
            link.peer("beta", "1.2.3");
            link.beat(System.currentTimeMillis(), new Figures(2, 3_000, 4, 5_000, 6_000_000, 7_000_000, 8, 9_000));
            link.state(State.HELD);
            metrics.bindTo(registry);
            assertEquals(1, value("tailrace.link.up", tags));
            assertEquals(1, value("tailrace.link.held", tags));
            assertEquals(2, value("tailrace.link.lanes", tags));
            assertEquals(5_000, value("tailrace.link.lag", tags));
            assertEquals(0.006, value("tailrace.link.lag.seconds", tags));
            assertEquals(0.007, value("tailrace.link.round.trip", tags));
            assertEquals(3_000, value("tailrace.link.sent", tags));
            assertEquals(8, value("tailrace.link.retransmissions", tags));
            assertEquals(9_000, value("tailrace.link.lost", tags));
            link.state(State.DOWN);
            await(() -> value("tailrace.link.up", tags) == 0);
            link.state(State.ENDED);
            await(() -> Double.isNaN(value("tailrace.link.up", tags)));
        }
    }

    @Test
    void aDriverShowsAllStreams() {
        try (TailraceMetrics metrics = TailraceMetrics.ofDriver(path, 200, OFTEN);
                Tailrace tailrace = Tailrace.connect(path);
                Subscription subscription = tailrace.addSubscription("quotes");
                ExclusivePublication publication = tailrace.addExclusivePublication("quotes")) {
            metrics.bindTo(registry);
            assertEquals(1, value("tailrace.driver.up"));
            assertEquals(1, value("tailrace.clients"));
            assertEquals(0, value("tailrace.stream.held.back", "stream", "quotes"));
            holdBack(publication);
            await(() -> value("tailrace.stream.held.back", "stream", "quotes") == 1);
            await(() -> value("tailrace.stream.lag", "stream", "quotes") == publication.position());
            await(() -> value("tailrace.stream.published", "stream", "quotes") == publication.position());
            await(() -> value("tailrace.stream.lag.ratio", "stream", "quotes") >= 1);
            assertEquals(1, value("tailrace.stream.subscribers", "stream", "quotes"));
            assertTagsHaveNoIds();
            while (subscription.poll((buffer, offset, length, header) -> {}, 64) > 0) {
                // Until everything is read.
            }
            await(() -> value("tailrace.stream.lag", "stream", "quotes") == 0);
            await(() -> value("tailrace.subscription.messages", "stream", "quotes") > 0);
            await(() -> value("tailrace.subscription.lag", "stream", "quotes") == 0);
            assertEquals(1, value("tailrace.events", "kind", "client_came"));
            driver.close();
            await(() -> value("tailrace.driver.up") == 0);
        }
        assertEquals(List.of(), registry.getMeters());
    }

    @Test
    void aClientShowsItsOwn() {
        try (Tailrace tailrace = Tailrace.connect(path);
                Tailrace other = Tailrace.connect(path);
                TailraceMetrics metrics = TailraceMetrics.of(tailrace, 200, OFTEN);
                Publication foreign = other.addPublication("foreign");
                Subscription reader = other.addSubscription("quotes");
                Publication publication = tailrace.addPublication("quotes")) {
            other.addSubscription("foreign");
            assertTrue(foreign.offer(new byte[5_000], PATIENCE) > 0);
            metrics.bindTo(registry);
            tailrace.addCounters("orders", sink -> sink.total("executed", 7));
            tailrace.addCounters("pool", (CounterSource) sink -> sink.level("queued", 3));
            assertTrue(publication.offer(MESSAGE, PATIENCE) > 0);
            await(() -> value("tailrace.client.total", "group", "orders", "counter", "executed") == 7);
            await(() -> value("tailrace.client.level", "group", "pool", "counter", "queued") == 3);
            await(() -> value("tailrace.client.stream.published", "stream", "quotes") == publication.position());
            assertEquals(1, value("tailrace.client.stream.publishers", "stream", "quotes"));
            assertEquals(0, value("tailrace.client.stream.subscribers", "stream", "quotes"), "the reader is another's");
            assertEquals(1, value("tailrace.client.driver.up"));
            assertNotNull(registry.find("tailrace.client.missed.wake.ups").functionCounter());
            assertTrue(Double.isNaN(value("tailrace.client.stream.position", "stream", foreign.stream())));
            assertTagsHaveNoIds();
            assertCountsFromItsSubscription(tailrace, foreign);
            publication.close();
            await(() -> Double.isNaN(value("tailrace.client.stream.position", "stream", "quotes")));
            assertFalse(reader.isClosed());
        }
        assertEquals(List.of(), registry.getMeters());
    }

    private void assertCountsFromItsSubscription(Tailrace tailrace, Publication foreign) {
        long before = foreign.position();
        try (Subscription late = tailrace.addSubscription("foreign")) {
            await(() -> value("tailrace.client.stream.subscribers", "stream", late.stream()) == 1);
            assertTrue(foreign.offer(MESSAGE, PATIENCE) > 0);
            double published = (double) (foreign.position() - before);
            await(() -> value("tailrace.client.stream.published", "stream", late.stream()) >= published);
            assertEquals(published, value("tailrace.client.stream.published", "stream", late.stream()));
        }
    }

    @Test
    void itsThreadSurvivesWhatARegistryThrowsAndReportsItOnce() {
        AtomicInteger thrown = new AtomicInteger();
        AtomicBoolean isBroken = new AtomicBoolean();
        SimpleMeterRegistry breaking = new SimpleMeterRegistry() {
            @Override
            protected <T> Gauge newGauge(Meter.Id id, T object, ToDoubleFunction<T> function) {
                if (isBroken.get()) {
                    thrown.incrementAndGet();
                    throw new LinkageError("no descriptor for a library");
                }
                return super.newGauge(id, object, function);
            }
        };
        Queue<Throwable> reported = new ConcurrentLinkedQueue<>();
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, error) -> reported.add(error));
        try (TailraceMetrics metrics = TailraceMetrics.ofDriver(path, 200, OFTEN);
                Tailrace tailrace = Tailrace.connect(path)) {
            metrics.bindTo(breaking);
            isBroken.set(true);
            try (Publication publication = tailrace.addPublication("quotes")) {
                await(() -> thrown.get() > 2);
                isBroken.set(false);
                await(() -> !breaking.find("tailrace.stream.held.back").gauges().isEmpty());
                assertEquals("quotes", publication.stream());
            }
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
        assertEquals(1, reported.size(), reported::toString);
    }

    @Test
    void severalRegistriesAndManyClosesAreFine() {
        TailraceMetrics metrics = TailraceMetrics.ofDriver(path.resolve("nothing"));
        SimpleMeterRegistry second = new SimpleMeterRegistry();
        metrics.bindTo(registry);
        metrics.bindTo(second);
        assertEquals(0, value("tailrace.driver.up"));
        assertEquals(registry.getMeters().size(), second.getMeters().size());
        metrics.close();
        metrics.close();
        assertEquals(List.of(), second.getMeters());
        assertThrows(IllegalStateException.class, () -> metrics.bindTo(registry));
        assertThrows(IllegalArgumentException.class, () -> TailraceMetrics.ofDriver(path, 1, Duration.ZERO));
    }
}
