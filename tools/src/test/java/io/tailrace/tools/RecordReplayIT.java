/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.ExclusivePublication;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.Seeds;
import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A stream into a history and back, by processes: intact, damaged, killed, and without space. */
@Timeout(300)
class RecordReplayIT {
    private static final int MESSAGES = Integer.getInteger("tailrace.test.messages", 100_000);
    private static final int TERM_LENGTH = 256 * 1024;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @RegisterExtension
    final ToolDirectory directory = ToolDirectory.create();

    private MediaDriver driver;

    @BeforeEach
    void startDriver() {
        driver = MediaDriver.launch(
                DriverConfig.DEFAULT.withDirectory(directory.driver()).withTermLength(TERM_LENGTH));
    }

    @AfterEach
    void stopDriver() {
        driver.close();
    }

    private String kept() {
        return directory.path().resolve("kept").toString();
    }

    /** Messages of random bytes and lengths; the same messages for the same seed. */
    private static final class Messages {
        private final SplittableRandom random;
        private final int longest;
        private final byte[] bytes;
        private final MappedBuffer buffer;

        Messages(long seed, int longest) {
            this.random = new SplittableRandom(seed);
            this.longest = longest;
            this.bytes = new byte[longest];
            this.buffer = MappedBuffer.of(bytes);
        }

        /** Makes the next message; returns its length. */
        int next() {
            int length =
                    switch (random.nextInt(2000)) {
                        case 0 -> longest;
                        case 1 -> random.nextInt(longest);
                        default -> Math.max(0, random.nextInt(-10, 120));
                    };
            for (int i = 0; i < length; i += Long.BYTES) {
                long word = random.nextLong();
                for (int j = i; j < Math.min(i + Long.BYTES, length); j++) {
                    bytes[j] = (byte) (word >> (8 * (j - i)));
                }
            }
            return length;
        }
    }

    /** Publishes at the pace of the recorder. */
    private static void publish(Publication publication, Messages messages, int count) {
        for (int i = 0; i < count; i++) {
            int length = messages.next();
            assertTrue(publication.offer(messages.buffer, 0, length, PATIENCE) > 0);
        }
    }

    @Test
    void aReplayedRecordingIsTheSameByteForByte() throws IOException {
        long seed = Seeds.of(RecordReplayIT.class);
        System.out.println("RecordReplayIT seed " + seed + ", messages " + MESSAGES);
        int longest;
        try (Tailrace tailrace = Tailrace.connect(directory.driver());
                Publication publication = tailrace.addPublication("quotes");
                Tool record = Tool.start(directory, "record", "quotes", kept(), "--count", "" + MESSAGES)) {
            longest = publication.maxMessageLength();
            publish(publication, new Messages(seed, longest), MESSAGES);
            record.assertExit(ExitCode.OK);
            assertTrue(record.err().startsWith(MESSAGES + " received, "), record::err);
        }
        try (Tailrace tailrace = Tailrace.connect(directory.driver());
                Subscription again = tailrace.addSubscription("again");
                Tool replay = Tool.start(directory, "replay", kept(), "quotes", "again", "--speed", "max")) {
            Messages expected = new Messages(seed, longest);
            byte[] actual = new byte[longest];
            for (int i = 0; i < MESSAGES; ) {
                int frames = again.poll(
                        (buffer, offset, length, header) -> {
                            assertEquals(expected.next(), length);
                            buffer.getBytes(offset, actual, 0, length);
                            assertTrue(Arrays.equals(actual, 0, length, expected.bytes, 0, length));
                        },
                        256,
                        PATIENCE);
                assertTrue(frames > 0, "received=" + i + " of " + MESSAGES);
                i += frames;
            }
            assertEquals(0, again.poll((buffer, offset, length, header) -> {}, 1));
            replay.assertExit(ExitCode.OK);
            assertEquals(MESSAGES + " sent\n", replay.err());
        }
        try (Tool info = Tool.run(directory, "replay", kept(), "quotes", "--info")) {
            info.assertExit(ExitCode.OK);
            assertTrue(info.out().contains("\n" + MESSAGES + " messages, "), info::out);
            assertTrue(info.out().endsWith("; nothing is damaged\n"), info::out);
        }
    }

