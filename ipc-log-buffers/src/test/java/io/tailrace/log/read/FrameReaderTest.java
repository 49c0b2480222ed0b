/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.read;

import static io.tailrace.log.FrameLayout.TYPE_DATA;
import static io.tailrace.log.FrameLayout.TYPE_PAD;
import static io.tailrace.log.FrameLayout.header;
import static io.tailrace.log.TestLog.RING_LENGTH;
import static io.tailrace.log.TestLog.TERM_LENGTH;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.log.FrameLayout;
import io.tailrace.log.TestLog;
import io.tailrace.memory.CorruptLogException;
import io.tailrace.testing.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

class FrameReaderTest {
    static final long[] STARTS = TestLog.STARTS;

    private final TestLog log = TestLog.concurrent();

    private FrameReader reader(long position) {
        return new FrameReader(log.log(), position);
    }

    private void write(long position, long header) {
        log.log().headerRelease(position, header);
    }

    @ParameterizedTest
    @FieldSource("STARTS")
    void aCommittedMessageIsReadAtItsPlace(long start) {
        log.startingAt(start);
        log.commit(start, 13, 7);
        FrameReader reader = reader(start);

        long header = reader.next();

        assertEquals(header(21, TYPE_DATA, 7), header);
        assertEquals(header, reader.next(), "it stays until it is consumed");
        assertSame(log.log().term(start), reader.buffer());
        assertEquals(log.log().offset(start) + 8, reader.payloadOffset());
        reader.consume(header);
        assertEquals(start + 24, reader.position());
        assertEquals(0, reader.next());
    }

    @Test
    void aRunHasWholeCommittedFramesUpToTheEndOfTheTerm() {
        log.startingAt(TERM_LENGTH - 48);
        log.commit(TERM_LENGTH - 48, 13, 7);
        write(TERM_LENGTH - 24, header(24, TYPE_PAD, 1));
        log.commit(TERM_LENGTH, 8, 1);
        log.claimHeader(TERM_LENGTH + 16, 32, 1);
        FrameReader reader = reader(TERM_LENGTH - 48);

        assertEquals(48, reader.measureRun(Integer.MAX_VALUE));
        assertEquals(1, reader.runMessages());
        assertEquals(24, reader.measureRun(40));
        assertEquals(24, reader.measureRun(1), "a first frame comes whole");
        assertEquals(TERM_LENGTH - 48, reader.position());
        reader.seek(TERM_LENGTH);
        assertEquals(16, reader.measureRun(Integer.MAX_VALUE));
    }

    /** Apparent frames there are from the last lap. */
    @Test
    void aRunEndsWhereTheMemoryIsNotClean() {
        log.startingAt(RING_LENGTH);
        log.commit(RING_LENGTH, 8, 1);
        log.commit(RING_LENGTH + 16, 8, 1);
        log.meta().cleanPositionRelease(16);
        FrameReader reader = reader(RING_LENGTH);

        assertEquals(16, reader.measureRun(Integer.MAX_VALUE));
        reader.seek(RING_LENGTH + 16);
        assertEquals(0, reader.measureRun(Integer.MAX_VALUE));
    }

    @Test
    void aRunEndsBeforeWhatIsNoFrame() {
        log.commit(0, 8, 1);
        write(16, header(16, 3, 1));
        FrameReader reader = reader(0);

        assertEquals(16, reader.measureRun(Integer.MAX_VALUE));
        reader.seek(16);
        assertThrows(CorruptLogException.class, () -> reader.measureRun(Integer.MAX_VALUE));
    }

    @ParameterizedTest
    @FieldSource("STARTS")
    void aPadMayBeAsLongAsATerm(long start) {
        log.startingAt(start);
        write(start, header(TERM_LENGTH, TYPE_PAD, 1));
        log.commit(start + TERM_LENGTH, 0, 1);
        FrameReader reader = reader(start);

        assertEquals(header(8, TYPE_DATA, 1), reader.next());
        assertEquals(start + TERM_LENGTH, reader.position());
        assertSame(log.log().term(start + TERM_LENGTH), reader.buffer());
        assertEquals(8, reader.payloadOffset());
    }

    @Test
    void nothingIsReadAtOrPastWhatIsCleanForThisLap() {
        log.commit(0, 8, 1); // The last lap's, at the position of the first frame of this one.
        log.commitUpTo(RING_LENGTH - TestLog.LONGEST_FRAME, RING_LENGTH, 1);
        FrameReader reader = reader(RING_LENGTH - TestLog.LONGEST_FRAME);
        reader.consume(reader.next());

        assertEquals(0, reader.next());
        assertTrue(FrameLayout.length(reader.glance()) > 0, "a hint; the bytes look like a header");
        log.meta().cleanPositionRelease(8);

        assertEquals(header(16, TYPE_DATA, 1), reader.next());
    }

    @ParameterizedTest
    @CsvSource({
        "0, 7, 1", // shorter than a header
        "0, 1, 2",
        "0, 65537, 2", // longer than the term
        "65528, 9, 1", // than the rest of it
        "65528, 16, 2",
        "32768, 32769, 1",
        "0, 2147483647, 1",
        "65528, 2147483641, 2",
        "0, 8, 0", // no type of ours
        "0, 8, 3",
        "0, 8, 255"
    })
    void bytesThatAreNoFrameAreReportedWithTheirPlace(int offset, int length, int type) {
        long position = RING_LENGTH + offset;
        log.startingAt(RING_LENGTH);
        write(position, header(length, type, 1));
        FrameReader reader = reader(position);

        CorruptLogException report = assertThrows(CorruptLogException.class, reader::next);

        assertEquals(
                "no frame: stream=quotes, log=4711, position=" + position + ", offset=" + offset + ", length=" + length
                        + ", type=" + type,
                report.getMessage());
        assertEquals(position, reader.position(), "it stays where it is");
    }

    @Test
    void randomHeadersNeitherHangItNorLeadItOutOfTheLog() {
        long seed = Seeds.of(FrameReaderTest.class);
        java.util.Random random = new java.util.Random(seed);
        int corrupt = 0;
        for (int round = 0; round < 200; round++) {
            for (int position = 0; position < RING_LENGTH; position += 8) {
                int length = random.nextInt(16) == 0 ? random.nextInt() : 1 + random.nextInt(200);
                write(position, header(length, 1 + random.nextInt(2), random.nextInt(4)));
            }
            FrameReader reader = reader(0);
            try {
                for (long header = reader.next(); header != 0; header = reader.next()) {
                    reader.buffer().boundsCheck(reader.payloadOffset(), FrameLayout.length(header) - 8);
                    reader.consume(header);
                }
            } catch (CorruptLogException e) {
                corrupt++;
            }
            assertTrue(reader.position() <= RING_LENGTH, () -> "position=" + reader.position());
        }
        assertTrue(corrupt > 0);
    }
}
