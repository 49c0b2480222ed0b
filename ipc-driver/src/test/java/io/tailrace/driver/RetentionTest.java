/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tailrace.Publication;
import io.tailrace.PublicationConfig;
import io.tailrace.RegistrationException;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.JoinAt;
import io.tailrace.SubscriptionConfig.Policy;
import io.tailrace.Tailrace;
import io.tailrace.file.HugePages;
import io.tailrace.log.LogEnd;
import io.tailrace.log.LogFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
        List<String> told = new ArrayList<>();
        Subscription tail = client.addSubscription(STREAM);
        Subscription subscription = client.addSubscription(
                STREAM,
                OLDEST.withAvailableHandler(image -> told.add("available " + image.logId()))
                        .withUnavailableHandler(image -> told.add("unavailable " + image.logId())));
        until("connected", early::isConnected);
        assertTrue(Messages.offer(early, "f") > 0);
        until("everything is read", () -> {
            assertTrue(subscription.imageCount() <= 1, "one after the other");
            subscription.poll(received, 1);
            return received.texts().size() == 6;
        });

        assertEquals(List.of("a", "b", "c", "d", "e", "f"), received.texts());
        List<String> expected = Stream.of(first, second, third)
                .flatMap(id -> Stream.of("available " + id, "unavailable " + id))
                .toList();
        assertEquals(expected, told.subList(0, 6), "in turn");
        assertEquals(early.logId(), tail.images().get(0).logId());
        assertEquals(1, tail.imageCount(), "who begins at the tail is not told of them");
        until("they stay", () -> Stream.of(first, second, third).allMatch(id -> LeftFiles.isRetained(log(id))));
        early.close();
    }

    @ParameterizedTest
    @EnumSource(value = Policy.class, mode = EnumSource.Mode.EXCLUDE, names = "CATCH_UP") // It reads history.
    void whateverItsPolicyNothingIsLostAndItIsReadOnce(Policy policy) {
        launch(Retention.DEFAULT);
        publish(false, "a", "b", "c");
        Tailrace client = connect();
        client.addSubscription(STREAM, OLDEST).close(); // Before its turn: that leaves nothing.
        Subscription subscription = client.addSubscription(STREAM, OLDEST.withPolicy(policy));

        assertEquals(List.of("a", "b", "c"), read(subscription, 3));
        assertReadOnce(subscription);
        received = new Recorder();
        assertEquals(List.of("a", "b", "c"), read(client.addSubscription(STREAM, OLDEST), 3), "another one");
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
    void aStreamMayHaveATimeOfItsOwnAndALogWithoutAMessageGoesAtOnce(boolean exclusive) throws IOException {
        launch(new Retention(Duration.ZERO, Retention.DEFAULT.bytes()));
        PublicationConfig hour = PublicationConfig.DEFAULT.withRetention(Duration.ofHours(1));
        long logId = publishAs(hour, exclusive, "a");
        until("it is retained", () -> LeftFiles.isRetained(log(logId)));
        long atOnce = publishAs(PublicationConfig.DEFAULT, exclusive, "b");
        until("it is gone, as the driver says", () -> !isThere(atOnce));
        driver.close();
        launch(Retention.DEFAULT);
        long notAtAll = publishAs(hour.withRetention(Duration.ZERO), exclusive, "c");
        until("it is gone, as its publication has asked", () -> !isThere(notAtAll));
        long empty = publishAs(hour, exclusive);
        until("it is gone", () -> !isThere(empty));
        assertEquals(Duration.ofHours(1).toNanos(), end(logId).retainNs());

        driver.close();
        launch(Retention.NONE);
        until("it is gone with the rest of an earlier driver", () -> !isThere(logId));
    }

    private LogEnd end(long logId) throws IOException {
        try (LogFiles files = LogFiles.open(log(logId), LogFiles.Access.NOTHING)) {
            return LogEnd.read(files.buffers().meta());
        }
    }

    /** Its client lives, so all files stay, and the next driver knows the time of a log that still lives. */
    @Test
    void whatWasNotReadToItsEndBeforeTheDriverEndedIsReadOnceAfterwards() throws IOException {
        launch(Retention.DEFAULT);
        publish(false, "a", "b");
        Tailrace client = connect();
        PublicationConfig hour = PublicationConfig.DEFAULT.withRetention(Duration.ofHours(1));
        Publication living = client.addPublication(STREAM, hour);
        Publication brief = client.addExclusivePublication(STREAM, hour.withRetention(Duration.ZERO));
        Tailrace reader = connect();
        Subscription subscription = reader.addSubscription(STREAM, OLDEST);
        until("connected", () -> living.isConnected() && brief.isConnected());
        assertTrue(Messages.offer(living, "c") > 0);
        assertTrue(Messages.offer(brief, "d") > 0);
        until("it is read", () -> subscription.poll(received, 1) == 1);
        driver.close();
        launch(Retention.DEFAULT);
        until("everything is read", () -> subscription.poll(received, 1) >= 0 && received.count() == 4);
        close(client);

        assertEquals(
                List.of("a", "b", "c", "d"), received.texts().stream().sorted().toList());
        assertReadOnce(subscription);
        until("it has ended", () -> LeftFiles.isRetained(log(living.logId())) && !isThere(brief.logId()));
        assertEquals(Duration.ofHours(1).toNanos(), end(living.logId()).retainNs());
    }

    private void assertReadOnce(Subscription subscription) {
        for (int i = 0; i < 100; i++) {
            cycle();
            assertEquals(0, subscription.poll(received, 10));
        }
    }

    @Test
    void aPositionInItIsGoneOnFromExactlyAndNothingBeforeItIsReadAgain() {
        launch(Retention.DEFAULT);
        publish(false, "before");
        long logId = publish(true, "a", "b", "c");
        publish(false, "d");
        Tailrace client = connect();
        assertEquals(5, read(client.addSubscription(STREAM, OLDEST), 5).size());
        until("it is retained", () -> LeftFiles.isRetained(log(logId)));
        for (int done = 0; done <= 3; done++) { // The position at its end is one, too.
            received = new Recorder();
            try (Subscription subscription = client.addSubscription(STREAM, at(logId, 16L * done))) {
                assertEquals(List.of("a", "b", "c", "d").subList(done, 4), read(subscription, 4 - done));
            }
        }

        for (long position : new long[] {1, 1_000}) {
            RegistrationException refusal = assertThrows(
                    RegistrationException.class, () -> client.addSubscription(STREAM, at(logId, position)));
            String expected = "log=" + logId + ", position=" + position;
            assertTrue(refusal.getMessage().contains(expected), refusal.getMessage());
            assertTrue(refusal.getMessage().contains(", from=0, to=48"), refusal.getMessage());
            until("it is retained", () -> LeftFiles.isRetained(log(logId)));
        }
    }

    private static SubscriptionConfig at(long logId, long position) {
        return SubscriptionConfig.DEFAULT.withJoinAt(JoinAt.position(logId, position));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aLogThatSomebodyHasTruncatedMeanwhileIsReportedAndTheOthersAreRead(boolean atPosition) throws IOException {
        launch(Retention.DEFAULT);
        long broken = publish(false, "a");
        publish(false, "b");
        Files.write(LogFiles.termPath(log(broken), 0), new byte[10]);
        Tailrace client = connect();
        if (atPosition) {
            String refusal = assertThrows(
                            RegistrationException.class, () -> client.addSubscription(STREAM, at(broken, 16)))
                    .getMessage();
            assertTrue(refusal.contains("log=" + broken + ". Begin at the oldest"), refusal);
        } else {
            assertEquals(List.of("b"), read(client.addSubscription(STREAM, OLDEST), 1));
        }

        assertEquals(1, errors.size());
        assertTrue(errors.remove(0).getMessage().contains("cannot be read, and is deleted: path=" + log(broken)));
        until("it is gone", () -> !isThere(broken));
    }

    @Test
    void impossibleTimesAndBytesAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> new Retention(Duration.ofMillis(-1), 1));
        assertThrows(IllegalArgumentException.class, () -> new Retention(Duration.ofDays(4000), 1));
        assertThrows(IllegalArgumentException.class, () -> new Retention(Duration.ZERO, -1));
        launch(Retention.NONE);
    }

    private static boolean run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor() == 0;
    }

    /**
     * In this file system even the shortest file takes a huge page, so a log of these short terms takes four, though
     * its files are 220 KiB long. Needs root.
     */
    @Test
    void aRetainedLogGoesIfAnotherWouldFindNoHugePages() throws Exception {
        launch(Retention.NONE);
        Path disk = Files.createDirectory(parent.resolve("disk"));
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=80m,huge=always", "tmpfs", disk.toString()),
                "a file system cannot be mounted here: this needs root, and huge pages");
        try {
            assumeTrue(HugePages.fileUnit(disk) == 2 << 20, "no huge pages, or of another size");
            driver.close();
            driver = MediaDriver.launch(Rig.driverConfig(disk, errors).withRetention(Retention.DEFAULT));
            long logId = publish(false, "message");
            long usable = disk.toFile().getUsableSpace();
            // The driver may give back a page of the client that has closed.
            Files.write(disk.resolve("filler"), new byte[(int) (usable - (4 << 20))]);
            assertTrue(disk.toFile().getUsableSpace() >= 4 << 20, "much more than the length of the files");

            until("it is gone", () -> !isThere(logId));
        } finally {
            driver.close();
            run("umount", "-l", disk.toString());
            launch(Retention.NONE);
        }
    }
}
