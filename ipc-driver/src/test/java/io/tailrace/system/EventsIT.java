/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.OfferTimeoutException;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.Policy;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.JavaProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The events about other processes that client and driver record with the Flight Recorder, and their form in other
 * JVMs.
 */
@Isolated("a recording has the events of every driver and client of the JVM")
final class EventsIT {
    private static final Pattern OF_EVENTS = Pattern.compile(" io\\.tailrace\\.events\\.(\\w+)");

    @RegisterExtension
    final Scene scene = new Scene();

    private static RecordedEvent only(List<RecordedEvent> events) {
        assertEquals(1, events.size(), () -> "events=" + events);
        return events.get(0);
    }

    /** A claim with a header names its publisher; a claim without may be any publisher's. */
    @ParameterizedTest
    @CsvSource({"commit.copied, true", "claim.added, false"})
    void theClaimOfAKilledPublisherIsToldByTheDriverThatPadsIt(String point, boolean isNamed) throws Exception {
        DriverConfig config =
                DriverConfig.DEFAULT.withDirectory(scene.directory()).withTermLength(Scene.TERM_LENGTH);
        try (MediaDriver driver = MediaDriver.launch(config);
                LocalClient client = new LocalClient(driver.directory());
                Subscription subscription = client.tailrace().addSubscription(Cast.STREAM);
                Publication publication = client.tailrace().addPublication(Cast.STREAM);
                EventRecording recording = new EventRecording(scene.root())) {
            LoadPublisher publisher = scene.startPublisher(Jvm.quick().stopsAt(point, 10), Cast.STREAM, "concurrent");
            JavaProcess victim = publisher.process();
            long publicationId = Long.parseLong(victim.awaitLine("PUBLICATION"));
            victim.awaitLine(FaultPoints.REACHED);
            victim.kill();
            client.pollUntil(subscription, "unblocked", () -> !recording
                    .events("ClaimUnblocked")
                    .isEmpty());

            RecordedEvent event = only(recording.events("ClaimUnblocked"));
            assertEquals(Cast.STREAM, event.getString("stream"));
            assertEquals(publication.logId(), event.getLong("logId"));
            assertEquals(publication.position(), event.getLong("position") + event.getLong("length"));
            assertEquals(isNamed ? publicationId : 0, event.getLong("publicationId"));
            assertEquals(isNamed, event.getLong("clientId") > 0);
            assertEquals(isNamed ? victim.pid() : 0, event.getLong("pid"));
            client.pollUntil(
                    subscription, "the rest", () -> subscription.images().get(0).position() == publication.position());
        }
    }

    /** Without the Flight Recorder, and with it where nobody records. */
    @ParameterizedTest
    @ValueSource(strings = {"--limit-modules=java.base,jdk.unsupported", "-Xlog:disable"})
    void withoutARecordingNoClassOfAnEventIsLoadedAndAllGoesOn(String flag) throws Exception {
        Jvm jvm = Jvm.PLAIN.with(flag, "-Xlog:class+load:file=" + classes());
        JavaProcess process = scene.start(jvm, AllEvents.class);
        process.awaitLine("DONE");
        process.awaitQuietEnd();
        assertEquals(Set.of("Events"), loadedClasses());
    }

    private Path classes() {
        return scene.root().resolve("classes.log");
    }

    /** {@return the classes of the package that the process has loaded, none nested} */
    private Set<String> loadedClasses() throws IOException {
        return Files.readAllLines(classes()).stream()
                .map(OF_EVENTS::matcher)
                .filter(Matcher::find)
                .map(found -> found.group(1))
                .collect(Collectors.toSet());
    }

