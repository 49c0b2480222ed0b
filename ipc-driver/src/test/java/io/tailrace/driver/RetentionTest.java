/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Image;
import io.tailrace.Publication;
import io.tailrace.PublicationConfig;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.Policy;
import io.tailrace.Tailrace;
import io.tailrace.log.LogEnd;
import io.tailrace.log.LogFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs that have ended, and stay for a while. */
final class RetentionTest extends WithRetainedLogs {
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatHasEndedIsReadInOrderAndThenWhatLives(boolean exclusive) {
        launch(Retention.DEFAULT);
        Tailrace living = connect();
        Publication early = living.addExclusivePublication(STREAM); // An older log that still lives.
        long first = publish(exclusive, "a", "b");
        long second = publish(!exclusive, "c");
        long third = publish(exclusive, "d", "e");

        Tailrace client = connect();
        Subscription subscription = client.addSubscription(STREAM, OLDEST);
        until("connected", early::isConnected);
        assertTrue(Messages.offer(early, "f") > 0);
        until("everything is read", () -> {
            assertTrue(subscription.imageCount() <= 1, "one after the other");
            subscription.poll(received, 1);
            return received.texts().size() == 6;
        });

        assertEquals(List.of("a", "b", "c", "d", "e", "f"), received.texts());
        until("they stay", () -> Stream.of(first, second, third).allMatch(id -> LeftFiles.isRetained(log(id))));
        early.close();
    }

    @ParameterizedTest
    @EnumSource(value = Policy.class, mode = EnumSource.Mode.EXCLUDE, names = "CATCH_UP") // It reads history.
    void whateverItsPolicyNothingIsLostAndItIsReadOnce(Policy policy) {
        launch(Retention.DEFAULT);
        publish(false, "a", "b", "c");
        Tailrace client = connect();
        Subscription subscription = client.addSubscription(STREAM, OLDEST.withPolicy(policy));

        assertEquals(List.of("a", "b", "c"), read(subscription, 3));
        for (int i = 0; i < 100; i++) {
            cycle();
            assertEquals(0, subscription.poll(received, 10));
        }
        received = new Recorder();
        assertEquals(List.of("a", "b", "c"), read(client.addSubscription(STREAM, OLDEST), 3), "another one");
    }

    @Test
    void whoBeginsAtTheTailIsNotToldOfIt() {
        launch(Retention.DEFAULT);
        publish(false, "a");
        Subscription subscription = connect().addSubscription(STREAM);
        for (int i = 0; i < 100; i++) {
            cycle();
        }
        assertFalse(subscription.isConnected());
    }

    @Test
    void twoReadItAtTheSameTimeAndOneOfThemComesLater() {
        launch(Retention.DEFAULT);
        long logId = publish(false, "a", "b");
        Tailrace client = connect();
        Subscription one = client.addSubscription(STREAM, OLDEST);
        until("one reads", () -> one.poll(received, 1) == 1);
        Subscription other = client.addSubscription(STREAM, OLDEST);
        Recorder others = new Recorder();
        until("both have read everything", () -> {
            one.poll(received, 1);
            other.poll(others, 1);
            return received.texts().size() + others.texts().size() == 4;
        });

        assertEquals(received.texts(), others.texts());
        until("it is retained again", () -> LeftFiles.isRetained(log(logId)) && !one.isConnected());
    }

    @Test
    void itGoesWhenItsTimeIsOverButNotWhileItIsRead() {
        launch(new Retention(Duration.ofMillis(300), Retention.DEFAULT.bytes()));
        long logId = publish(false, "a", "b");
        Tailrace client = connect();
        Subscription subscription = client.addSubscription(STREAM, OLDEST);
        until("it is read", () -> subscription.poll(received, 1) == 1);
        long startNs = System.nanoTime();
        until("its time is over", () -> System.nanoTime() - startNs > 500_000_000);
        assertTrue(isThere(logId));

        assertEquals(List.of("a", "b"), read(subscription, 2));
        until("it is gone", () -> !isThere(logId));
    }

