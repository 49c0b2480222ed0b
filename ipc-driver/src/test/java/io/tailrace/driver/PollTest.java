/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static io.tailrace.ControlledFrameHandler.Action.ABORT;
import static io.tailrace.ControlledFrameHandler.Action.CONTINUE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Claim;
import io.tailrace.ControlledFrameHandler;
import io.tailrace.Image;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.file.MappedFile;
import io.tailrace.log.LogMeta;
import java.io.IOException;
import java.nio.ReadOnlyBufferException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.agrona.MutableDirectBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each message of one byte takes 16 bytes of the log. */
final class PollTest extends WithRig {
    private static final int FRAME_LENGTH = 16;

    private Tailrace client;
    private Publication publication;
    private Subscription subscription;
    private Image image;

    @BeforeEach
    void publish() {
        client = rig.connect();
        publication = client.addPublication(STREAM);
        subscription = subscribe(SubscriptionConfig.DEFAULT);
        image = subscription.images().get(0);
        List.of("a", "b", "c", "d").forEach(text -> Messages.offer(publication, text));
    }

    private Subscription subscribe(SubscriptionConfig config) {
        Subscription added = client.addSubscription(STREAM, config);
        rig.until("an image", added::isConnected);
        return added;
    }

    private void assertAt(int frame) {
        assertEquals((long) frame * FRAME_LENGTH, image.position());
        assertEquals((long) frame * FRAME_LENGTH, positionInTheFile());
    }

