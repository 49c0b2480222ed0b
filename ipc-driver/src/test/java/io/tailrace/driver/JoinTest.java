/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static io.tailrace.driver.Messages.offer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Image;
import io.tailrace.OfferStatus;
import io.tailrace.Publication;
import io.tailrace.PublicationConfig;
import io.tailrace.RegistrationException;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.JoinAt;
import io.tailrace.control.DriverDirectory;
import io.tailrace.log.LogFiles;
import io.tailrace.report.EventView;
import io.tailrace.report.EventView.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How publications and subscriptions come, meet and go, also at a position that the program has stored. */
final class JoinTest extends TwoClients {
    private final List<String> told = new ArrayList<>();

    private Publication add(boolean exclusive) {
        return Messages.add(publisher, STREAM, exclusive);
    }

    private Subscription subscribe(SubscriptionConfig config) {
        return subscriber.addSubscription(STREAM, config);
    }

    private Subscription subscribe() {
        return subscribe(SubscriptionConfig.DEFAULT);
    }

    private Subscription subscribeTelling() {
        return subscribe(SubscriptionConfig.DEFAULT
                .withAvailableHandler(image -> told.add("available " + image.logId()))
                .withUnavailableHandler(image -> told.add("unavailable " + image.logId())));
    }

    private static List<String> lifeOf(long logId) {
        return List.of("available " + logId, "unavailable " + logId);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSubscriptionThatWasThereFirstGetsAllFromTheFirstMessageToTheEndOfTheStream(boolean exclusive) {
        Subscription subscription = subscribeTelling();
        assertFalse(subscription.isConnected());
        Publication publication = add(exclusive);
        offer(publication, "a"); // As early as possible: the publication is connected from its first moment.
        offer(publication, "b");
        rig.until("an image", subscription::isConnected);
        Image image = subscription.images().get(0);
        publication.close();
        rig.settle();

        assertFalse(image.isEndOfStream());
        assertEquals(1, subscription.poll(received, 1));
        assertFalse(image.isEndOfStream());
        assertEquals(1, subscription.poll(received, 1));
        rig.settle();

        assertTrue(image.isEndOfStream());
        assertTrue(image.isClosed());
        assertEquals(List.of("a", "b"), received.texts());
        assertEquals(lifeOf(image.logId()), told);
        assertEquals(0, subscription.imageCount());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aLateSubscriptionBeginsAtTheTailOrAtTheOldestMessageIfItSaysSo(boolean exclusive) {
        Publication publication = add(exclusive);
        subscribe();
        offer(publication, "early");
        Subscription tail = subscribe();
        Subscription oldest = subscribe(OLDEST);
        offer(publication, "late");
        rig.until("images", () -> tail.isConnected() && oldest.isConnected());

        tail.poll(received, 10);
        assertEquals(List.of("late"), received.texts());
        assertEquals(16, tail.images().get(0).joinPosition());
        oldest.poll(received, 10);
        assertEquals(List.of("late", "early", "late"), received.texts());
        assertEquals(0, oldest.images().get(0).joinPosition());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theOldestMessageIsAboutATermBackAndNoneIsMissingFromThereOn(boolean exclusive) {
        Publication publication = add(exclusive);
        Subscription first = subscribe();
        rig.until("an image", first::isConnected);
        int messages = 0;
        while (publication.position() < 3L * Rig.TERM_LENGTH + 100_000) {
            if (offer(publication, Integer.toString(messages)) > 0) {
                messages++;
            } else {
                first.poll((buffer, offset, length, header) -> {}, Integer.MAX_VALUE);
                rig.cycle();
            }
        }

        Subscription late = subscribe(OLDEST);
        rig.until("an image", late::isConnected);
        late.poll(received, Integer.MAX_VALUE);

        int oldest = Integer.parseInt(received.texts().get(0));
        long history = publication.position() - late.images().get(0).joinPosition();
        assertTrue(history >= Rig.TERM_LENGTH, "history=" + history);
        assertEquals(
                IntStream.range(oldest, messages).mapToObj(Integer::toString).toList(), received.texts());
    }

    @Test
    void bothEndsKnowWhetherTheyAreConnectedAndGoOnWithTheNext() {
        Publication publication = publisher.addPublication(STREAM);
        assertFalse(publication.isConnected());
        Subscription subscription = subscribe();
        assertTrue(publication.isConnected());
        assertTrue(subscription.isConnected());
        assertEquals(1, publication.subscriberCount());
        assertTrue(offer(publication, "a") > 0);

        subscription.close();
        rig.until("the publication knows", () -> !publication.isConnected());
        rig.settle();
        assertEquals(OfferStatus.NOT_CONNECTED_CODE, offer(publication, "nobody hears"));
        Subscription next = subscribe(OLDEST);
        assertTrue(publication.isConnected());
        rig.until("accepted", () -> offer(publication, "b") > 0);
        next.poll(received, 10);
        assertEquals(List.of("a", "b"), received.texts(), "without any subscriber the oldest was still there");

        publication.close();
        rig.until("the subscription knows", () -> !next.isConnected());
    }

    @Test
    void aLogThatCameAndWentMeanwhileHarmsNothingAndAClosedSubscriptionIsToldOfItsImagesEnd() {
        Subscription subscription = subscribeTelling();
        Publication gone = publisher.addPublication(STREAM);
        gone.close();
        for (int i = 0; i < 10; i++) { // The subscriber is not invoked meanwhile, so its files stay.
            rig.driver().invoke();
            publisher.invoke();
        }
        Publication publication = publisher.addPublication(STREAM);
        offer(publication, "a");
        rig.until("an image", subscription::isConnected);
        subscription.poll(received, 10);
        assertEquals(List.of("a"), received.texts());
        subscription.close();
        rig.settle();

        List<String> expected = new ArrayList<>(lifeOf(gone.logId()));
        expected.addAll(lifeOf(publication.logId()));
        assertEquals(expected, told);
        assertEquals(0, subscription.poll(received, 10));
        assertTrue(subscription.isClosed());
    }

    @Test
    void aHandlerOfImagesMayNotAdd() {
        publisher.addPublication(STREAM);
        Subscription subscription =
                subscribe(SubscriptionConfig.DEFAULT.withAvailableHandler(image -> subscriber.addPublication("other")));
        rig.until("an image", subscription::isConnected);

        Throwable reported = rig.takeErrors().get(0);
        assertTrue(reported.getCause() instanceof IllegalStateException);
        assertTrue(reported.getMessage().contains("the handler of available images: stream=" + STREAM + ", log="));
    }

    private Subscription join(long logId, long position) {
        return subscriber.addSubscription(
                STREAM, SubscriptionConfig.DEFAULT.withJoinAt(JoinAt.position(logId, position)));
    }

    private String refusal(long logId, long position) {
        RegistrationException refusal = assertThrows(RegistrationException.class, () -> join(logId, position));
        assertEquals(RegistrationException.Reason.INVALID, refusal.reason());
        return refusal.getMessage();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void itBeginsWithTheMessageThatBeginsThereAndInOtherLogsAtTheOldest(boolean exclusive) {
        Publication publication = add(exclusive);
        Publication other = add(true);
        Subscription first = subscriber.addSubscription(STREAM);
        List<Long> ends = new ArrayList<>();
        List.of("a", "b", "c").forEach(text -> ends.add(offer(publication, text)));
        List<Long> told = new ArrayList<>();
        first.poll((buffer, offset, length, header) -> told.add(header.endPosition()), 10);
        assertEquals(ends, told, "the end that the offer returned");
        offer(other, "z");

        for (int done = 0; done <= ends.size(); done++) {
            long position = done == 0 ? 0 : ends.get(done - 1);
            Recorder later = new Recorder();
            try (Subscription next = join(publication.logId(), position)) {
                next.poll(later, 10);
            }
            assertEquals(
                    List.of("a", "b", "c", "z").subList(done, 4),
                    later.texts().stream().sorted().toList());
        }
    }

    @Test
    void withinAMessageItIsRefusedWithTheNearestPosition() {
        Publication publication = add(false);
        subscriber.addSubscription(STREAM);
        long end = offer(publication, "a long message");
        long tail = offer(publication, "b");

        for (long position : new long[] {1, 8, end - 1}) {
            assertEquals(
                    "no message begins at this position: stream=quotes, log=" + publication.logId() + ", position="
                            + position + ", nearest=" + end + ", from=0, to=" + tail
                            + ". Begin where an earlier message ended",
                    refusal(publication.logId(), position));
        }
        rig.settle();
        assertEquals(1, publication.subscriberCount());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatIsNotThereIsRefusedWithTheRangeThatIs(boolean exclusive) {
        Publication publication = add(exclusive);
        Subscription first = subscriber.addSubscription(STREAM);
        long end = 0;
        while (end < 5 * Rig.TERM_LENGTH) {
            end = Math.max(end, publication.offer(Messages.of(new byte[1000]), 0, 1000));
            first.poll(received, 10);
            rig.cycle();
        }
        long tail = publication.position();

        String refusal = refusal(publication.logId(), 0);
        assertTrue(refusal.startsWith("the log does not hold this position: stream=quotes, log="), refusal);
        assertTrue(refusal.contains(", position=0, from="), refusal);
        assertTrue(refusal.contains(", to=" + tail + "."), refusal);
        long from = Long.parseLong(refusal.replaceAll(".*from=(\\d+),.*", "$1"));
        assertTrue(refusal(publication.logId(), tail + 8).contains(", from=" + from), "the same range");
        assertTrue(refusal(publication.logId(), -8).contains(", from=" + from), "the same range");
        Recorder oldest = new Recorder();
        try (Subscription next = join(publication.logId(), from)) {
            next.poll(oldest, 1);
        }
        assertEquals(from, oldest.frames().get(0).position());
    }

    @Test
    void nothingIsSaidOfTheOtherLogsOfASubscriptionThatIsRefused() throws IOException {
        Publication publication = add(true);
        Publication ended = add(true);
        subscriber.addSubscription(STREAM);
        offer(publication, "a long message");
        offer(ended, "unread, so its log stays");
        ended.close(); // So the driver announces its image before it refuses.
        rig.settle();
        Path meta = LogFiles.metaPath(new DriverDirectory(rig.directory()).log(ended.logId()));
        Files.move(meta, meta.resolveSibling("away")); // As if it had closed before its image was opened.
        refusal(publication.logId(), 1);
        rig.settle();
        assertEquals(List.of(), rig.takeErrors());
        Files.move(meta.resolveSibling("away"), meta);
    }

    @Test
    void aLogThatIsNotThereOrOfADirectoryThatIsGoneIsRefused() throws IOException {
        Publication publication = add(false);
        subscriber.addSubscription(STREAM);
        long logId = publication.logId();
        long end = offer(publication, "a");
        for (long other : new long[] {0, publisher.addPublication("orders").logId(), logId + 1_000}) {
            assertEquals(
                    "the stream has no such log, or none any more: stream=quotes, log=" + other
                            + ". Begin at the oldest message",
                    refusal(other, 0));
        }

        rig.close();
        Files.move(rig.directory(), parent.resolve("gone"));
        launchRig();
        connect();
        subscriber.addSubscription(STREAM);
        offer(add(false), "b");
        assertTrue(refusal(logId, end).startsWith("the stream has no such log, or none any more: "));
    }

    @Test
    void aRefusalAndANameThatIsGivenUpAreNotedAmongTheEvents() {
        publisher.addPublication(STREAM, PublicationConfig.DEFAULT.withTermLength(1 << 16));
        for (int i = 0; i < 4; i++) {
            assertThrows(
                    RegistrationException.class,
                    () -> publisher.addPublication(STREAM, PublicationConfig.DEFAULT.withTermLength(1 << 20)));
        }
        EventView refusal = rig.awaitEvent(Kind.REFUSED, publisher);
        assertEquals(STREAM, refusal.stream());
        assertTrue(refusal.detail().contains("4 times since "), refusal::words);

        SubscriptionConfig named = SubscriptionConfig.DEFAULT.withName("audit", Duration.ofMillis(20));
        publisher.addSubscription(STREAM, named).close();
        assertEquals("audit", rig.awaitEvent(Kind.RELEASED, publisher).subscription());
    }
}
