/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.samples.summarizer.event.Event;
import io.tailrace.samples.summarizer.event.Event.Step;
import io.tailrace.samples.summarizer.event.EventType;
import io.tailrace.samples.summarizer.event.Reject;
import io.tailrace.samples.summarizer.syslog.LineReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is written to streams is read from them, whatever it is. */
@Timeout(60)
class WireTest {
    private static final EventType[] TYPES = EventType.values();
    private static final String TEXTS = "aZ9 -,\"\\\u0000é€\uD83D\uDE00";

    @TempDir
    Path directory;

    private final Streams streams = Streams.withRoomFor(1, "test-");
    private Tailrace tailrace;

    @BeforeEach
    void open() {
        tailrace = Tailrace.open(directory.resolve("driver"));
    }

    @AfterEach
    void close() {
        tailrace.close();
    }

    private record Line(long source, long sequence, EventType type, List<Byte> line, int payloadOffset) {
        Line(long source, long sequence, EventType type, byte[] line, int payloadOffset) {
            this(source, sequence, type, bytes(line), payloadOffset);
        }
    }

    private static List<Byte> bytes(byte[] array) {
        return IntStream.range(0, array.length).mapToObj(i -> array[i]).toList();
    }

    @Test
    void linesAreReadAsTheyWereWrittenEachByTheOneInWhoseShareItIs() throws Exception {
        SplittableRandom random = random();
        List<Line> read = new ArrayList<>();
        List<End> ends = new ArrayList<>();
        Share share = new Share(1, 3);
        LineFrames frames = new LineFrames(new LineFrames.Handler() {
            @Override
            public boolean takes(long sequence, EventType type) {
                return share.has(sequence);
            }

            @Override
            public void onLine(long source, long sequence, EventType type, byte[] line, int length, int payloadOffset) {
                read.add(new Line(source, sequence, type, Arrays.copyOf(line, length), payloadOffset));
            }

            @Override
            public void onEnd(End end) {
                ends.add(end);
            }
        });
        List<Line> written = new ArrayList<>();
        try (LinePublisher lines = new LinePublisher(tailrace, streams, 1, 77, 1);
                StreamReader reader = new StreamReader(tailrace, streams.lines(1), "", frames)) {
            for (int i = 1; i <= 300; i++) {
                int length = i % 50 == 1 ? LineReader.MAX_LINE_LENGTH : random.nextInt(300);
                byte[] bytes = new byte[length + 10];
                random.nextBytes(bytes);
                EventType type = TYPES[random.nextInt(TYPES.length)];
                int payloadOffset = random.nextInt(length + 1);
                lines.put(i, type, bytes, 5, length, payloadOffset);
                if (i % 3 == 1) {
                    written.add(new Line(77, i, type, Arrays.copyOfRange(bytes, 5, 5 + length), payloadOffset));
                }
                reader.drain();
            }
            lines.end(300);
            reader.poll();
        }
        assertEquals(written, read);
        assertEquals(List.of(new End(77, 300, 0, 1)), ends);
    }

    @Test
    void eventsAreReadAsTheyWereWritten() throws Exception {
        SplittableRandom random = random();
        List<Event> written = new ArrayList<>();
        List<Event> read = new ArrayList<>();
        List<End> ends = new ArrayList<>();
        EventFrames frames = new EventFrames(new EventFrames.Handler() {
            @Override
            public boolean takes(EventType type) {
                return type != EventType.SEARCH;
            }

            @Override
            public void onEvent(long source, Event event) {
                assertEquals(-5, source);
                read.add(event);
            }

            @Override
            public void onEnd(End end) {
                ends.add(end);
            }
        });
        try (EventPublisher events = new EventPublisher(tailrace, streams, 2, 1);
                StreamReader reader = new StreamReader(tailrace, streams.events(2), "", frames)) {
            for (int i = 1; i <= 300; i++) {
                // No line has room for more steps than that.
                Event event = event(i, random.nextInt(10) == 0 ? 3_400 : random.nextInt(4), random);
                events.put(-5, event);
                if (event.type() != EventType.SEARCH) {
                    written.add(event);
                }
                reader.drain();
            }
            events.end(new End(-5, 300, 2, 4));
            reader.poll();
        }
        assertEquals(written, read);
        assertEquals(List.of(new End(-5, 300, 2, 4)), ends);
    }

    private static Event event(long sequence, int stepCount, SplittableRandom random) {
        List<Step> steps = Stream.generate(() -> new Step(text(random, stepCount > 100 ? 2 : 256), random.nextLong()))
                .limit(stepCount)
                .toList();
        return new Event(
                sequence,
                TYPES[random.nextInt(TYPES.length)],
                1 + random.nextInt(2),
                random.nextLong(),
                text(random, 256),
                random.nextBoolean() ? "" : text(random, 256),
                text(random, 256),
                text(random, 256),
                random.nextLong(),
                random.nextLong(),
                steps);
    }

