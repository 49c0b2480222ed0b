/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.tailrace.ControlledFrameHandler;
import io.tailrace.FrameHandler;
import io.tailrace.OfferTimeoutException;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.Policy;
import io.tailrace.control.DriverDirectory;
import io.tailrace.dispatch.Dispatch;
import io.tailrace.events.Events;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.report.LinkFile;
import io.tailrace.report.LinkFile.Identity;
import io.tailrace.report.LinkFile.Kind;
import io.tailrace.report.LinkFile.State;
import io.tailrace.system.EventRecording;
import io.tailrace.testing.Await;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The events that a client records with the Flight Recorder; EventsIT tests those that take another process. */
final class EventsTest extends TwoClients {
    private static final int LENGTH = 1000;
    private static final long PID = ProcessHandle.current().pid();
    private static final long SLOW_NS = 300_000_000;
    /** Longer than the events' own 10 ms, by which a busy machine may delay a fast step. */
    private static final Duration THRESHOLD = Duration.ofMillis(250);

    private final MappedBuffer buffer = MappedBuffer.allocate(LENGTH);
    private EventRecording recording;

    @BeforeEach
    void record() {
        recording = new EventRecording(parent, Map.of("BackPressure", THRESHOLD, "SlowHandler", THRESHOLD));
        rig.settle(); // The conductors see the recording.
    }

    @AfterEach
    void stop() {
        recording.close();
    }

    private RecordedEvent onlyEvent(String name) {
        List<RecordedEvent> events = recording.events(name);
        assertEquals(1, events.size(), () -> "events=" + events);
        RecordedEvent event = events.get(0);
        assertEquals(List.of("Tailrace"), event.getEventType().getCategoryNames());
        assertNull(event.getStackTrace());
        assertEquals(Thread.currentThread().getName(), event.getThread().getJavaName());
        return event;
    }

    private static long ns(RecordedEvent event) {
        return event.getDuration().toNanos();
    }

    private Subscription subscribe(SubscriptionConfig config) {
        Subscription subscription = subscriber.addSubscription(STREAM, config);
        rig.until("an image", subscription::isConnected);
        return subscription;
    }

    private static void waitLong() {
        long startNs = System.nanoTime();
        while (System.nanoTime() - startNs < SLOW_NS) {
            Thread.onSpinWait();
        }
    }

    @Test
    void anOfferThatWaitsInVainNamesWhoHeldItBack() {
        Publication publication = publisher.addPublication(STREAM);
        Subscription subscription = subscribe(SubscriptionConfig.DEFAULT.withName("risk", Duration.ofSeconds(1)));
        Messages.fill(publication, LENGTH);

        assertThrows(
                OfferTimeoutException.class, () -> publication.offer(buffer, 0, LENGTH, Duration.ofNanos(SLOW_NS)));

        RecordedEvent event = onlyEvent("BackPressure");
        assertTrue(ns(event) >= SLOW_NS, event::toString);
        assertFalse(event.getBoolean("accepted"));
        assertEquals(STREAM, event.getString("stream"));
        assertEquals(publication.logId(), event.getLong("logId"));
        assertEquals(publication.registrationId(), event.getLong("publicationId"));
        assertEquals("SUBSCRIBER", event.getString("culprit"));
        assertEquals("risk", event.getString("culpritName"));
        assertEquals(subscription.registrationId(), event.getLong("culpritId"));
        assertTrue(event.getLong("culpritClientId") > 0);
        assertEquals(PID, event.getLong("culpritPid"));
        assertEquals(publication.position(), event.getLong("bytesBehind"));
    }

    @Test
    void aLinkSaysInWhichStateItIs() throws IOException {
        Identity identity = new Identity(Kind.SEND, "bridge/feed", "10.0.0.2:9000", "alpha", STREAM);
        Path path = Files.createDirectory(parent.resolve("linked"));
        try (LinkFile link = LinkFile.create(new DriverDirectory(path), identity, 0)) {
            waitLong();
            link.peer("beta", "1.2.3");
            link.state(State.UP);
            link.state(State.UP);
        }

        RecordedEvent event = onlyEvent("Link");
        assertEquals("bridge/feed", event.getString("link"));
        assertEquals("beta", event.getString("peer"));
        assertEquals("UP", event.getString("state"));
        assertEquals("CONNECTING", event.getString("before"));
        assertTrue(event.getDuration("beforeFor").toNanos() >= SLOW_NS, event::toString);
    }

    @Test
    void aClaimThatFindsSpaceAtLastSaysSo() {
        Publication publication = publisher.addExclusivePublication(STREAM);
        Subscription subscription = subscribe(SubscriptionConfig.DEFAULT);
        Messages.fill(publication, LENGTH);

        Thread offering = Thread.currentThread();
        CompletableFuture<Integer> polled = CompletableFuture.supplyAsync(() -> {
            Await.until("the offer waits", () -> offering.getState() == Thread.State.TIMED_WAITING);
            waitLong();
            return subscription.poll(received, 1000);
        });
        publication.offer(buffer, 0, LENGTH, Duration.ofSeconds(20));

        assertTrue(polled.join() > 0);
        RecordedEvent event = onlyEvent("BackPressure");
        assertTrue(event.getBoolean("accepted"));
        assertEquals(subscription.registrationId(), event.getLong("culpritId"));
    }

