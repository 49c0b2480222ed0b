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
import io.tailrace.dispatch.Dispatch;
import io.tailrace.history.segment.ReaderFile;
import io.tailrace.log.LogMeta;
import io.tailrace.stream.LogImage;
import io.tailrace.system.FaultPoints;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Subscriptions over history and the live log. */
final class CatchUpTest extends WithHistory {
    private static final int FRAME_LENGTH = LENGTH + 8;

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

    /** A poll reads one log after the other. The second one is dropped while a handler has a message of the first. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aLogThatEndsInsideAPollAfterTheKeeperHasLetItGateIsLeft(int pollsBefore) {
        try (ExclusivePublication ending = publisher.addExclusivePublication(STREAM);
                ExclusivePublication living = publisher.addExclusivePublication(STREAM)) {
            publish(ending, 300);
            publish(living, 300);
            keep();
            try (Subscription subscription = subscribe(BEGINNING)) {
                while (numbers.size() < next) {
                    subscription.poll(taking, 1000);
                }
                for (int i = 0; i < 2 + pollsBefore; i++) {
                    subscription.poll(taking, 1000); // Asks to gate.
                }
                publish(living, 1);
                keep();
                rig.settle();
                subscription.poll(
                        (buffer, offset, length, header) -> {
                            numbers.add(buffer.getInt(offset));
                            ending.close();
                            rig.settle();
                        },
                        1000);
                assertEquals(next, numbers.size());
                assertEquals(1, subscription.images().size(), "it has ended");
            }
        }
    }

    /** Once the driver sees that a log is read to its end, the place in the file may be another log's. */
    @Test
    void aNameKeepsItsPositionBeforeTheDriverSeesIt() {
        List<Long> keptAhead = new ArrayList<>();
        try (Publication publication = publisher.addPublication(STREAM)) {
            publish(publication, 10);
            try (Subscription subscription =
                    subscribe(CATCH_UP.withName("audit", Duration.ZERO).withJoinAt(JoinAt.beginning()))) {
                LogImage image = (LogImage) subscription.images().get(0);
                LogMeta meta = image.buffers().meta();
                int slot = Rig.slotOf(meta, subscription);
                FaultPoints.listen(point -> {
                    if (point.equals("poll.consumed")) {
                        keptAhead.add(keptPosition("audit", image.logId()) - meta.subscriberPositionAcquire(slot));
                    }
                });
                assertEquals(10, subscription.poll(taking, 10));
            }
        } finally {
            FaultPoints.listen(null);
        }
        assertEquals(List.of(10L * (LENGTH + 8)), keptAhead);
    }

    private long keptPosition(String name, long logId) {
        try {
            return ReaderFile.View.read(history().reader(name)).positions().get(logId);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
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

    /** The segment that the reader has open is deleted, or truncated, which makes reads of its missing part fail. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatHistoryDoesNotHaveIsToldExactly(boolean isTruncated) throws IOException {
        List<Long> positions = new ArrayList<>();
        FrameHandler noting = (buffer, offset, length, header) -> {
            taking.onFrame(buffer, offset, length, header);
            positions.add(header.position());
        };
        try (Publication publication = publisher.addPublication(STREAM);
                Subscription subscription = subscribe(CATCH_UP)) {
            publish(publication, 600);
            keep();
            Path first = history().logs().get(0).segments().get(0);
            if (isTruncated) {
                rig.until("some", () -> subscription.poll(noting, 7) > 0);
                try (FileChannel segment = FileChannel.open(first, StandardOpenOption.WRITE)) {
                    segment.truncate(50_000);
                }
            } else {
                Files.delete(first);
            }
            rig.until("all", () -> {
                subscription.poll(noting, 7);
                return numbers.contains(next - 1);
            });
            assertEquals(1, losses.size(), losses::toString);
            String[] loss = losses.get(0).split("\\.\\.", -1);
            assertEquals(Integer.toString(SEGMENT_LENGTH), loss[1]);
            int before = (int) positions.stream()
                    .filter(position -> position < SEGMENT_LENGTH)
                    .count();
            assertEquals(IntStream.range(0, before).boxed().toList(), numbers.subList(0, before));
            assertEquals(
                    IntStream.range(numbers.get(before), next).boxed().toList(),
                    numbers.subList(before, numbers.size()));
            long end = before == 0 ? 0 : positions.get(before - 1) + FRAME_LENGTH;
            assertPadding(end, Long.parseLong(loss[0]));
            assertPadding(SEGMENT_LENGTH, positions.get(before));
            assertEquals(isTruncated, before > 7, losses::toString);
        }
    }

    private static void assertPadding(long from, long to) {
        assertTrue(from <= to && to < from + FRAME_LENGTH, () -> "no padding: from=" + from + ", to=" + to);
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

    /** As above, until it gates. */
    @Test
    void oneThatReadsNoHistoryTakesOverTheNameOfOneThatBeganThereOnceItGates() {
        SubscriptionConfig block = SubscriptionConfig.DEFAULT.withName("audit", Duration.ofMinutes(1));
        SubscriptionConfig beginning = block.withJoinAt(JoinAt.beginning());
        try (Publication publication = publisher.addPublication(STREAM)) {
            publish(publication, 1);
            subscribe(beginning).close();
            publish(publication, 1);
            assertTrue(assertThrows(RegistrationException.class, () -> subscribe(block))
                    .getMessage()
                    .contains("has not caught up"));
            try (Subscription next = subscribe(beginning)) {
                readAll(next);
                Image image = next.images().get(0);
                rig.until("it gates", () -> next.poll(taking, 1) == 0 && image.isGating());
            }
            subscribe(block).close();
        }
    }

    @Test
    void aNameThatNeverGatesIsTakenOverWhereverItsHolderBegan() {
        SubscriptionConfig catchUp = CATCH_UP.withName("audit", Duration.ofMinutes(1));
        try (Publication publication = publisher.addPublication(STREAM)) {
            publish(publication, 1);
            subscribe(catchUp.withJoinAt(JoinAt.beginning())).close();
            subscribe(catchUp.withJoinAt(JoinAt.TAIL)).close();
        }
    }

    @Test
    void aDispatchIsRefused() {
        for (SubscriptionConfig config : List.of(BEGINNING, CATCH_UP)) {
            try (Subscription subscription = subscribe(config)) {
                assertThrows(IllegalStateException.class, () -> Dispatch.of(subscription, taking));
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
