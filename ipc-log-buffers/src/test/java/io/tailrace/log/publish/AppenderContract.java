/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.publish;

import static io.tailrace.log.TestLog.LONGEST_FRAME;
import static io.tailrace.log.TestLog.LONGEST_MESSAGE;
import static io.tailrace.log.TestLog.TERM_LENGTH;
import static io.tailrace.log.TestLog.bytes;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.log.TestLog;
import io.tailrace.memory.BufferVector;
import io.tailrace.memory.MappedBuffer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The common behavior of both kinds of appender: all ways to offer, against one model, and every status. */
abstract class AppenderContract<A extends Appender> {
    static final long[] STARTS = TestLog.STARTS;
    static final int SLOT = 5;

    final MappedBuffer source = source(bytes(LONGEST_MESSAGE, 1));
    private final Class<A> kind;
    TestLog log;
    A appender;

    AppenderContract(Class<A> kind) {
        this.kind = kind;
        use(newLog(), 0, 2L * TERM_LENGTH);
    }

    final TestLog newLog() {
        return TestLog.of(kind == ExclusiveAppender.class);
    }

    /** Offers to another log from now on, from a position up to a limit. */
    final void use(TestLog newLog, long start, long limit) {
        log = newLog.startingAt(start).open(limit);
        appender = kind.cast(log.appender(SLOT));
    }

    /** Offers to another log from now on, whose accesses can be made to fail. */
    final void useBreakable(long start) {
        use(newLog().breakable(), start, start + 2L * TERM_LENGTH);
    }

    private static MappedBuffer source(byte[] bytes) {
        return MappedBuffer.of(bytes);
    }

    private static BufferVector[] split(byte[] message, int... lengths) {
        BufferVector[] parts = new BufferVector[lengths.length];
        int offset = 0;
        for (int i = 0; i < lengths.length; i++) {
            parts[i] = new BufferVector().reset(source(message), offset, lengths[i]);
            offset += lengths[i];
        }
        return parts;
    }

    private static void assertMessages(List<byte[]> expected, List<byte[]> actual) {
        assertEquals(expected.size(), actual.size());
        for (int i = 0; i < expected.size(); i++) {
            int index = i;
            assertArrayEquals(expected.get(i), actual.get(i), () -> "message " + index);
        }
    }

    @Test
    void aMessageTooLongIsRefusedByEveryWayToOfferAndNamesBothLengths() {
        MappedBuffer source = source(bytes(LONGEST_MESSAGE + 1, 1));
        BufferVector[] whole = split(bytes(LONGEST_MESSAGE + 1, 1), LONGEST_MESSAGE + 1);

        List<Throwable> refusals = List.of(
                assertThrows(IllegalArgumentException.class, () -> appender.offer(source, 0, LONGEST_MESSAGE + 1)),
                assertThrows(
                        IllegalArgumentException.class, () -> appender.offer(source, 0, LONGEST_MESSAGE, source, 0, 1)),
                assertThrows(IllegalArgumentException.class, () -> appender.offer(new byte[LONGEST_MESSAGE + 1])),
                assertThrows(
                        IllegalArgumentException.class,
                        () -> appender.offer(
                                ByteBuffer.allocate(LONGEST_MESSAGE + 2).position(1))),
                assertThrows(IllegalArgumentException.class, () -> appender.offerBatch(whole, 1)),
                assertThrows(IllegalArgumentException.class, () -> appender.checkMessageLength(LONGEST_MESSAGE + 1L)));

        for (Throwable refusal : refusals) {
            String both = "length=" + (LONGEST_MESSAGE + 1) + ", max=" + LONGEST_MESSAGE;
            assertTrue(refusal.getMessage().contains(both), refusal.getMessage());
        }
        assertEquals(0, appender.position(), "nothing was claimed");
    }