    /** {@return a text of at most so many chars} */
    private static String text(SplittableRandom random, int maxLength) {
        int[] characters = TEXTS.codePoints().toArray();
        StringBuilder text = new StringBuilder();
        for (int left = random.nextInt(maxLength + 1); left > 1; left -= 2) {
            text.appendCodePoint(characters[random.nextInt(characters.length)]);
        }
        return text.toString();
    }

    @Test
    void rejectsAreReadAsTheyWereWrittenAndGoneWhereNobodyReads() throws Exception {
        byte[] line = new byte[LineReader.MAX_LINE_LENGTH];
        random().nextBytes(line);
        List<Reject> read = new ArrayList<>();
        List<Boolean> ended = new ArrayList<>();
        RejectFrames frames = new RejectFrames(new RejectFrames.Handler() {
            @Override
            public void onReject(long source, long sequence, Reject reason, byte[] bytes, int length) {
                assertEquals(3, source);
                assertEquals(reason.name().length(), sequence);
                assertArrayEquals(line, Arrays.copyOf(bytes, length));
                read.add(reason);
            }

            @Override
            public void onEnd() {
                ended.add(true);
            }
        });
        try (RejectPublisher rejects = new RejectPublisher(tailrace, streams)) {
            rejects.put(3, 99, Reject.TOO_LONG, line, 0, line.length);
            try (StreamReader reader = new StreamReader(tailrace, streams.rejects(), "", frames)) {
                for (Reject reason : Reject.values()) {
                    rejects.put(3, reason.name().length(), reason, line, 0, line.length);
                    reader.poll();
                }
                assertTrue(ended.isEmpty());
                rejects.end(new End(3, 1, 0, 1));
                reader.poll();
            }
            rejects.put(3, 99, Reject.TOO_LONG, line, 0, line.length);
        }
        assertEquals(List.of(Reject.values()), read);
        assertEquals(List.of(true), ended);
    }

    @Test
    void whoWritesWaitsForAllReadersAndEndsItsWaitWhenInterrupted() throws Exception {
        try (LinePublisher lines = new LinePublisher(tailrace, streams, 1, 1, 2);
                Subscription only = tailrace.addSubscription(streams.lines(1))) {
            assertFalse(only.isClosed());
            Thread.currentThread().interrupt();
            assertThrows(InterruptedException.class, () -> lines.put(1, EventType.VIEW, new byte[9], 0, 9, 0));
            assertFalse(Thread.currentThread().isInterrupted());
        }
    }

    @Test
    void whoReadsEndsItsWaitWhenInterrupted() {
        try (StreamReader reader = new StreamReader(tailrace, "nothing", "", (buffer, offset, length, header) -> {})) {
            Thread.currentThread().interrupt();
            assertThrows(InterruptedException.class, reader::poll);
        }
    }

    @Test
    void anEndIsNotToldToNobody() throws Exception {
        try (LinePublisher lines = new LinePublisher(tailrace, streams, 1, 1, 1);
                EventPublisher events = new EventPublisher(tailrace, streams, 1, 1)) {
            lines.end(0); // Else it would wait for ever.
            events.end(new End(1, 0, 0, 1));
        }
    }

    @Test
    void aMessageOfSomebodyElseIsRefused() {
        EventFrames frames = new EventFrames(new EventFrames.Handler() {
            @Override
            public boolean takes(EventType type) {
                return true;
            }

            @Override
            public void onEvent(long source, Event event) {}

            @Override
            public void onEnd(End end) {}
        });
        try (Publication publication = tailrace.addPublication(streams.lines(1));
                StreamReader reader = new StreamReader(tailrace, streams.lines(1), "", frames)) {
            publication.offer(new byte[64], Duration.ofSeconds(5));
            UnknownMessageException thrown = assertThrows(UnknownMessageException.class, reader::poll);
            assertTrue(thrown.getMessage().contains("stream=test-lines-v1"), thrown.getMessage());
            publication.offer(new byte[0], Duration.ofSeconds(5));
            assertThrows(UnknownMessageException.class, reader::poll);
        }
    }

    @Test
    void termsAreLongEnoughAndWithinLimits() {
        assertEquals(Streams.MIN_TERM_LENGTH, Streams.withRoomFor(1, "").termLength());
        assertEquals(1 << 22, Streams.withRoomFor(10_000, "").termLength());
        assertEquals(1 << 28, Streams.withRoomFor(Streams.MAX_CAPACITY, "").termLength());
        assertEquals(1 << 28, Streams.withRoomFor(Integer.MAX_VALUE, "").termLength());
    }

    @Test
    void everyItemIsInOneShare() {
        List<Integer> items = List.of(1, 2, 3, 4, 5, 6, 7);
        assertEquals(items, Share.ALL.of(items));
        assertEquals(List.of(1, 4, 7), new Share(0, 3).of(items));
        assertEquals(List.of(2, 5), new Share(1, 3).of(items));
        assertEquals(List.of(3, 6), new Share(2, 3).of(items));
    }

    private static SplittableRandom random() {
        long seed = System.nanoTime();
        System.out.println("WireTest: seed=" + seed);
        return new SplittableRandom(seed);
    }
}
