/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.OfferTimeoutException;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import io.tailrace.file.FileAccess;
import io.tailrace.file.MappedFile;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
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

/**
 * The events about other processes that client and driver record with the Flight Recorder, and their form in other
 * JVMs.
 */
@Isolated("a recording has the events of every driver and client of the JVM")
final class EventsIT {
    private static final String STREAM = "quotes";
    private static final int LENGTH = 1000;
    private static final Pattern OF_EVENTS = Pattern.compile(" io\\.tailrace\\.events\\.(\\w+)");

    @RegisterExtension
    final Scene scene = new Scene();

    private static RecordedEvent only(List<RecordedEvent> events) {
        assertEquals(1, events.size(), () -> "events=" + events);
        return events.get(0);
    }

    @Test
    void theProcessOfAStoppedSubscriberIsNamedAsTheCulprit() throws Exception {
        scene.startDriver();
        try (LocalClient client = new LocalClient(scene.directory());
                Publication publication = client.tailrace().addPublication(STREAM);
                EventRecording recording = new EventRecording(scene.root())) {
            JavaProcess stopped = scene.start(
                    SubscriberMain.class, scene.directory(), STREAM, Long.MAX_VALUE, Scene.MAX_MESSAGE_LENGTH);
            long subscriptionId = Long.parseLong(stopped.awaitLine("SUBSCRIPTION"));
            assertTrue(publication.awaitSubscribers(1, Duration.ofSeconds(30)));
            stopped.stop();
            MappedBuffer buffer = MappedBuffer.allocate(LENGTH);
            assertThrows(OfferTimeoutException.class, () -> {
                while (publication.offer(buffer, 0, LENGTH, Duration.ofMillis(100)) > 0) {
                    Thread.onSpinWait();
                }
            });

            List<RecordedEvent> events = recording.events("BackPressure");
            RecordedEvent event = events.get(events.size() - 1);
            assertFalse(event.getBoolean("accepted"));
            assertEquals("SUBSCRIBER", event.getString("culprit"));
            assertEquals(stopped.pid(), event.getLong("culpritPid"));
            assertEquals(subscriptionId, event.getLong("culpritId"));
        }
    }

    @Test
    void aDriverThatIsKilledIsLostAndTheNextOneIsBack() throws Exception {
        JavaProcess driver = scene.startDriver();
        try (LocalClient client = new LocalClient(scene.directory());
                EventRecording recording = new EventRecording(scene.root())) {
            driver.kill();
            Await.until("lost", () -> !recording.events("DriverLost").isEmpty());
            assertEquals(List.of(), recording.events("DriverBack"));
            scene.startDriver();
            Await.until("back", () -> !recording.events("DriverBack").isEmpty());

            RecordedEvent lost = only(recording.events("DriverLost"));
            RecordedEvent back = only(recording.events("DriverBack"));
            assertEquals(scene.directory().toString(), lost.getString("directory"));
            assertEquals(scene.directory().toString(), back.getString("directory"));
            assertTrue(lost.getLong("clientId") > 0);
            assertEquals(lost.getLong("clientId"), back.getLong("clientId"));
            Duration between = Duration.between(lost.getStartTime(), back.getStartTime());
            assertTrue(back.getDuration("lostFor").compareTo(between.plusSeconds(1)) < 0, back::toString);
            assertTrue(back.getDuration("lostFor").compareTo(between.minusSeconds(1)) > 0, back::toString);
        }
    }

    /** A claim with a header names its publisher; a claim without may be any publisher's. */
    @ParameterizedTest
    @CsvSource({"commit.copied, true", "claim.added, false"})
    void theClaimOfAKilledPublisherIsToldByTheDriverThatPadsIt(String point, boolean isNamed) throws Exception {
        DriverConfig config =
                DriverConfig.DEFAULT.withDirectory(scene.directory()).withTermLength(Scene.TERM_LENGTH);
        try (MediaDriver driver = MediaDriver.launch(config);
                LocalClient client = new LocalClient(driver.directory());
                Subscription subscription = client.tailrace().addSubscription(STREAM);
                Publication publication = client.tailrace().addPublication(STREAM);
                EventRecording recording = new EventRecording(scene.root())) {
            Path progress = scene.root().resolve("progress");
            MappedFile.create(progress, FaultPublisherMain.PROGRESS_LENGTH, FileAccess.PRIVATE);
            JavaProcess victim = scene.start(
                    Jdk.running(),
                    QuickJvm.flags(Cast.point(point), Cast.count(10)),
                    FaultPublisherMain.class,
                    driver.directory(),
                    STREAM,
                    "concurrent",
                    Long.MAX_VALUE,
                    progress,
                    0);
            long publicationId = Long.parseLong(victim.awaitLine("PUBLICATION"));
            victim.awaitLine(FaultPoints.REACHED);
            victim.kill();
            client.pollUntil(subscription, LocalClient.PATIENCE_NS, "unblocked", () -> !recording
                    .events("ClaimUnblocked")
                    .isEmpty());

            RecordedEvent event = only(recording.events("ClaimUnblocked"));
            assertEquals(STREAM, event.getString("stream"));
            assertEquals(publication.logId(), event.getLong("logId"));
            assertEquals(publication.position(), event.getLong("position") + event.getLong("length"));
            assertEquals(isNamed ? publicationId : 0, event.getLong("publicationId"));
            assertEquals(isNamed, event.getLong("clientId") > 0);
            assertEquals(isNamed ? victim.pid() : 0, event.getLong("pid"));
            client.pollUntil(
                    subscription,
                    LocalClient.PATIENCE_NS,
                    "the rest",
                    () -> subscription.images().get(0).position() == publication.position());
        }
    }

    @Test
    void allGoesOnInARuntimeWithoutTheFlightRecorder() throws Exception {
        JavaProcess process = scene.start(
                Jdk.running(),
                List.of("--limit-modules", "java.base,jdk.unsupported", "-Xlog:class+load:file=" + classes()),
                EventsMain.class,
                scene.directory());
        process.awaitLine("DONE");
        process.awaitQuietEnd();

        assertEquals(Set.of("Events"), loadedClasses());
    }

    @Test
    void noClassOfAnEventIsLoadedWhereNobodyRecords() throws Exception {
        JavaProcess process = scene.start(
                Jdk.running(), List.of("-Xlog:class+load:file=" + classes()), EventsMain.class, scene.directory());
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
                Jdk.running(),
                List.of("-XX:StartFlightRecording:filename=" + file, "-Xlog:disable", "-Xlog:all=error:stderr"),
                EventsMain.class,
                scene.directory());
        process.awaitLine("DONE");
        process.awaitQuietEnd();

        Set<String> names = RecordingFile.readAllEvents(file).stream()
                .map(event -> event.getEventType().getName())
                .filter(name -> name.startsWith("io.tailrace."))
                .collect(Collectors.toSet());
        assertEquals(
                Set.of(
                        "io.tailrace.BackPressure",
                        "io.tailrace.SlowHandler",
                        "io.tailrace.Overrun",
                        "io.tailrace.DriverLost",
                        "io.tailrace.DriverBack"),
                names);
    }
}