    @Test
    void aRangeOutsideOfItsSourceIsRefusedBeforeTheClaim() {
        MappedBuffer source = source(new byte[10]);

        assertThrows(IndexOutOfBoundsException.class, () -> appender.offer(source, 5, 6));
        assertThrows(IndexOutOfBoundsException.class, () -> appender.offer(source, 0, 1, source, 10, 1));
        assertThrows(IndexOutOfBoundsException.class, () -> appender.offer(source, -1, 1, source, 0, 1));
        IllegalArgumentException negative =
                assertThrows(IllegalArgumentException.class, () -> appender.offer(source, 0, -1));
        assertTrue(negative.getMessage().startsWith("negative message length: length=-1"), negative.getMessage());
        assertThrows(IllegalArgumentException.class, () -> appender.offer(source, 0, 5, source, 0, -5));
        assertThrows(IndexOutOfBoundsException.class, () -> new BufferVector().reset(source, 4, 7));
        assertEquals(0, appender.position());
    }

    @Test
    void aBatchOfOneLongestFrameFitsAndALongerOneNamesBothLengths() {
        BufferVector[] batch = split(new byte[LONGEST_FRAME], LONGEST_FRAME / 2 - 8, LONGEST_FRAME / 2 - 8, 1);

        assertEquals(LONGEST_FRAME, appender.offerBatch(batch, 2));
        IllegalArgumentException refusal =
                assertThrows(IllegalArgumentException.class, () -> appender.offerBatch(batch, 3));
        String both = "length=" + (LONGEST_FRAME + 16) + " with headers, max=" + LONGEST_FRAME;
        assertTrue(refusal.getMessage().contains(both), refusal.getMessage());
        assertThrows(IllegalArgumentException.class, () -> appender.offerBatch(batch, 0));
        IllegalArgumentException tooMany =
                assertThrows(IllegalArgumentException.class, () -> appender.offerBatch(batch, 4));
        assertEquals("batch count out of range: count=4, min=1, max=3 (those given)", tooMany.getMessage());
        assertEquals(LONGEST_FRAME, appender.position());
    }

