/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.publish;

import static io.tailrace.log.FrameLayout.TYPE_DATA;
import static io.tailrace.log.TestLog.LONGEST_FRAME;
import static io.tailrace.log.TestLog.LONGEST_MESSAGE;
import static io.tailrace.log.TestLog.RING_LENGTH;
import static io.tailrace.log.TestLog.TERM_LENGTH;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.log.FrameLayout;
import io.tailrace.log.TestLog;
import io.tailrace.memory.MappedBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.List;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExclusiveAppenderTest extends AppenderContract<ExclusiveAppender> {
    ExclusiveAppenderTest() {
        super(ExclusiveAppender.class);
    }

    /** A claim that an Error has ended, which left it open. */
    private long failIn(int alignedLength) {
        long position = appender.claim(appender.guard.enter(), alignedLength);
        appender.guard.failed = true;
        return position;
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 16, 4096, LONGEST_FRAME - 8})
    void theRestOfATermThatIsTooShortIsOnePad(int rest) {
        use(newLog(), TERM_LENGTH - rest, 2L * TERM_LENGTH);

        long position = appender.offer(source, 0, rest);

        assertEquals(TERM_LENGTH + 8 + rest, position);
        assertEquals(
                List.of("PAD@0+" + rest + "/5", "DATA@" + rest + "+" + (8 + rest) + "/5"),
                log.frames(TERM_LENGTH - rest));
    }

    @Test
    void itsTailIsPrivateAndStoredOnceALimitIsUsedUp() {
        use(newLog(), 0, 64);

        appender.offer(source, 0, 24);
        appender.offer(source, 0, 24);
        assertEquals(0, log.meta().tailAcquire());
        assertEquals(Appender.BACK_PRESSURED, appender.offer(source, 0, 24));

        assertEquals(64, log.meta().tailAcquire());
        log.meta().limitRelease(128);
        appender.offer(source, 0, 24);
        appender.close();
        appender.publishFinalTail();
        assertEquals(96, log.meta().tailAcquire());
    }

    @Test
    void aSecondOpenClaimIsRefusedAndHarmsNothing() {
        long position = appender.claimToHold(16);

        assertThrows(IllegalStateException.class, () -> appender.claimToHold(16));
        assertThrows(IllegalStateException.class, () -> appender.offer(source, 0, 8));
        appender.commitHeld(position, 16);
        appender.offer(source, 0, 8);

        assertEquals(List.of("DATA@0+16/5", "DATA@16+16/5"), log.frames(0));
    }

    @Test
    void aClaimHasNoHeaderUntilItIsCommitted() {

        appender.claimToHold(16);

        assertEquals(0, log.header(0), "a dead owner's log ends here");
        assertFalse(appender.isQuiet());
    }

    @Test
    void aClaimThatFailedBeforeItsCommitIsForgotten() {
        useBreakable(0);
        appender.offer(source, 0, 100);

        log.makeTermsReadOnly(true);
        assertThrows(ReadOnlyBufferException.class, () -> appender.offer(source, 0, 24));
        assertFalse(appender.isQuiet(), "it is inside until its next claim");
        log.makeTermsReadOnly(false);
        long position = appender.offer(source, 0, 24);

        assertEquals(112 + 32, position);
        assertEquals(List.of("DATA@0+108/5", "DATA@112+32/5"), log.frames(0));
        assertTrue(appender.isQuiet());
    }

    @Test
    void aClaimThatFailedAndCouldNotBePaddedIsForgottenForLaterLapsToo() {
        useBreakable(0);
        log.open(2L * RING_LENGTH);
        appender.offer(source, 0, 8);
        log.makeTermsReadOnly(true);
        assertThrows(ReadOnlyBufferException.class, () -> appender.offer(source, 0, 24));
        log.makeTermsReadOnly(false);
        MappedBuffer zeros = MappedBuffer.allocate(LONGEST_MESSAGE);
        while (appender.position() <= RING_LENGTH) {
            appender.offer(zeros, 0, LONGEST_MESSAGE);
        }
        long end = appender.position();

        DirectBuffer failing = TestLog.source(10, () -> {
            throw new IllegalStateException();
        });
        assertThrows(IllegalStateException.class, () -> appender.offer(failing, 0, 10));

        assertEquals(0, log.header(RING_LENGTH + 16), "what lies in the place of the first claim is another's payload");
        assertEquals(end + 24, appender.position());
        assertTrue(appender.isQuiet());
    }

    @Test
    void paddingOfATermsEndThatReadersMayHaveSeenStays() {
        use(newLog(), TERM_LENGTH - 64, 2L * TERM_LENGTH);

        long position = failIn(32); // As if it had failed between the padding and the tail.
        log.log().pad(position, 64, SLOT);
        appender.offer(source, 0, 8);

        assertEquals(List.of("PAD@0+64/5", "DATA@64+16/5"), log.frames(TERM_LENGTH - 64));
    }

    @Test
    void aBatchThatReadersMayHaveSeenStays() {

        failIn(48); // As if it had failed between the commit of a batch and the tail.
        log.commit(16, 8, SLOT);
        log.commit(32, 8, SLOT);
        log.commit(0, 8, SLOT);
        appender.offer(source, 0, 16);

        assertEquals(List.of("DATA@0+16/5", "DATA@16+16/5", "DATA@32+16/5", "DATA@48+24/5"), log.frames(0));
    }

    @Test
    void whatAFailedClaimHasWrittenIsZeroedAgain() {

        failIn(48); // With a message, or half of a batch, that looks like headers.
        for (int offset = 8; offset < 48; offset += 8) {
            log.log().term(0).putLong(offset, FrameLayout.header(16, TYPE_DATA, 0));
        }
        appender.offer(source, 0, 8);

        assertEquals(List.of("DATA@0+16/5"), log.frames(0));
        for (int offset = 16; offset < 64; offset += 8) {
            assertEquals(0, log.header(offset));
        }
    }

    @Test
    void aClaimThatFailedBeforeAnythingWasClaimedIsForgotten() {
        use(newLog(), 0, 16);
        appender.offer(source, 0, 8);

        assertEquals(Appender.BACK_PRESSURED, appender.offer(source, 0, 1000));
        log.meta().limitRelease(TERM_LENGTH);
        appender.offer(source, 0, 8);

        assertEquals(List.of("DATA@0+16/5", "DATA@16+16/5"), log.frames(0));
    }

    /** A program that met an Error in its last claim, and offers no more. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aFailedClaimThatNoOtherFollowsIsSettledOnceTheHandleIsClosed(boolean committed) {
        useBreakable(0);
        appender.offer(source, 0, 100);
        if (committed) {
            log.commit(failIn(32), 24, SLOT);
        } else {
            log.makeTermsReadOnly(true);
            assertThrows(ReadOnlyBufferException.class, () -> appender.offer(source, 0, 24));
            assertThrows(ReadOnlyBufferException.class, () -> appender.claimToHold(LONGEST_FRAME));
        }
        assertFalse(appender.isQuiet());

        appender.close();

        assertTrue(appender.isQuiet());
        appender.publishFinalTail();
        assertEquals(committed ? 144 : 112, log.meta().tailAcquire());
        assertEquals(Appender.CLOSED, appender.offer(source, 0, 8));
    }

    @Test
    void anotherThreadGoesOnBehindAFailedClaim() throws InterruptedException {
        failIn(1000);

        Thread second = new Thread(() -> appender.offer(source, 0, 8));
        second.start();
        second.join();
        appender.offer(source, 0, 16);

        assertEquals(List.of("DATA@0+16/5", "DATA@16+24/5"), log.frames(0));
        assertTrue(appender.isQuiet());
    }

    @Test
    void anOfferFromInsideAnOfferIsRefusedAndHarmsNothing() {
        DirectBuffer reentrant = TestLog.source(10, () -> appender.offer(source, 0, 8));

        IllegalStateException refusal =
                assertThrows(IllegalStateException.class, () -> appender.offer(reentrant, 0, 10));
        appender.offer(source, 0, 16);

        assertTrue(refusal.getMessage().contains("stream="), refusal::getMessage);
        assertEquals(List.of("PAD@0+24/5", "DATA@24+24/5"), log.frames(0));
    }
}