    @Test
    void waitsThatAreShortOrForASubscriberAreNoBackPressure() {
        Publication publication = publisher.addPublication(STREAM);
        assertThrows(
                OfferTimeoutException.class, () -> publication.offer(buffer, 0, LENGTH, Duration.ofNanos(SLOW_NS)));
        subscribe(SubscriptionConfig.DEFAULT);
        Messages.fill(publication, LENGTH);
        assertThrows(OfferTimeoutException.class, () -> publication.offer(buffer, 0, LENGTH, Duration.ZERO));

        assertEquals(List.of(), recording.events("BackPressure"));
    }

    @Test
    void anOverrunSaysWhatWasLost() {
        Publication publication = publisher.addPublication(STREAM);
        List<Long> lost = new ArrayList<>();
        Subscription subscription = subscribe(SubscriptionConfig.DEFAULT
                .withPolicy(Policy.DROP)
                .withOverrunHandler((image, from, to) -> lost.addAll(List.of(from, to))));
        for (int i = 0; i < 1000; i++) {
            rig.until("space", () -> publication.offer(buffer, 0, LENGTH) > 0);
        }
        rig.settle();
        subscription.poll(received, 3000);

        RecordedEvent event = onlyEvent("Overrun");
        assertEquals(STREAM, event.getString("stream"));
        assertEquals(publication.logId(), event.getLong("logId"));
        assertEquals(subscription.registrationId(), event.getLong("subscriptionId"));
        assertEquals(lost, List.of(event.getLong("fromPosition"), event.getLong("toPosition")));
    }

    @Test
    void aPollOfAnyKindWhoseHandlersTakeLongIsToldAndOthersAreNot() {
        Publication publication = publisher.addPublication(STREAM);
        Subscription subscription = subscribe(SubscriptionConfig.DEFAULT);
        Messages.offer(publication, "fast");
        assertEquals(1, subscription.poll(received, 10));
        Messages.offer(publication, "slow");
        Messages.offer(publication, "too");
        FrameHandler slow = (bytes, offset, length, header) -> {
            waitLong();
            received.onFrame(bytes, offset, length, header);
        };
        assertEquals(2, subscription.poll(slow, 10));

        RecordedEvent event = onlyEvent("SlowHandler");
        assertTrue(ns(event) >= 2 * SLOW_NS, event::toString);
        assertEquals(STREAM, event.getString("stream"));
        assertEquals(publication.logId(), event.getLong("logId"));
        assertEquals(subscription.registrationId(), event.getLong("subscriptionId"));
        assertEquals(2, event.getInt("messages"));
        assertEquals(received.frames().get(2).position(), event.getLong("position"));

        Messages.offer(publication, "controlled");
        subscription.controlledPoll(
                (bytes, offset, length, header) -> {
                    waitLong();
                    return ControlledFrameHandler.Action.CONTINUE;
                },
                10);
        long thrownAt = Messages.offer(publication, "throws");
        FrameHandler failing = (bytes, offset, length, header) -> {
            waitLong();
            throw new IllegalStateException("on purpose");
        };
        assertThrows(IllegalStateException.class, () -> subscription.poll(failing, 10));

        List<RecordedEvent> events = recording.events("SlowHandler");
        assertEquals(3, events.size());
        assertEquals(1, events.get(2).getInt("messages"));
        assertTrue(events.get(2).getLong("position") < thrownAt);
    }

    @Test
    void aDispatchedMessageWhoseHandlerTakesLongIsTold() {
        Publication publication = publisher.addPublication(STREAM);
        Subscription subscription = subscribe(SubscriptionConfig.DEFAULT);
        Messages.offer(publication, "fast");
        Messages.offer(publication, "slow");
        FrameHandler second = (bytes, offset, length, header) -> {
            received.onFrame(bytes, offset, length, header);
            if (received.count() == 2) {
                waitLong();
                subscription.close();
            }
        };

        Dispatch.of(subscription, second).workers(1).start(Runnable::run);

        RecordedEvent event = onlyEvent("SlowHandler");
        assertEquals(1, event.getInt("messages"));
        assertEquals(received.frames().get(1).position(), event.getLong("position"));
    }

    @Test
    void nothingIsAllocatedOnceNobodyRecordsAnyMore() {
        Publication publication = publisher.addPublication(STREAM);
        Subscription subscription = subscribe(SubscriptionConfig.DEFAULT);
        FrameHandler nothing = (bytes, offset, length, header) -> {};
        Runnable exchange = () -> {
            for (int i = 0; i < 20; i++) {
                publication.offer(buffer, 0, 8);
                assertEquals(1, subscription.poll(nothing, 10));
                assertNull(Events.beginBackPressure());
            }
        };
        Messages.offer(publication, "first");
        subscription.poll(nothing, 10); // During a recording: makes and begins an event.
        recording.close();
        rig.settle();
        ThreadMXBean memory = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long bytes = 1;
        for (int round = 0; bytes > 0 && round < 10; round++) { // The first ones load what they need.
            long before = memory.getCurrentThreadAllocatedBytes();
            exchange.run();
            bytes = memory.getCurrentThreadAllocatedBytes() - before;
        }

        assertEquals(0, bytes);
    }
}
