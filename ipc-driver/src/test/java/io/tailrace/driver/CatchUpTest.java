/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.ExclusivePublication;
import io.tailrace.FrameHandler;
import io.tailrace.Image;
import io.tailrace.Publication;
import io.tailrace.RegistrationException;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.JoinAt;
import io.tailrace.SubscriptionConfig.Policy;
import io.tailrace.Tailrace;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.HistoryNotes;
import io.tailrace.log.LogBuffers;
import io.tailrace.segment.HistoryFolder;
import io.tailrace.segment.SegmentWriter;
import io.tailrace.segment.StreamHistory;
import io.tailrace.stream.LogImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Subscriptions over history and the live log. All in one thread; the test decides when messages are kept. */
@Timeout(60)
final class CatchUpTest extends WithRig {
    private static final int LENGTH = 1000;
    private static final SubscriptionConfig BEGINNING = SubscriptionConfig.DEFAULT.withJoinAt(JoinAt.beginning());
    private static final SubscriptionConfig CATCH_UP = SubscriptionConfig.DEFAULT.withPolicy(Policy.CATCH_UP);

    private final List<Integer> numbers = new ArrayList<>();
    private final List<String> losses = new ArrayList<>();
    private final FrameHandler taking = (buffer, offset, length, header) -> numbers.add(buffer.getInt(offset));
    private final Map<Long, SegmentWriter> writers = new HashMap<>();
    private Path folder;
    private Tailrace publisher;
    private Tailrace reader;
    private Tailrace historian;
    private Subscription kept;
    private int next;

    @BeforeEach
    void connect() throws IOException {
        folder = Files.createDirectories(parent.resolve("history"));
        HistoryNotes.write(new DriverDirectory(rig.directory()), new HistoryNotes.Note(folder, List.of("quo*")));
        publisher = rig.connect();
        reader = rig.connect();
        historian = rig.connect();
        kept = historian.addSubscription(
                STREAM,
                SubscriptionConfig.DEFAULT
                        .withJoinAt(JoinAt.OLDEST)
                        .withName("history", Duration.ofMinutes(1))
                        .withAcknowledgement());
    }

    @AfterEach
    void close() throws IOException {
        for (SegmentWriter writer : writers.values()) {
            writer.close();
        }
    }

    private StreamHistory history() {
        return new HistoryFolder(folder).stream(STREAM);
    }

    /** Keeps all published messages. */
    private void keep() {
        rig.cycle();
        for (Image image : kept.images()) {
            keep((LogImage) image);
        }
        rig.cycle();
    }

