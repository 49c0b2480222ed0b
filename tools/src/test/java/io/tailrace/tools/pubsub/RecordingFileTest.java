/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.pubsub;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.file.FileFormatException;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.tools.pubsub.RecordingReader.Ending;
import io.tailrace.tools.pubsub.RecordingReader.Message;
import io.tailrace.tools.pubsub.RecordingReader.State;
import io.tailrace.tools.pubsub.RecordingWriter.Origin;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is written is read again; what was changed is told, wherever that was. */
@Timeout(120)
class RecordingFileTest {
    private static final long START_NS = 1000;

    @TempDir
    private Path directory;

    private final List<String> expected = new ArrayList<>();

    /** Everything that a reader is told, as texts. */
    private static final class Told {
        private final List<String> items = new ArrayList<>();

        boolean add(Message message) {
            byte[] payload = new byte[message.length()];
            message.buffer().getBytes(message.offset(), payload);
            Origin origin = new Origin(message.logId(), message.position(), message.publisherId());
            return items.add(text(message.timeNs(), origin, payload));
        }
    }

    private static String text(long timeNs, Origin origin, byte[] payload) {
        return timeNs + " " + origin + " " + payload.length + " " + Arrays.hashCode(payload);
    }

    private void add(RecordingWriter writer, long timeNs, Origin origin, byte[] payload) throws IOException {
        writer.message(START_NS + timeNs, origin, MappedBuffer.of(payload), 0, payload.length);
        expected.add(text(timeNs, origin, payload));
    }

    private Path file() {
        return directory.resolve("file.rec");
    }

    private RecordingWriter create() throws IOException {
        return RecordingWriter.create(file(), "quotes", 7, START_NS);
    }

    /** Several blocks, one of them a loss. */
    private byte[] small() throws IOException {
        try (RecordingWriter writer = create()) {
            add(writer, 10, new Origin(17, 0, 3), "hello".getBytes(StandardCharsets.UTF_8));
            add(writer, 20, new Origin(18, 64, 4), new byte[0]);
            writer.flush();
            writer.loss(START_NS + 30, 17, 16, 48);
            add(writer, 40, new Origin(17, 48, 3), new byte[] {1, 2, 3});
            writer.finish(START_NS + 50);
        }
        return Files.readAllBytes(file());
    }

    private static Ending read(Path file, Told told) throws IOException {
        try (RecordingReader reader = RecordingReader.open(file)) {
            return reader.read(told::add);
        }
    }

    @Test
    void whatIsWrittenIsReadAgain() throws IOException {
        long seed = Long.getLong("tailrace.test.seed", System.nanoTime());
        System.out.println("RecordingFileTest seed " + seed);
        Random random = new Random(seed);
        try (RecordingWriter writer = create()) {
            for (int i = 0; i < 5000; i++) {
                int length = random.nextInt(200) == 0 ? random.nextInt(300_000) : random.nextInt(200);
                byte[] payload = new byte[i % 100 == 0 ? 0 : length];
                random.nextBytes(payload);
                add(writer, i, new Origin(random.nextInt(3), random.nextLong(), random.nextLong()), payload);
                if (random.nextInt(50) == 0) {
                    writer.flush();
                }
            }
            writer.finish(START_NS + 9000);
            assertEquals(Files.size(file()), writer.fileLength());
        }
        Told told = new Told();
        Ending ending = read(file(), told);
        assertEquals(State.COMPLETE, ending.state(), ending.text());
        assertEquals(expected, told.items);
        RecordingSummary summary = RecordingSummary.of(file());
        assertEquals(5000, summary.messages());
        assertEquals(9000, summary.durationNs());
        assertEquals("quotes", summary.stream());
        assertEquals(0, summary.shortest());
    }

    @Test
    void lossesAreAddedUp() throws IOException {
        small();
        assertEquals(32, RecordingSummary.of(file()).lostBytes());
    }

    /** The bytes are a contract: a change of them needs another version. */
    @Test
    void theBytesAreThoseOfVersionOne() throws IOException {
        String start = "545241494c524543" + "00000100" + "04030201"
                + block(1, 0, "0700000000000000" + "06000000" + "71756f746573");
        String messages = block(
                2,
                1,
                "0a00000000000000" + "1100000000000000" + "0000000000000000" + "0300000000000000" + "05000000"
                        + "68656c6c6f" + "1400000000000000" + "1200000000000000" + "4000000000000000"
                        + "0400000000000000" + "00000000");
        String loss = block(3, 2, "1e00000000000000" + "1100000000000000" + "1000000000000000" + "3000000000000000");
        String last = block(
                2,
                3,
                "2800000000000000" + "1100000000000000" + "3000000000000000" + "0300000000000000" + "03000000"
                        + "010203");
        String end = block(
                4,
                4,
                "0300000000000000" + "0800000000000000" + "0100000000000000" + "2000000000000000" + "3200000000000000");
        assertEquals(start + messages + loss + last + end, HexFormat.of().formatHex(small()));
    }

    private static String block(int kind, int number, String body) {
        return HexFormat.of()
                .formatHex(bytesOfBlock(kind, number, HexFormat.of().parseHex(body)));
    }

    private static byte[] bytesOfBlock(int kind, int number, byte[] body) {
        ByteBuffer block = ByteBuffer.allocate(16 + body.length).order(ByteOrder.LITTLE_ENDIAN);
        block.putInt(0).putInt(body.length).putInt(kind).putInt(number).put(body);
        CRC32C checksum = new CRC32C();
        checksum.update(block.array(), 4, block.capacity() - 4);
        return block.putInt(0, (int) checksum.getValue()).array();
    }