    @Test
    void aRecordingFromTheStartOfAJvmHasTheEventsOfItsClient() throws Exception {
        Path file = scene.root().resolve("start.jfr");
        JavaProcess process = scene.start(
                Jvm.PLAIN.with("-XX:StartFlightRecording:filename=" + file, "-Xlog:disable", "-Xlog:all=error:stderr"),
                AllEvents.class);
        process.awaitLine("DONE");
        process.awaitQuietEnd();

        Map<String, List<RecordedEvent>> events = RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().startsWith("io.tailrace."))
                .collect(Collectors.groupingBy(
                        event -> event.getEventType().getName().substring("io.tailrace.".length())));
        assertEquals(Set.of("BackPressure", "SlowHandler", "Overrun", "DriverLost", "DriverBack"), events.keySet());
        RecordedEvent lost = only(events.get("DriverLost"));
        RecordedEvent back = only(events.get("DriverBack"));
        assertEquals(scene.directory().toString(), lost.getString("directory"));
        assertEquals(scene.directory().toString(), back.getString("directory"));
        assertTrue(lost.getLong("clientId") > 0);
        assertEquals(lost.getLong("clientId"), back.getLong("clientId"));
        Duration between = Duration.between(lost.getStartTime(), back.getStartTime());
        assertTrue(back.getDuration("lostFor").compareTo(between.plusSeconds(1)) < 0, back::toString);
        assertTrue(back.getDuration("lostFor").compareTo(between.dividedBy(2)) > 0, back::toString);
    }

    /** Does everything that a client records with the Flight Recorder, in one process. */
    static final class AllEvents {
        private static final int LENGTH = 1000;
        private static final long SLOW_NS = 20_000_000;
        private static final Duration PATIENCE = Duration.ofSeconds(30);

        private AllEvents() {}

        public static void main(String[] args) throws InterruptedException {
            DriverConfig config =
                    DriverConfig.DEFAULT.withDirectory(Path.of(args[0])).withTermLength(Scene.TERM_LENGTH);
            CountDownLatch lost = new CountDownLatch(1);
            CountDownLatch back = new CountDownLatch(1);
            TailraceConfig clientConfig = TailraceConfig.DEFAULT
                    .withDirectory(Path.of(args[0]))
                    .withDriverStateHandler(
                            state -> (state == TailraceConfig.DriverState.LOST ? lost : back).countDown());
            MediaDriver driver = MediaDriver.launch(config);
            try (Tailrace tailrace = Tailrace.connect(clientConfig)) {
                useUpTheWindow(tailrace);
                overrun(tailrace);
                driver.close();
                lost.await();
                driver = MediaDriver.launch(config);
                back.await();
            } finally {
                driver.close();
            }
            System.out.println("DONE");
        }

        private static void useUpTheWindow(Tailrace tailrace) {
            MappedBuffer buffer = MappedBuffer.allocate(LENGTH);
            try (Publication publication = tailrace.addPublication("gated");
                    Subscription subscription = tailrace.addSubscription("gated")) {
                try {
                    while (publication.offer(buffer, 0, LENGTH, PATIENCE.dividedBy(1000)) > 0) {
                        Thread.onSpinWait();
                    }
                } catch (OfferTimeoutException e) {
                    System.out.println("HELD BACK " + e.status());
                }
                int polled = subscription.poll(
                        (bytes, offset, length, header) -> LockSupport.parkNanos(SLOW_NS), 2, PATIENCE);
                System.out.println("POLLED " + polled);
            }
        }

        private static void overrun(Tailrace tailrace) {
            MappedBuffer buffer = MappedBuffer.allocate(LENGTH);
            try (Publication publication = tailrace.addPublication("dropped");
                    Subscription subscription =
                            tailrace.addSubscription("dropped", SubscriptionConfig.DEFAULT.withPolicy(Policy.DROP))) {
                publication.awaitSubscribers(1, PATIENCE);
                subscription.awaitConnected(PATIENCE);
                for (int i = 0; i < 1000; i++) {
                    publication.offer(buffer, 0, LENGTH, PATIENCE);
                }
                while (subscription.overruns() == 0) {
                    subscription.poll((bytes, offset, length, header) -> {}, 1000);
                }
            }
        }
    }
}