    @Test
    void nothingOfABatchIsVisibleBeforeAllOfIt() {
        List<String> seen = new ArrayList<>();
        BufferVector last = new BufferVector()
                .reset(TestLog.source(16, () -> seen.add(log.frames(0) + " " + log.lengthAt(0))), 0, 16);
        BufferVector first = new BufferVector().reset(source(bytes(100, 1)), 0, 100);

        appender.offerBatch(new BufferVector[] {first, last}, 2);

        assertEquals(1, seen.size());
        assertTrue(seen.get(0).startsWith("[] "), seen.get(0));
        assertEquals(List.of("DATA@0+108/5", "DATA@112+24/5"), log.frames(0));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void aSourceThatFailsLeavesPadding(int way) {
        IllegalStateException failure = new IllegalStateException("source failed");
        DirectBuffer failing = TestLog.source(100, () -> {
            throw failure;
        });
        BufferVector good = new BufferVector().reset(source(bytes(10, 1)), 0, 10);
        BufferVector bad = new BufferVector().reset(failing, 0, 50);

        Throwable thrown = assertThrows(IllegalStateException.class, () -> {
            switch (way) {
                case 0 -> appender.offer(failing, 0, 50);
                case 1 -> appender.offer(source(bytes(10, 1)), 0, 10, failing, 0, 50);
                default -> appender.offerBatch(new BufferVector[] {good, bad}, 2);
            }
        });
        long behind = appender.position();
        appender.offer(source(bytes(4, 9)), 0, 4);

        assertSame(failure, thrown);
        assertEquals("PAD@0+" + behind + "/5", log.frames(0).get(0));
        assertMessages(List.of(bytes(4, 9)), log.messages(0));
        assertTrue(appender.isQuiet());
    }

    @Test
    void withoutSubscribersItIsNotConnected() {
        log.meta().subscriberCountRelease(0);

        assertEquals(Appender.NOT_CONNECTED, appender.offer(source(bytes(4, 1)), 0, 4));
        log.meta().subscriberCountRelease(1);
        assertEquals(16, appender.offer(source(bytes(4, 1)), 0, 4));
        log.meta().subscriberCountRelease(0);
        appender.maintain();
        assertEquals(Appender.NOT_CONNECTED, appender.offer(source(bytes(4, 1)), 0, 4), "its conductor has noticed");
        assertTrue(appender.isQuiet());
    }

    @ParameterizedTest
    @FieldSource("STARTS")
    void aClaimMayBeginBelowTheLimitOnly(long start) {
        use(newLog(), start, start + 24);

        assertEquals(start + 16, appender.offer(source, 0, 8));
        assertEquals(start + 40, appender.offer(source, 0, 16), "begins below the limit, ends past it");
        assertEquals(Appender.BACK_PRESSURED, appender.offer(source, 0, 0));
        log.meta().limitRelease(start + 40);
        assertEquals(Appender.BACK_PRESSURED, appender.offer(source, 0, 0), "at the limit");
        log.meta().limitRelease(start + 48);
        assertEquals(start + 48, appender.offer(source, 0, 0));
        assertEquals(start + 48, appender.position());
    }

    @Test
    void aClosedHandleRefusesEveryClaimAndIsQuiet() {
        appender.offer(source(bytes(8, 1)), 0, 8);

        appender.close();

        assertEquals(Appender.CLOSED, appender.offer(source(bytes(8, 1)), 0, 8));
        assertEquals(Appender.CLOSED, appender.offer(source(bytes(8, 1)), 0, 4, source(bytes(8, 1)), 0, 4));
        assertEquals(Appender.CLOSED, appender.offerBatch(split(bytes(8, 1), 8), 1));
        assertEquals(Appender.CLOSED, appender.claimToHold(16));
        assertTrue(appender.isQuiet());
        assertEquals(16, appender.position());
    }

    @Test
    void aClaimThatIsHandedOutIsNotQuietUntilItIsLetGo() {
        long position = appender.claimToHold(32);
        appender.close();
        boolean quietWhileOpen = appender.isQuiet();
        appender.commitHeld(position, 8 + 20);

        assertEquals(0, position);
        assertEquals(false, quietWhileOpen);
        assertTrue(appender.isQuiet());
        assertEquals(List.of("DATA@0+28/5"), log.frames(0));
    }

    @Test
    void aHandleIsNotQuietWhileAMessageIsCopied() {
        List<Boolean> quiet = new ArrayList<>();
        DirectBuffer source = TestLog.source(10, () -> quiet.add(appender.isQuiet()));

        appender.offer(source, 0, 10);
        appender.offer(source, 0, 5, source, 5, 5);
        appender.offerBatch(new BufferVector[] {new BufferVector().reset(source, 0, 10)}, 1);

        assertEquals(List.of(false, false, false, false), quiet);
        assertTrue(appender.isQuiet());
    }

    @Test
    void anAbortedClaimIsPadding() {
        long position = appender.claimToHold(32);
        log.log().term(position).setMemory(8, 24, (byte) 0x7F);
        appender.abortHeld(position, 8 + 20);
        appender.offer(source(bytes(1, 1)), 0, 1);

        assertEquals(List.of("PAD@0+32/5", "DATA@32+9/5"), log.frames(0));
        assertMessages(List.of(bytes(1, 1)), log.messages(0));
    }

    @ParameterizedTest
    @FieldSource("STARTS")
    void framesThatFillATermExactlyNeedNoPadding(long start) {
        use(newLog(), start, start + 2L * TERM_LENGTH);

        for (int i = 0; i < TERM_LENGTH / LONGEST_FRAME; i++) {
            appender.offer(source, 0, LONGEST_MESSAGE);
        }
        assertEquals(start + TERM_LENGTH, appender.position());
        assertEquals(start + TERM_LENGTH + 16, appender.offer(source, 0, 8));

        List<String> frames = log.frames(start);
        assertEquals(9, frames.size());
        assertEquals("DATA@65536+16/5", frames.get(8));
    }
}