    @Test
    void aFileThatWasCutAnywhereIsGoodUpToItsLastWholeBlock() throws IOException {
        byte[] whole = small();
        Path cut = directory.resolve("cut.rec");
        int last = 0;
        for (int length = 0; length < whole.length; length++) {
            Files.write(cut, Arrays.copyOf(whole, length));
            Told told = new Told();
            if (length < 16 + 16 + 18) {
                assertThrows(FileFormatException.class, () -> read(cut, told));
                continue;
            }
            Ending ending = read(cut, told);
            assertEquals(State.CUT, ending.state());
            assertTrue(ending.at() <= length);
            assertEquals(expected.subList(0, told.items.size()), told.items);
            assertTrue(told.items.size() >= last, "the longer, the more");
            last = told.items.size();
        }
        assertEquals(expected.size(), last);
    }

    @Test
    void everyBitThatIsChangedIsTold() throws IOException {
        byte[] whole = small();
        Path changed = directory.resolve("changed.rec");
        for (int bit = 0; bit < 8 * whole.length; bit++) {
            byte[] bytes = whole.clone();
            bytes[bit / 8] ^= (byte) (1 << bit % 8);
            Files.write(changed, bytes);
            Told told = new Told();
            int at = bit / 8;
            if (at == 8 || at == 9) { // The minor version: any is read.
                assertEquals(State.COMPLETE, read(changed, told).state());
            } else if (at < 16 + 16 + 18) {
                assertThrows(FileFormatException.class, () -> read(changed, told), "byte " + at);
            } else {
                Ending ending = read(changed, told);
                assertTrue(ending.state() != State.COMPLETE, "byte " + at);
                assertTrue(ending.at() <= at, "byte " + at + ", " + ending);
                assertEquals(expected.subList(0, told.items.size()), told.items);
            }
        }
    }

    @Test
    void blocksThatWereLostRepeatedOrAddedAreTold() throws IOException {
        byte[] whole = small();
        int first = 16 + 16 + 18;
        int second = first + 16 + 36 + 5 + 36;
        assertDamaged("wrong block", Arrays.copyOf(whole, first), Arrays.copyOfRange(whole, second, whole.length));
        assertDamaged("wrong block", Arrays.copyOf(whole, second), Arrays.copyOfRange(whole, first, whole.length));
        assertDamaged("behind the block END", whole, new byte[3]);
    }

    @Test
    void lengthsThatContradictOneAnotherAreTold() throws IOException {
        byte[] start = Arrays.copyOf(small(), 16 + 16 + 18);
        byte[] body = new byte[40];
        for (int length : new int[] {-1, 5, 3, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN).putInt(32, length);
            assertDamaged("lengths of messages", start, bytesOfBlock(2, 1, body));
        }
        assertDamaged("lengths of messages", start, bytesOfBlock(2, 1, new byte[35]));
        assertDamaged("LOSS is too short", start, bytesOfBlock(3, 1, new byte[31]));
        assertDamaged("does not agree", start, bytesOfBlock(4, 1, new byte[39]));
        body[0] = 1;
        assertDamaged("does not agree", start, bytesOfBlock(4, 1, body));
        byte[] endless = bytesOfBlock(2, 1, new byte[0]);
        ByteBuffer.wrap(endless).order(ByteOrder.LITTLE_ENDIAN).putInt(4, Integer.MAX_VALUE);
        assertDamaged("impossible length of a block", start, endless);
    }

    private void assertDamaged(String text, byte[]... parts) throws IOException {
        Path file = directory.resolve("damaged.rec");
        Files.write(file, new byte[0]);
        for (byte[] part : parts) {
            Files.write(file, part, StandardOpenOption.APPEND);
        }
        Ending ending = read(file, new Told());
        assertEquals(State.DAMAGED, ending.state());
        assertTrue(ending.text().contains(text), ending.text());
    }

    @Test
    void aBlockOfALaterMinorVersionIsLeftOut() throws IOException {
        byte[] start = Arrays.copyOf(small(), 16 + 16 + 18);
        Path file = directory.resolve("later.rec");
        Files.write(file, start);
        Files.write(file, bytesOfBlock(9, 1, new byte[5]), StandardOpenOption.APPEND);
        Files.write(file, bytesOfBlock(4, 2, new byte[48]), StandardOpenOption.APPEND);
        assertEquals(State.COMPLETE, read(file, new Told()).state());
    }

    @Test
    void whatIsNoRecordingIsRefused() throws IOException {
        Path file = Files.write(directory.resolve("other"), new byte[200]);
        assertTrue(assertThrows(FileFormatException.class, () -> RecordingReader.open(file))
                .getMessage()
                .contains("TRAILREC"));
        assertThrows(FileFormatException.class, () -> RecordingReader.open(directory));
        byte[] later = small();
        later[10] = 2;
        Files.write(file, later);
        assertTrue(assertThrows(FileFormatException.class, () -> RecordingReader.open(file))
                .getMessage()
                .contains("file=2.0, supported=1.x"));
    }

    @Test
    void aFileIsNeverWrittenOverAndOnlyItsOwnerReadsIt() throws IOException {
        byte[] before = small();
        assertThrows(FileAlreadyExistsException.class, this::create);
        assertArrayEquals(before, Files.readAllBytes(file()));
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file())));
    }

    @Test
    void whatHasNothingInItIsTakenAway() throws IOException {
        try (RecordingWriter writer = create()) {
            writer.discard();
        }
        assertFalse(Files.exists(file()));
    }

    @Test
    void whoTakesTheMessagesMayStop() throws IOException {
        small();
        try (RecordingReader reader = RecordingReader.open(file())) {
            Ending ending = reader.read(message -> false);
            assertEquals(State.STOPPED, ending.state());
        }
    }
}