    private long positionInTheFile() {
        Path meta = rig.directory().resolve("logs/" + image.logId() + "/meta");
        try (MappedFile file = MappedFile.openReadOnly(meta)) {
            LogMeta fields = new LogMeta(file.buffer());
            return fields.subscriberPositionAcquire(Rig.slotOf(fields, subscription));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void abortAClaim(int length) {
        Claim claim = new Claim();
        assertTrue(publication.tryClaim(length, claim) > 0);
        claim.abort();
    }

    @Test
    void aPollThatFindsNothingTellsOfThePaddingThatAWaitHasGoneOver() {
        assertEquals(4, subscription.poll(received, 10));
        abortAClaim(8);
        assertFalse(subscription.awaitMessage(Duration.ofMillis(1)));
        assertEquals(0, subscription.poll(received, 10));

        assertEquals(publication.position(), image.position());
    }

    @Test
    void nothingIsLostWherePollsLookAway() {
        assertEquals(4, subscription.poll(received, 10));
        for (int i = 0; i < 100; i++) { // From now on a poll that has delivered one message does not check for more.
            Messages.offer(publication, "e");
            assertEquals(1, subscription.poll(received, 10));
            assertEquals(0, subscription.poll(received, 10));
        }
        List.of("f", "g", "h").forEach(text -> Messages.offer(publication, text));
        assertEquals(1, subscription.poll(received, 10));
        assertEquals(1, subscription.poll(received, 10)); // It found one at once, so the next poll checks.
        assertEquals(1, subscription.poll(received, 10));
        List.of("i", "j", "k").forEach(text -> Messages.offer(publication, text));
        assertEquals(3, subscription.poll(received, 10));
        assertEquals(0, subscription.poll(received, 10));

        List<String> texts = received.texts();
        assertEquals(List.of("f", "g", "h", "i", "j", "k"), texts.subList(texts.size() - 6, texts.size()));
    }

    @Test
    void aPollDeliversAtMostItsLimitOfMessagesAndPaddingIsNotCounted() {
        assertEquals(0, subscription.poll(received, 0));
        assertEquals(3, subscription.poll(received, 3));
        abortAClaim(1);
        Messages.offer(publication, "e");
        assertEquals(2, subscription.poll(received, 2));
        assertEquals(0, subscription.poll(received, 3));

        assertEquals(List.of("a", "b", "c", "d", "e"), received.texts());
        assertEquals(publication.position(), image.position());
    }

    @Test
    void aBoundedPollLeavesWhatBeginsAtTheBound() {
        assertEquals(2, image.poll(received, 10, 2 * FRAME_LENGTH));
        assertEquals(0, image.poll(received, 10, 2 * FRAME_LENGTH));
        assertEquals(1, image.poll(received, 10, 2 * FRAME_LENGTH + 1));
        assertEquals(0, image.poll(received, 10, 0));
        assertEquals(1, image.controlledPoll((buffer, offset, length, header) -> CONTINUE, 10, 4 * FRAME_LENGTH));

        assertEquals(List.of("a", "b", "c"), received.texts());
        assertAt(4);
    }

    /** By what the handler of a message answers: where the position stands inside each handler, and afterwards. */
    @ParameterizedTest
    @CsvSource({
        "CONTINUE CONTINUE CONTINUE CONTINUE, 0 0 0 0, 4, 4",
        "COMMIT COMMIT COMMIT COMMIT, 0 1 2 3, 4, 4",
        "CONTINUE BREAK, 0 0, 2, 2",
        "CONTINUE ABORT, 0 0, 1, 1",
        "COMMIT CONTINUE ABORT, 0 1 1, 2, 2",
        "ABORT, 0, 0, 0"
    })
    void aHandlerDecidesWhetherThePollGoesOnAndWhatIsRead(String answers, String inside, int frames, int end) {
        List<String> actions = List.of(answers.split(" "));
        List<String> seen = new ArrayList<>();
        List<String> positions = new ArrayList<>();
        int polled = subscription.controlledPoll(
                (buffer, offset, length, header) -> {
                    positions.add(Long.toString(positionInTheFile() / FRAME_LENGTH));
                    seen.add(buffer.getStringWithoutLengthAscii(offset, length));
                    return ControlledFrameHandler.Action.valueOf(actions.get(seen.size() - 1));
                },
                10);

        assertEquals(frames, polled);
        assertEquals(List.of(inside.split(" ")), positions);
        assertEquals(List.of("a", "b", "c", "d").subList(0, actions.size()), seen);
        assertAt(end);
        subscription.poll(received, 100);
        assertEquals(List.of("a", "b", "c", "d").subList(end, 4), received.texts());
    }

    @Test
    void aMessageWhoseHandlerThrowsIsConsumed() {
        assertThrows(
                UnsupportedOperationException.class,
                () -> subscription.poll(
                        (buffer, offset, length, header) -> {
                            received.onFrame(buffer, offset, length, header);
                            if (received.count() == 2) {
                                throw new UnsupportedOperationException();
                            }
                        },
                        10));
        assertAt(2);
        assertThrows(
                StackOverflowError.class,
                () -> subscription.controlledPoll(
                        (buffer, offset, length, header) -> {
                            throw new StackOverflowError();
                        },
                        10));
        assertAt(3);
        assertEquals(1, subscription.poll(received, 100));
        assertEquals(List.of("a", "b", "d"), received.texts());
    }

    /** The compiler knows the exceptions of the handler: without the catch this would not compile. */
    @Test
    void whatAHandlerThrowsThatIsCheckedThePollThrowsOn() {
        IOException full = new IOException("disk full");
        try {
            subscription.poll((buffer, offset, length, header) -> fail(full), 10);
            throw new AssertionError("not thrown on");
        } catch (IOException e) {
            assertSame(full, e);
        }
        assertAt(1);
    }

    private static void fail(IOException cause) throws IOException {
        throw cause;
    }

    @Test
    void aPollFromInsideAHandlerIsRefusedInItsOwnThreadAndInAnother() {
        assertThrows(
                IllegalStateException.class,
                () -> subscription.poll(
                        (buffer, offset, length, header) -> {
                            Runnable poll = () -> subscription.poll(received, 1);
                            CompletableFuture<Void> other = CompletableFuture.runAsync(poll);
                            CompletionException refused = assertThrows(CompletionException.class, other::join);
                            assertInstanceOf(IllegalStateException.class, refused.getCause());
                            poll.run();
                        },
                        10));
        assertEquals(3, subscription.poll(received, 100));
    }

    @Test
    void aHandlerCanNotWriteToTheLog() {
        subscription.poll(
                (buffer, offset, length, header) -> {
                    MutableDirectBuffer writable = (MutableDirectBuffer) buffer;
                    assertThrows(ReadOnlyBufferException.class, () -> writable.putByte(offset, (byte) 'X'));
                },
                10);
        subscribe(OLDEST).poll(received, 100);
        assertEquals(List.of("a", "b", "c", "d"), received.texts());
    }

    private Publication addSecondImage() {
        Publication second = client.addExclusivePublication(STREAM);
        rig.until("another image", () -> subscription.imageCount() == 2);
        return second;
    }

    @Test
    void everyImageGetsItsTurn() {
        Publication second = addSecondImage();
        List.of("0", "1", "2", "3").forEach(text -> Messages.offer(second, text));
        for (int i = 0; i < 4; i++) {
            assertEquals(1, subscription.poll(received, 1));
        }

        long ofSecond = received.frames().stream()
                .filter(frame -> frame.publisherId() == second.registrationId())
                .count();
        assertEquals(2, ofSecond, () -> "in turn: " + received.texts());
    }

    @Test
    void anAbortInOneImageLeavesTheOthersTheirTurn() {
        Publication second = addSecondImage();
        Messages.offer(second, "other");

        int frames = subscription.controlledPoll(
                (buffer, offset, length, header) -> header.publisherId() == second.registrationId() ? CONTINUE : ABORT,
                10);

        assertEquals(1, frames);
        assertEquals(0, image.position());
    }
}
