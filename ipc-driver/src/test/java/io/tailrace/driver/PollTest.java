/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static io.tailrace.ControlledFrameHandler.Action.ABORT;
import static io.tailrace.ControlledFrameHandler.Action.BREAK;
import static io.tailrace.ControlledFrameHandler.Action.COMMIT;
import static io.tailrace.ControlledFrameHandler.Action.CONTINUE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Claim;
import io.tailrace.ControlledFrameHandler;
import io.tailrace.Image;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.WaitSet;
import io.tailrace.file.MappedFile;
import io.tailrace.log.LogMeta;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.MemoryDirectory;
import java.io.IOException;
import java.nio.ReadOnlyBufferException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.agrona.MutableDirectBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each message of one byte takes 16 bytes of the log. */
final class PollTest {
    private static final int FRAME_LENGTH = 16;

    @TempDir(factory = MemoryDirectory.class)
    Path parent;

    private PublicationFixture fixture;
    private Subscription subscription;
    private Image image;

    @BeforeEach
    void publish() {
        fixture = new PublicationFixture(parent, Tailrace::addPublication);
        subscription = fixture.subscribe();
        image = subscription.images().get(0);
        for (String text : List.of("a", "b", "c", "d")) {
            Messages.offer(fixture.publication(), text);
        }
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void aPollThatFindsNothingTellsOfThePaddingThatAWaitHasGoneOver() {
        assertEquals(4, subscription.poll(fixture.received(), 10));
        Claim claim = new Claim();
        assertTrue(fixture.publication().tryClaim(8, claim) > 0);
        claim.abort();
        assertFalse(subscription.awaitMessage(Duration.ofMillis(1)));

        assertEquals(0, subscription.poll(fixture.received(), 10));

        assertEquals(fixture.publication().position(), image.position());
    }

    @Test
    void nothingIsLostWherePollsLookAway() {
        assertEquals(4, subscription.poll(fixture.received(), 10));
        for (int i = 0; i < 100; i++) { // From now on a poll that has delivered one message does not check for more.
            Messages.offer(fixture.publication(), "e");
            assertEquals(1, subscription.poll(fixture.received(), 10));
            assertEquals(0, subscription.poll(fixture.received(), 10));
        }
        for (String text : List.of("f", "g", "h")) {
            Messages.offer(fixture.publication(), text);
        }
        assertEquals(1, subscription.poll(fixture.received(), 10));
        assertEquals(1, subscription.poll(fixture.received(), 10)); // It found one at once, so the next poll checks.
        assertEquals(1, subscription.poll(fixture.received(), 10));
        for (String text : List.of("i", "j", "k")) {
            Messages.offer(fixture.publication(), text);
        }
        assertEquals(3, subscription.poll(fixture.received(), 10));
        assertEquals(0, subscription.poll(fixture.received(), 10));
        List<String> texts = fixture.received().texts();
        assertEquals(List.of("f", "g", "h", "i", "j", "k"), texts.subList(texts.size() - 6, texts.size()));
    }

    @Test
    void aPollDeliversAtMostItsLimit() {
        assertEquals(0, subscription.poll(fixture.received(), 0));
        assertEquals(3, subscription.poll(fixture.received(), 3));
        assertEquals(1, subscription.poll(fixture.received(), 3));
        assertEquals(0, subscription.poll(fixture.received(), 3));

        assertEquals(List.of("a", "b", "c", "d"), fixture.received().texts());
    }

    @Test
    void paddingIsNotCounted() {
        Publication publication = fixture.publication();
        io.tailrace.Claim claim = new io.tailrace.Claim();
        publication.tryClaim(1, claim);
        claim.abort();
        Messages.offer(publication, "e");

        assertEquals(5, subscription.poll(fixture.received(), 5));
        assertEquals(publication.position(), image.position());
    }

    @Test
    void thePositionIsToldOnceAPollHasEnded() {
        List<Long> seenInside = new ArrayList<>();

        subscription.poll(
                (buffer, offset, length, header) ->
                        seenInside.add(header.image().position()),
                10);

        assertEquals(List.of(0L, 0L, 0L, 0L), seenInside);
        assertEquals(4 * FRAME_LENGTH, image.position());
        assertEquals(image.position(), positionInTheFile());
    }

    private long positionInTheFile() {
        Path meta = fixture.rig().directory().resolve("logs/" + image.logId() + "/meta");
        try (MappedFile file = MappedFile.openReadOnly(meta)) {
            LogMeta fields = new LogMeta(file.buffer());
            for (int slot = 0; ; slot++) {
                if (fields.subscriberAcquire(slot) == subscription.registrationId()) {
                    return fields.subscriberPositionAcquire(slot);
                }
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aBoundedPollLeavesWhatBeginsAtTheBound() {
        assertEquals(2, image.poll(fixture.received(), 10, 2 * FRAME_LENGTH));
        assertEquals(0, image.poll(fixture.received(), 10, 2 * FRAME_LENGTH));
        assertEquals(2 * FRAME_LENGTH, image.position());
        assertEquals(1, image.poll(fixture.received(), 10, 2 * FRAME_LENGTH + 1));
        assertEquals(0, image.poll(fixture.received(), 10, 0));
        assertEquals(1, image.controlledPoll(always(CONTINUE), 10, 4 * FRAME_LENGTH));

        assertEquals(List.of("a", "b", "c"), fixture.received().texts());
        assertEquals(4 * FRAME_LENGTH, image.position());
    }

    @Test
    void anAbortedMessageComesAgain() {
        List<String> seen = new ArrayList<>();
        ControlledFrameHandler abortSecond = (buffer, offset, length, header) -> {
            seen.add(buffer.getStringWithoutLengthAscii(offset, length));
            return seen.size() == 2 ? ABORT : CONTINUE;
        };

        assertEquals(1, subscription.controlledPoll(abortSecond, 10));
        assertEquals(FRAME_LENGTH, image.position());
        assertEquals(3, subscription.controlledPoll(abortSecond, 10));

        assertEquals(List.of("a", "b", "b", "c", "d"), seen);
    }

    @Test
    void aBreakEndsThePollBehindItsMessage() {
        assertEquals(1, subscription.controlledPoll(always(BREAK), 10));
        assertEquals(FRAME_LENGTH, image.position());
        assertEquals(1, subscription.controlledPoll(always(BREAK), 10));
        assertEquals(2 * FRAME_LENGTH, image.position());
    }

    @Test
    void aCommitTellsThePositionAtOnce() {
        List<Long> seenInside = new ArrayList<>();

        int frames = subscription.controlledPoll(
                (buffer, offset, length, header) -> {
                    seenInside.add(positionInTheFile());
                    return COMMIT;
                },
                10);

        assertEquals(4, frames);
        assertEquals(List.of(0L, 16L, 32L, 48L), seenInside);
        assertEquals(4 * FRAME_LENGTH, image.position());
    }

    @Test
    void anAbortBehindACommitKeepsWhatWasCommitted() {
        int[] count = {0};

        int frames =
                subscription.controlledPoll((buffer, offset, length, header) -> ++count[0] == 3 ? ABORT : COMMIT, 10);

        assertEquals(2, frames);
        assertEquals(2 * FRAME_LENGTH, image.position());
        assertEquals(2, fixture.poll(subscription));
        assertEquals(List.of("c", "d"), fixture.received().texts());
    }

    @Test
    void aMessageWhoseHandlerThrowsIsConsumed() {
        assertThrows(
                UnsupportedOperationException.class,
                () -> subscription.poll(
                        (buffer, offset, length, header) -> {
                            fixture.received().onFrame(buffer, offset, length, header);
                            if (fixture.received().count() == 2) {
                                throw new UnsupportedOperationException();
                            }
                        },
                        10));

        assertEquals(2 * FRAME_LENGTH, positionInTheFile());
        assertEquals(2, fixture.poll(subscription));
        assertEquals(List.of("a", "b", "c", "d"), fixture.received().texts());
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
        assertEquals(FRAME_LENGTH, positionInTheFile());
        assertThrows(IOException.class, () -> image.poll((buffer, offset, length, header) -> fail(full), 1));
        Duration deadline = Duration.ofSeconds(10);
        assertThrows(
                IOException.class,
                () -> subscription.poll((buffer, offset, length, header) -> fail(full), 1, deadline));
        try (WaitSet set = fixture.client().newWaitSet()) {
            set.add(subscription);
            assertThrows(
                    IOException.class, () -> set.poll((buffer, offset, length, header) -> fail(full), 1, deadline));
        }
        assertEquals(4 * FRAME_LENGTH, positionInTheFile());
    }

    private static void fail(IOException cause) throws IOException {
        throw cause;
    }

    @Test
    void aMessageWhoseControlledHandlerThrowsIsConsumed() {
        assertThrows(
                StackOverflowError.class,
                () -> subscription.controlledPoll(
                        (buffer, offset, length, header) -> {
                            throw new StackOverflowError();
                        },
                        10));

        assertEquals(FRAME_LENGTH, positionInTheFile());
        assertEquals(3, fixture.poll(subscription));
    }

    @Test
    void aPollFromInsideItsOwnHandlerIsRefused() {
        assertThrows(
                IllegalStateException.class,
                () -> subscription.poll(
                        (buffer, offset, length, header) -> subscription.poll(fixture.received(), 1), 10));

        assertEquals(3, fixture.poll(subscription));
    }

    @Test
    void aHandlerCanNotWriteToTheLog() {
        subscription.poll(
                (buffer, offset, length, header) -> {
                    MutableDirectBuffer writable = (MutableDirectBuffer) buffer;
                    assertThrows(ReadOnlyBufferException.class, () -> writable.putByte(offset, (byte) 'X'));
                },
                10);
        Subscription late = fixture.client()
                .addSubscription(
                        PublicationFixture.STREAM,
                        io.tailrace.SubscriptionConfig.DEFAULT.withJoinAt(
                                io.tailrace.SubscriptionConfig.JoinAt.OLDEST));
        fixture.rig().until("an image", late::isConnected);

        fixture.poll(late);
        assertEquals(List.of("a", "b", "c", "d"), fixture.received().texts());
    }

    @Test
    void everyImageGetsItsTurn() {
        Publication second = fixture.client().addExclusivePublication(PublicationFixture.STREAM);
        fixture.rig().until("another image", () -> subscription.imageCount() == 2);
        for (int i = 0; i < 4; i++) {
            Messages.offer(second, Integer.toString(i));
        }

        for (int i = 0; i < 4; i++) {
            assertEquals(1, subscription.poll(fixture.received(), 1));
        }

        long ofSecond = fixture.received().frames().stream()
                .filter(frame -> frame.publisherId() == second.registrationId())
                .count();
        assertEquals(2, ofSecond, () -> "in turn: " + fixture.received().texts());
    }

    @Test
    void anAbortInOneImageLeavesTheOthersTheirTurn() {
        Publication second = fixture.client().addExclusivePublication(PublicationFixture.STREAM);
        fixture.rig().until("another image", () -> subscription.imageCount() == 2);
        Messages.offer(second, "other");
        List<Long> delivered = new ArrayList<>();

        int frames = subscription.controlledPoll(
                (buffer, offset, length, header) -> {
                    if (header.publisherId() != second.registrationId()) {
                        return ABORT;
                    }
                    delivered.add(header.publisherId());
                    return CONTINUE;
                },
                10);

        assertEquals(1, frames);
        assertEquals(List.of(second.registrationId()), delivered);
    }

    @Test
    void aSubscriberThatPollsLittleByLittleLetsThePublisherGoOn() {
        MappedBuffer buffer = MappedBuffer.allocate(1016);
        int accepted = 0;
        int polled = 0;
        for (int i = 0; i < 2_000; i++) {
            accepted += fixture.publication().offer(buffer, 0, 1016) > 0 ? 1 : 0;
            polled += subscription.poll(fixture.received(), 1);
            fixture.rig().cycle();
        }
        polled += fixture.poll(subscription);

        assertTrue(accepted > 1_900, "accepted=" + accepted);
        assertEquals(accepted + 4, polled);
    }

    private static ControlledFrameHandler always(ControlledFrameHandler.Action action) {
        return (buffer, offset, length, header) -> action;
    }
}