    @Test
    void severalLogsOfAStreamAreRecordedUntilTheyEnd() throws IOException {
        try (Tailrace tailrace = Tailrace.connect(directory.driver());
                Tool record = Tool.start(directory, "record", "quotes", kept(), "--until-end")) {
            try (ExclusivePublication first = tailrace.addExclusivePublication("quotes");
                    ExclusivePublication second = tailrace.addExclusivePublication("quotes")) {
                assertTrue(first.awaitSubscribers(1, PATIENCE) && second.awaitSubscribers(1, PATIENCE));
                for (int i = 0; i < 100; i++) {
                    offer(first, "first " + i);
                    offer(second, "second " + i);
                }
            }
            record.assertExit(ExitCode.OK);
            assertTrue(record.err().startsWith("200 received, "), record::err);
        }
        List<String> received = replayed("--speed", "max");
        for (String log : List.of("first ", "second ")) {
            List<String> expected = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                expected.add(log + i);
            }
            assertEquals(
                    expected,
                    received.stream().filter(text -> text.startsWith(log)).toList());
        }
        try (Tool ls = Tool.run(directory, "history", "ls", kept(), "--json")) {
            assertEquals(2, ls.out().split("\"state\":\"ended\"", -1).length - 1, ls::out);
        }
    }

    private static void offer(Publication publication, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        assertTrue(publication.offer(MappedBuffer.of(bytes), 0, bytes.length, PATIENCE) > 0);
    }

    /** {@return the messages of a replay; their number must be that in its summary} */
    private List<String> replayed(String... options) throws IOException {
        try (Tailrace tailrace = Tailrace.connect(directory.driver());
                Subscription again = tailrace.addSubscription("again");
                Tool replay = Tool.start(
                        directory,
                        Tool.quick(Stream.concat(Stream.of("replay", kept(), "quotes", "again"), Stream.of(options))
                                .toArray(String[]::new)))) {
            List<String> received = new ArrayList<>();
            while (replay.isAlive() || again.isConnected()) {
                again.poll(
                        (buffer, offset, length, header) ->
                                received.add(buffer.getStringWithoutLengthUtf8(offset, length)),
                        100,
                        Duration.ofMillis(20));
            }
            replay.assertExit(ExitCode.OK);
            assertTrue(replay.err().endsWith(received.size() + " sent\n"), replay::toString);
            return received;
        }
    }

    @Test
    void aSignalEndsItInGoodOrderAndWhatIsOldIsRecordedToo() throws IOException, InterruptedException {
        try (Tailrace tailrace = Tailrace.connect(directory.driver())) {
            try (Subscription reader = tailrace.addSubscription("quotes");
                    ExclusivePublication publication = tailrace.addExclusivePublication("quotes")) {
                assertTrue(publication.awaitSubscribers(1, PATIENCE));
                offer(publication, "old");
            }
            try (Tool record = Tool.start(directory, "record", "quotes", kept(), "--from", "oldest");
                    ExclusivePublication publication = tailrace.addExclusivePublication("quotes")) {
                assertTrue(publication.awaitSubscribers(1, PATIENCE));
                offer(publication, "new");
                awaitKept("old\nnew\n");
                record.signal("TERM");
                record.assertExit(ExitCode.OK);
                assertTrue(record.err().startsWith("2 received, "), record::err);
            }
        }
        assertEquals(List.of("old", "new"), replayed("--speed", "max"));
    }

    private void awaitKept(String messages) throws IOException {
        while (true) {
            try (Tool export = Tool.run(directory, "history", "export", kept(), "quotes")) {
                if (export.out().equals(messages)) {
                    return;
                }
            }
            Tool.pause();
        }
    }

    @Test
    void idlenessEndsItAndTooFewMessagesAreTold() throws IOException {
        try (Tool record = Tool.run(directory, "record", "quotes", kept(), "--idle", "50ms", "--count", "3")) {
            record.assertFails(ExitCode.TIMED_OUT, "no message for 50 ms: stream=quotes, 0 of 3 received");
        }
        try (Tool info = Tool.run(directory, "replay", kept(), "quotes", "--info")) {
            info.assertExit(ExitCode.OK);
            assertTrue(info.out().endsWith("0 messages, 0 bytes can be read; nothing is damaged\n"), info::out);
        }
        Files.createFile(Path.of(kept(), "mine"));
        try (Tool again = Tool.run(directory, "record", "quotes", kept(), "--idle", "1ms")) {
            again.assertFails(ExitCode.IN_USE, "not an empty directory: path=" + kept());
        }
    }

    @Test
    void aRecorderThatIsKilledLeavesAllThatPublishersMayWriteOver() throws IOException, InterruptedException {
        long seed = Seeds.of(RecordReplayIT.class);
        Messages messages = new Messages(seed, 1000);
        int published = 0;
        try (Tailrace tailrace = Tailrace.connect(directory.driver());
                Publication publication = tailrace.addPublication("quotes");
                Tool record = Tool.start(directory, "record", "quotes", kept())) {
            int count = 10_000 + new SplittableRandom(seed).nextInt(20_000);
            while (published < count) {
                publish(publication, messages, 100);
                published += 100;
            }
            record.signal("KILL");
            record.await();
        }
        Messages expected = new Messages(seed, 1000);
        int[] received = {0};
        try (Tailrace tailrace = Tailrace.connect(directory.driver());
                Subscription again = tailrace.addSubscription("again");
                Tool replay = Tool.start(directory, "replay", kept(), "quotes", "again", "--speed", "max")) {
            while (replay.isAlive() || again.isConnected()) {
                again.poll(
                        (buffer, offset, length, header) -> {
                            byte[] actual = new byte[length];
                            buffer.getBytes(offset, actual);
                            assertEquals(expected.next(), length);
                            assertArrayEquals(Arrays.copyOf(expected.bytes, length), actual);
                            received[0]++;
                        },
                        100,
                        Duration.ofMillis(20));
            }
            replay.assertExit(ExitCode.OK);
            assertTrue(replay.err().endsWith(received[0] + " sent\n"), replay::err);
        }
        // Publishers were at most a window ahead of the recorder, and a frame takes at least 16 bytes on average.
        assertTrue(received[0] > published - TERM_LENGTH / 2 / 16, "received=" + received[0] + " of " + published);
    }

    @Test
    void withoutSpaceWhatIsThereIsGood() throws IOException {
        try (SmallFileSystem small = SmallFileSystem.mount(directory.path().resolve("small"), 2);
                Tailrace tailrace = Tailrace.connect(directory.driver());
                Publication publication = tailrace.addPublication("quotes")) {
            String file = small.path().resolve("kept").toString();
            try (Tool record = Tool.start(directory, "record", "quotes", file)) {
                assertTrue(publication.awaitSubscribers(1, PATIENCE));
                MappedBuffer message = MappedBuffer.of(new byte[1000]);
                while (record.isAlive()) {
                    publication.offer(message, 0, 1000); // Without waiting: the recorder will fail.
                }
                record.assertFails(ExitCode.IO_FAILED, "No space left on device");
            }
            try (Tool verify = Tool.run(directory, "history", "verify", file)) {
                verify.assertExit(ExitCode.OK);
                assertFalse(verify.out().startsWith("0 messages"), verify::out);
            }
        }
    }

    @Test
    void theSpeedIsThatOfThenUnlessTold() throws IOException, InterruptedException {
        try (Tailrace tailrace = Tailrace.connect(directory.driver());
                Publication publication = tailrace.addPublication("quotes");
                Tool record = Tool.start(directory, "record", "quotes", kept(), "--count", "3")) {
            assertTrue(publication.awaitSubscribers(1, PATIENCE));
            String all = "";
            for (int i = 0; i < 3; i++) {
                offer(publication, "" + i);
                all += i + "\n";
                awaitKept(all);
                Thread.sleep(400); // The pause that the test measures.
            }
            record.assertExit(ExitCode.OK);
        }
        assertTrue(replayMs("--speed", "1") >= 800);
        assertTrue(replayMs("--speed", "0.5") >= 1600);
    }

    private long replayMs(String... options) throws IOException {
        long startNs = System.nanoTime();
        assertEquals(3, replayed(options).size());
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
    }

    @Test
    void otherFilesAreTold() throws IOException {
        assertFails(ExitCode.IO_FAILED, "no such file", "replay", directory.path() + "/x", "s");
        assertFails(ExitCode.IO_FAILED, "no such file", "record", "s", directory.path() + "/no/x");
        Files.createDirectory(Path.of(kept()));
        assertFails(ExitCode.NO_DRIVER, "the history has nothing of stream \"s\"", "replay", kept(), "s");
        assertFails(ExitCode.USAGE, "need not be recorded", "record", "s", kept(), "--from", "beginning");
        driver.close();
        String other = directory.path().resolve("other").toString();
        assertFails(ExitCode.NO_DRIVER, "no media driver", "record", "s", other);
        assertFalse(Files.exists(Path.of(other)), "nothing is left where nothing could be recorded");
    }

    private void assertFails(int code, String part, String... arguments) throws IOException {
        try (Tool tool = Tool.run(directory, arguments)) {
            tool.assertFails(code, part);
        }
    }
}