    private void keep(LogImage image) {
        while (image.poll((buffer, offset, length, header) -> {}, 100) > 0) {}
        LogBuffers log = image.buffers();
        long to = image.readPosition();
        try {
            SegmentWriter writer = writers.get(image.logId());
            if (writer == null) {
                writer = SegmentWriter.open(history().log(image.logId()), log.constants(), 1 << 17);
                writers.put(image.logId(), writer);
            }
            long from = Math.max(image.joinPosition(), writer.endPosition()); // With the padding between.
            while (from < to) {
                int length = (int) Math.min(log.remaining(from), to - from);
                writer.append(log.term(from), log.offset(from), length, from, System.currentTimeMillis());
                from += length;
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        image.acknowledge();
    }

    /**
     * Publishes numbered messages while the historian keeps them, so that the publisher waits only for other
     * subscribers.
     */
    private void publish(Publication publication, int count) {
        for (int i = 0; i < count; i++) {
            var message = io.tailrace.memory.MappedBuffer.allocate(LENGTH);
            message.putInt(0, next);
            rig.until("space", () -> {
                boolean done = publication.offer(message, 0, LENGTH) > 0;
                if (!done) {
                    keep();
                }
                return done;
            });
            next++;
        }
    }

    private Subscription subscribe(SubscriptionConfig config) {
        return reader.addSubscription(
                STREAM, config.withOverrunHandler((image, from, to) -> losses.add(from + ".." + to)));
    }

    private void readAll(Subscription subscription) {
        rig.until("everything is read", () -> {
            keep();
            subscription.poll(taking, 7);
            return numbers.size() >= next;
        });
        assertEquals(IntStream.range(0, next).boxed().toList(), numbers);
        assertEquals(List.of(), losses);
    }

    @Test
    void oneThatBeginsAtTheBeginningReadsHistoryAndThenGates() {
        try (Publication publication = publisher.addPublication(STREAM)) {
            publish(publication, 1000);
            try (Subscription subscription = subscribe(BEGINNING)) {
                Image image = subscription.images().get(0);
                assertEquals(0, image.joinPosition());
                assertFalse(image.isGating(), "it is far behind");
                publish(publication, 1000);
                assertTrue(subscription.poll(taking, 1) == 1 && !subscription.isLive());
                readAll(subscription);
                assertTrue(subscription.isLive());
                rig.until("it gates", () -> subscription.poll(taking, 1) == 0 && image.isGating());
                subscription.poll(taking, 1);
                publish(publication, 1);
                int accepted = Messages.fill(publication, LENGTH);
                assertTrue(accepted > 0);
                rig.settle();
                keep();
                assertEquals(0, Messages.fill(publication, LENGTH), "publishers wait for it now");
                assertTrue(subscription.poll(taking, 1) == 1 && subscription.isLive());
            }
        }
    }

    @Test
    void oneThatCatchesUpFallsBehindAndIsThereAgainAndNobodyWaitsForIt() {
        try (Publication publication = publisher.addPublication(STREAM);
                Subscription subscription = subscribe(CATCH_UP)) {
            for (int round = 0; round < 5; round++) {
                publish(publication, 500);
                assertFalse(subscription.images().get(0).isGating());
                subscription.poll(taking, 3);
                assertFalse(subscription.isLive());
                assertTrue(subscription.lagBytes() > 400 * LENGTH);
                readAll(subscription);
                subscription.poll(taking, 1);
                assertTrue(subscription.isLive());
                assertEquals(0, subscription.lagBytes());
            }
        }
    }

    @Test
    void allLogsOfAStreamAreReadEachOnceInTheOrderInWhichTheyWereMade() {
        for (int log = 0; log < 3; log++) {
            try (ExclusivePublication publication = publisher.addExclusivePublication(STREAM)) {
                publish(publication, 300);
                rig.settle();
            }
            rig.until("it ends", () -> {
                keep();
                return kept.images().isEmpty();
            });
        }
        try (ExclusivePublication publication = publisher.addExclusivePublication(STREAM)) {
            publish(publication, 300);
            try (Subscription subscription = subscribe(BEGINNING)) {
                readAll(subscription);
                assertTrue(subscription.isLive());
                publish(publication, 10);
                readAll(subscription);
            }
        }
    }

    @Test
    void aNameGoesOnWhereItWasAlsoWhenItsLeaseHasEnded() {
        SubscriptionConfig named = CATCH_UP.withName("audit", Duration.ZERO).withJoinAt(JoinAt.beginning());
        try (Publication publication = publisher.addPublication(STREAM)) {
            publish(publication, 400);
            Subscription first = subscribe(named);
            rig.until("some", () -> first.poll(taking, 1) >= 0 && numbers.size() == 123);
            first.close();
            rig.settle();
            publish(publication, 400);
            Subscription second = subscribe(named);
            rig.until("more", () -> second.poll(taking, 1) >= 0 && numbers.size() == 700);
            second.close();
            rig.settle();
        }
        rig.until("it ends", () -> {
            keep();
            return kept.images().isEmpty();
        });
        try (Publication publication = publisher.addPublication(STREAM)) {
            publish(publication, 50);
            try (Subscription third = subscribe(named)) {
                readAll(third);
            }
        }
    }

    @Test
    void aTimeAndAPositionBeginInHistory() throws InterruptedException {
        try (Publication publication = publisher.addPublication(STREAM)) {
            publish(publication, 300);
            keep();
            Thread.sleep(120); // A block is not older.
            Instant time = Instant.now();
            int first = next;
            publish(publication, 300);
            keep();
            try (Subscription subscription = subscribe(SubscriptionConfig.DEFAULT.withJoinAt(JoinAt.time(time)))) {
                rig.until("all", () -> subscription.poll(taking, 7) >= 0 && numbers.contains(next - 1));
                assertTrue(numbers.get(0) <= first && numbers.get(0) > first - 70, () -> "first=" + numbers.get(0));
                assertEquals(IntStream.range(numbers.get(0), next).boxed().toList(), numbers);
            }
            numbers.clear();
            long logId = kept.images().get(0).logId();
            long position = 10L * (LENGTH + 8);
            try (Subscription subscription =
                    subscribe(SubscriptionConfig.DEFAULT.withJoinAt(JoinAt.position(logId, position)))) {
                rig.until("all", () -> subscription.poll(taking, 7) >= 0 && numbers.contains(next - 1));
                assertEquals(IntStream.range(10, next).boxed().toList(), numbers);
            }
            assertThrows(
                    RegistrationException.class,
                    () -> subscribe(SubscriptionConfig.DEFAULT.withJoinAt(JoinAt.position(logId, position + 8))));
        }
    }

    @Test
    void whatHistoryDoesNotHaveIsToldExactly() throws IOException {
        try (Publication publication = publisher.addPublication(STREAM);
                Subscription subscription = subscribe(CATCH_UP)) {
            publish(publication, 600);
            keep();
            StreamHistory history = history();
            Path first = history.logs().get(0).segments().get(0);
            Files.delete(first);
            rig.until("all", () -> {
                subscription.poll(taking, 7);
                return numbers.contains(next - 1);
            });
            long lostEnd = numbers.get(0) * (LENGTH + 8L);
            assertEquals(1, losses.size(), losses::toString);
            assertTrue(losses.get(0).startsWith("0.."), losses::toString);
            long to = Long.parseLong(losses.get(0).substring(3));
            assertEquals(1 << 17, to);
            assertTrue(lostEnd <= to, "padding");
            assertEquals(IntStream.range(numbers.get(0), next).boxed().toList(), numbers);
        }
    }

    /** Its holder may be alive, and segments must not stay pinned without a reader. */
    @Test
    void oneThatIsRefusedTouchesNoReader() {
        SubscriptionConfig named = SubscriptionConfig.DEFAULT.withName("audit", Duration.ofMinutes(1));
        try (Subscription holder = publisher.addSubscription(STREAM, named)) {
            assertTrue(assertThrows(RegistrationException.class, () -> subscribe(named.withPolicy(Policy.CATCH_UP)))
                    .getMessage()
                    .contains("name is held"));
            assertFalse(Files.exists(history().reader("audit")));
            assertFalse(holder.isClosed());
        }
    }

    /** In the place of a subscription that does not gate it would lose messages. */
    @Test
    void oneThatReadsNoHistoryDoesNotTakeOverTheNameOfOneThatCatchesUp() {
        Duration lease = Duration.ofMinutes(1);
        try (Publication publication = publisher.addPublication(STREAM)) {
            subscribe(CATCH_UP.withName("audit", lease)).close();
            publish(publication, 1);
            assertTrue(assertThrows(
                            RegistrationException.class,
                            () -> subscribe(SubscriptionConfig.DEFAULT.withName("audit", lease)))
                    .getMessage()
                    .contains("held with another policy"));
            subscribe(BEGINNING.withName("audit", lease)).close();
        }
    }

    @Test
    void aDispatchIsRefused() {
        for (SubscriptionConfig config : List.of(BEGINNING, CATCH_UP)) {
            try (Subscription subscription = subscribe(config)) {
                assertThrows(IllegalStateException.class, () -> subscription.dispatch(taking));
            }
        }
    }

    @Test
    void withoutAHistorianItIsRefusedWithTheCommandToStartOne() {
        RegistrationException refusal =
                assertThrows(RegistrationException.class, () -> reader.addSubscription("trades", CATCH_UP));
        assertTrue(refusal.getMessage().contains("tailrace history --dir"), refusal::getMessage);
    }
}