    @Test
    void theOldestGoWhereTheyAreMoreBytesThanMayStay() {
        launch(new Retention(Duration.ofMinutes(1), 2 * LOG_BYTES + LOG_BYTES / 2));
        long first = publish(false, "a");
        long second = publish(true, "b");
        long third = publish(false, "c");
        until("the first is gone", () -> !isThere(first));

        assertEquals(List.of(second, third), logs());
    }

    @Test
    void aLogWithoutAMessageGoesAtOnce() {
        launch(Retention.DEFAULT);
        Tailrace client = connect();
        long logId = client.addPublication(STREAM).logId();
        close(client);
        until("it is gone", () -> !isThere(logId));
    }

    @Test
    void withoutRetentionItGoesAtOnceAndSoDoesWhatAnEarlierDriverRetained() throws IOException {
        launch(Retention.DEFAULT);
        long logId = publish(false, "a");
        driver.close();
        launch(Retention.NONE);
        until("it is gone", () -> !isThere(logId));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theNextDriverGoesOnWithTheTimeThatIsLeft(boolean read) throws IOException {
        launch(Retention.DEFAULT);
        long logId = publish(read, "a", "b");
        LogEnd end = end(logId);
        driver.close();
        assertEquals(List.of(logId), logs());

        launch(new Retention(Duration.ofMinutes(1), Retention.DEFAULT.bytes()));
        Tailrace client = connect();
        if (read) {
            assertEquals(List.of("a", "b"), read(client.addSubscription(STREAM, OLDEST), 2));
        }
        until("it is retained", () -> LeftFiles.isRetained(log(logId)));

        assertEquals(end, end(logId));
        assertTrue(client.addPublication(STREAM).logId() > logId, "ids continue");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aStreamMayHaveATimeOfItsOwn(boolean exclusive) throws IOException {
        launch(new Retention(Duration.ZERO, Retention.DEFAULT.bytes()));
        PublicationConfig hour = PublicationConfig.DEFAULT.withRetention(Duration.ofHours(1));
        long logId = publishAs(hour, exclusive, "a");
        until("it is retained", () -> LeftFiles.isRetained(log(logId)));
        assertEquals(Duration.ofHours(1).toNanos(), end(logId).retainNs());

        long atOnce = publishAs(PublicationConfig.DEFAULT, exclusive, "b");
        until("it is gone, as the driver says", () -> !isThere(atOnce));
        driver.close();
        launch(Retention.DEFAULT);
        long notAtAll = publishAs(hour.withRetention(Duration.ZERO), exclusive, "c");
        until("it is gone, as its publication has asked", () -> !isThere(notAtAll));
        assertEquals(Duration.ofHours(1).toNanos(), end(logId).retainNs());
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT1H"})
    void theNextDriverKnowsTheTimeOfALogThatLives(String time) throws IOException {
        launch(Retention.DEFAULT);
        Duration asked = Duration.parse(time);
        Tailrace client = connect();
        Publication publication = client.addPublication(STREAM, PublicationConfig.DEFAULT.withRetention(asked));
        Subscription subscription = client.addSubscription(STREAM);
        until("connected", publication::isConnected);
        assertTrue(Messages.offer(publication, "a") > 0);
        driver.close();
        launch(Retention.DEFAULT);
        until("it is read", () -> subscription.poll(received, 1) == 1);
        long logId = publication.logId();
        close(client);

        until("it has ended", () -> asked.isZero() ? !isThere(logId) : LeftFiles.isRetained(log(logId)));
        if (!asked.isZero()) {
            assertEquals(asked.toNanos(), end(logId).retainNs());
        }
    }

    private LogEnd end(long logId) throws IOException {
        try (LogFiles files = LogFiles.open(log(logId), LogFiles.Access.NOTHING)) {
            return LogEnd.read(files.buffers().meta());
        }
    }

    @Test
    void whatWasNotReadToItsEndBeforeTheDriverEndedIsReadOnceAfterwards() {
        launch(Retention.DEFAULT);
        publish(false, "a", "b");
        publish(true, "c", "d");
        Tailrace client = connect();
        Subscription subscription = client.addSubscription(STREAM, OLDEST);
        until("it is read", () -> subscription.poll(received, 1) == 1);
        driver.close(); // Its client lives, so all files stay.
        launch(Retention.DEFAULT);

        assertEquals(List.of("a", "b", "c", "d"), read(subscription, 4));
        for (int i = 0; i < 100; i++) {
            cycle();
            assertEquals(0, subscription.poll(received, 10));
        }
    }

    @Test
    void twelveThatEndAtTheSameInstantAllStayAndAreReadInOrder() {
        launch(Retention.DEFAULT);
        Tailrace reader = connect();
        Subscription tail = reader.addSubscription(STREAM);
        List<Tailrace> publishers = new ArrayList<>();
        List<String> sent = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            Tailrace publisher = connect();
            Publication publication = publisher.addExclusivePublication(STREAM);
            until("connected", publication::isConnected);
            assertTrue(Messages.offer(publication, "m" + i) > 0);
            publishers.add(publisher);
            sent.add("m" + i);
        }
        publishers.forEach(this::close);
        Subscription oldest = reader.addSubscription(STREAM, OLDEST); // The driver does not know of the ends yet.
        Recorder late = new Recorder();
        until("both have all", () -> {
            tail.poll(received, 100);
            oldest.poll(late, 100);
            return received.texts().size() == 12 && late.texts().size() == 12;
        });

        assertEquals(sent, late.texts().stream().sorted(RetentionTest::byNumber).toList());
        until("all are retained", () -> logs().stream().allMatch(id -> LeftFiles.isRetained(log(id))));
        received = new Recorder();
        assertEquals(sent, read(connect().addSubscription(STREAM, OLDEST), 12));
    }

    private static int byNumber(String one, String other) {
        return Integer.parseInt(one.substring(1)) - Integer.parseInt(other.substring(1));
    }

    @Test
    void aLogThatSomebodyHasTruncatedMeanwhileIsReportedAndTheOthersAreRead() throws IOException {
        launch(Retention.DEFAULT);
        long broken = publish(false, "a");
        publish(false, "b");
        Files.write(LogFiles.termPath(log(broken), 0), new byte[10]);
        Subscription subscription = connect().addSubscription(STREAM, OLDEST);

        assertEquals(List.of("b"), read(subscription, 1));
        assertEquals(1, errors.size());
        assertTrue(errors.remove(0).getMessage().contains("cannot be read, and is deleted: path=" + log(broken)));
        until("it is gone", () -> !isThere(broken));
    }

    @Test
    void imagesOfWhatHasEndedAreHandedOutInTurn() {
        launch(Retention.DEFAULT);
        publish(false, "a");
        publish(false, "b");
        List<String> events = new ArrayList<>();
        SubscriptionConfig config = OLDEST.withAvailableHandler(image -> events.add("available"))
                .withUnavailableHandler((Image image) -> events.add("unavailable"));
        Subscription subscription = connect().addSubscription(STREAM, config);
        read(subscription, 2);

        assertEquals(List.of("available", "unavailable", "available", "unavailable"), events);
    }

    @Test
    void aSubscriptionThatIsClosedBeforeItsTurnLeavesNothing() {
        launch(Retention.DEFAULT);
        long first = publish(false, "a");
        long second = publish(false, "b");
        Subscription subscription = connect().addSubscription(STREAM, OLDEST);
        subscription.close();
        until("both are retained", () -> LeftFiles.isRetained(log(first)) && LeftFiles.isRetained(log(second)));
    }

    @Test
    void impossibleTimesAndBytesAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> new Retention(Duration.ofMillis(-1), 1));
        assertThrows(IllegalArgumentException.class, () -> new Retention(Duration.ofDays(4000), 1));
        assertThrows(IllegalArgumentException.class, () -> new Retention(Duration.ZERO, -1));
        launch(Retention.NONE);
    }
}
