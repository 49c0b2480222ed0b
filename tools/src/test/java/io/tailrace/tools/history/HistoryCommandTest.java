/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.NoDriverException;
import io.tailrace.Publication;
import io.tailrace.Tailrace;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import io.tailrace.file.FileAccess;
import io.tailrace.history.HistoryConfig.Sync;
import io.tailrace.history.segment.ReaderFile;
import io.tailrace.history.segment.SegmentWriter;
import io.tailrace.history.segment.StreamHistory;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.report.HistorianFile;
import io.tailrace.report.HistorianFile.Settings;
import io.tailrace.report.HistorianFile.State;
import io.tailrace.testing.Await;
import io.tailrace.tools.JsonSchemas;
import io.tailrace.tools.command.CommandRun;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Termination;
import io.tailrace.tools.command.ToolCommand;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The output and effects of the sub-commands of {@code history}, in this process. */
class HistoryCommandTest {
    private static final int TERM_LENGTH = 64 * 1024;
    private static final int FRAME = 1008;
    private static final long START_MS = 1_795_426_000_000L;

    @TempDir
    private Path directory;

    private StreamHistory quotes;
    private int exitCode;
    private String failure = "";

    /** Two logs of a stream with interleaved times: 100 messages in each, a second apart; two segments each. */
    @BeforeEach
    void keep() throws IOException {
        quotes = StreamHistory.of(directory, "quotes");
        keep(17, START_MS);
        keep(18, START_MS + 500);
    }

    private void keep(long logId, long startMs) throws IOException {
        try (SegmentWriter writer = writer(logId)) {
            long position = 0;
            for (int i = 0; i < 100; i++) {
                int left = (int) (TERM_LENGTH - position % TERM_LENGTH);
                if (left < FRAME) {
                    writer.append(frame(left, FrameLayout.TYPE_PAD, ""), 0, left, position, startMs + 1000L * i);
                    position += left;
                }
                append(writer, position, logId + "-" + i, startMs + 1000L * i);
                position += FRAME;
            }
            if (logId == 17) {
                writer.endLog();
            }
        }
    }

    private SegmentWriter writer(long logId) throws IOException {
        LogMeta.Constants log = LogMeta.Constants.of(logId, "quotes", TERM_LENGTH, LogLayout.KIND_EXCLUSIVE);
        return SegmentWriter.open(quotes.log(logId), log, TERM_LENGTH);
    }

    private static void append(SegmentWriter writer, long position, String text, long timeMs) throws IOException {
        writer.append(frame(FRAME, FrameLayout.TYPE_DATA, text), 0, FRAME, position, timeMs);
    }

    private static MappedBuffer frame(int length, int type, String text) {
        MappedBuffer frame = MappedBuffer.allocate(length);
        frame.putLong(0, FrameLayout.header(length, type, 0));
        frame.putBytes(FrameLayout.HEADER_LENGTH, text.getBytes(StandardCharsets.UTF_8));
        return frame;
    }

    private String run(String... arguments) {
        boolean isSub = !arguments[0].equals("replay");
        ToolCommand command = isSub ? new HistoryCommand() : new HistoryCommand.Replay();
        CommandRun run = CommandRun.of(
                command, isSub ? arguments : Stream.of(arguments).skip(1).toArray(String[]::new));
        exitCode = run.exitCode();
        failure = run.error();
        return run.out();
    }

    /** Runs a sub-command on the directory. */
    private String history(String command, String... arguments) {
        return run(Stream.concat(Stream.of(command, directory.toString()), Stream.of(arguments))
                .toArray(String[]::new));
    }

    private void flip(Path segment, long at) throws IOException {
        try (FileChannel channel = FileChannel.open(segment, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer one = ByteBuffer.allocate(1);
            channel.read(one, at);
            channel.write(ByteBuffer.wrap(new byte[] {(byte) (one.get(0) ^ 1)}), at);
        }
    }

    private Path segment(long logId, int index) throws IOException {
        try (Stream<Path> files = Files.list(quotes.log(logId))) {
            return files.sorted().toList().get(index);
        }
    }

    @Test
    void lsShowsLogsReadersAndWhatIsMissing() throws IOException {
        try (SegmentWriter writer = writer(18)) {
            append(writer, writer.endPosition() + 3 * FRAME, "later", START_MS + 200_000);
        }
        reader("risk", 17, FRAME);

        String text = history("ls");

        assertTrue(text.contains("quotes     2         4  "), text);
        assertTrue(text.contains("2026-11-23T09:26:40Z  2026-11-23T09:30:00Z"), text);
        assertTrue(text.contains("  log 17   ended  from 0  to 100816  segments 2  missing 0\n"), text);
        assertTrue(text.contains("  log 18   live  from 0  to 104848  segments 2  missing 3024\n"), text);
        assertTrue(
                text.contains(
                        "  reader risk   lives  pid " + ProcessHandle.current().pid() + "  unread "),
                text);
        String json = history("ls", "--json");
        assertEquals(ExitCode.OK, exitCode, failure);
        assertEquals(2, json.lines().count(), json);
        JsonSchemas.assertValid("history", json);
    }

    @Test
    void lsSaysThatTheDiskIsFullAndWhatHelps() throws IOException {
        try (HistorianFile historian = HistorianFile.create(directory, new Settings(1, 0, true, 4096, 1), START_MS)) {
            historian.beat(START_MS, 0, 1024);
            historian.done(0, 50);
            assertFalse(history("ls").contains("its disk is full"));
            historian.state(State.FULL);

            String text = history("ls");

            assertTrue(text.contains("\n    its disk is full: free=1024, minFree=4096, dropped=50\n"), text);
            assertTrue(text.contains("\n    try: tailrace history purge " + directory + " --keep-age 1d"), text);
        }
    }

    @Test
    void lsGoesOnIfASegmentIsPurgedMeanwhile() throws IOException {
        // A link that leads nowhere is listed like a segment and is not found, as if it had been deleted in between.
        Files.createSymbolicLink(
                segment(17, 0).resolveSibling("00000000000000008000.segment"), Path.of("deleted.segment"));

        assertTrue(history("ls").contains("quotes     2         5  "));
        assertEquals(ExitCode.OK, exitCode, failure);
    }

    @Test
    void replayIntoTheStreamThatIsKeptIsOnlyDoneIfItIsNamed() throws IOException {
        Path driver = Files.createDirectories(directory.resolve("driver"));
        Files.createDirectories(driver.resolve("histories"));
        Files.writeString(driver.resolve("histories/note"), directory + "\nquot*\n");
        String[] replay = {"replay", directory.toString(), "quotes", "--dir", driver.toString()};

        run(replay);
        assertEquals(ExitCode.USAGE, exitCode);
        assertTrue(failure.contains("would get all messages twice: stream=\"quotes\""), failure);

        String[] named = Stream.concat(Stream.of(replay), Stream.of("quotes")).toArray(String[]::new);
        AssertionError stopped = assertThrows(AssertionError.class, () -> run(named));
        assertInstanceOf(NoDriverException.class, stopped.getCause());
    }

    /** The host restarts, and its clock, which was a day ahead, is right. */
    @Test
    void messagesAfterAStepOfTheClockAreLater() throws IOException {
        long backMs = START_MS - 86_400_000;
        try (SegmentWriter writer = writer(3)) {
            writer.enter(1, 0);
            for (int i = 0; i < 10; i++) {
                append(writer, (long) i * FRAME, "3-" + i, backMs + 1000L * i);
            }
        }

        List<String> all = history("export", "quotes").lines().toList();
        assertEquals(210, all.size());
        assertTrue(all.get(199).startsWith("18-99") && all.get(200).startsWith("3-0"), all.get(200));
        String time = Instant.ofEpochMilli(backMs + 5000).toString();
        String from = history("export", "quotes", "--from", time);
        assertEquals(5, from.lines().count(), from);
        String between = history("export", "quotes", "--to", time);
        assertEquals(205, between.lines().count(), "what was kept before the step, and then up to the time");

        try (KeptMessages past = new KeptMessages(quotes, 0, Long.MAX_VALUE)) {
            double lastMs = 0;
            for (int i = 0; past.next() != null; i++) {
                assertTrue(i == 0 || (past.steadyMs() >= lastMs && past.steadyMs() <= lastMs + 1000), "replay waits");
                lastMs = past.steadyMs();
            }
        }
    }

    private void reader(String name, long logId, long position) throws IOException {
        try (ReaderFile reader = ReaderFile.open(quotes.reader(name), name, FileAccess.PRIVATE)) {
            reader.cell(logId).setRelease(position);
        }
    }

    @Test
    void aDamagedBlockIsNamedAndAllElseIsExported() throws IOException {
        Path segment = segment(17, 0);
        flip(segment, Files.size(segment) - 2000); // In one of the last messages of the segment.

        String found = history("verify");
        assertEquals(ExitCode.CORRUPT, exitCode);
        assertTrue(found.startsWith(segment + ": block not as it was written: block="), found);
        assertTrue(found.endsWith("199 messages, 199000 bytes can be read; 1 damages; the rest can be read\n"), found);
        JsonSchemas.assertValid("history", history("verify", "--json"));
        assertTrue(history("verify", "--stream", "quotes").contains("\n199 messages, "));
        history("verify", "--stream", "other");
        assertEquals(ExitCode.NO_DRIVER, exitCode);
        assertTrue(failure.contains("the history has nothing of stream \"other\""), failure);
        run("verify", segment.toAbsolutePath().getParent().toString());
        assertEquals(ExitCode.NO_DRIVER, exitCode, "a folder in the history");

        String exported = history("export", "quotes");
        assertEquals(ExitCode.CORRUPT, exitCode);
        assertEquals(199, exported.lines().count());

        Files.write(segment(18, 1), new byte[0]); // As after a loss of power.
        String listed = history("ls");
        assertEquals(ExitCode.OK, exitCode, failure);
        assertTrue(listed.contains("quotes     2         4  "), listed);
    }

    /** One log ended after the last historian, and one of another stream never does. */
    @Test
    void untilEndWaitsForPublishersOfItsStreamsToComeAndLeave(@TempDir Path parent) throws Exception {
        LogMeta.Constants other = LogMeta.Constants.of(19, "other", TERM_LENGTH, LogLayout.KIND_EXCLUSIVE);
        try (SegmentWriter writer =
                SegmentWriter.open(StreamHistory.of(directory, "other").log(19), other, TERM_LENGTH)) {
            append(writer, 0, "live", START_MS);
        }
        Path driver = parent.resolve("driver");
        Termination termination = new Termination();
        try (MediaDriver ignored = MediaDriver.launch(
                        DriverConfig.DEFAULT.withDirectory(driver).withTermLength(TERM_LENGTH));
                Tailrace tailrace = Tailrace.connect(driver)) {
            String[] options = {"--stream", "quotes", "--to", directory.toString(), "--until-end"};
            CompletableFuture<CommandRun> historian = CompletableFuture.supplyAsync(() ->
                    CommandRun.in(driver, new HistoryCommand(), termination, new ByteArrayOutputStream(), options));
            Await.until("its end is noted", () -> history("ls").contains("  log 18   ended"));
            try (Publication publication = tailrace.addPublication("quotes")) {
                assertTrue(publication.awaitSubscribers(1, Duration.ofSeconds(30)));
                assertTrue(publication.offer(new byte[100]) > 0);
            }
            assertEquals(ExitCode.OK, historian.get(30, TimeUnit.SECONDS).exitCode());
        } finally {
            termination.request();
        }
        assertEquals(201, history("export", "quotes").lines().count());
    }

    @Test
    void exportIsInTheOrderOfTheTimesAndBetweenTwo() {
        List<String> all =
                history("export", "quotes").lines().map(String::strip).toList();
        assertEquals(ExitCode.OK, exitCode);
        assertEquals(200, all.size());
        for (int i = 0; i < 200; i++) {
            assertEquals((17 + i % 2) + "-" + i / 2, all.get(i).replace("\0", ""));
        }
        String[] between = {"--from", "2026-11-23T09:27:40Z", "--to", "2026-11-23T09:27:42Z", "--format", "json"};
        String some = history(
                "export", Stream.concat(Stream.of("quotes"), Stream.of(between)).toArray(String[]::new));
        assertEquals(4, some.lines().count(), some);
        JsonSchemas.assertValid("sub", some);
        history("export", "other");
        assertEquals(ExitCode.NO_DRIVER, exitCode);
        assertTrue(failure.endsWith("kept=\"quotes\""), failure);
    }

    @Test
    void purgeOnlySaysWhatItWouldDoAndReaderPins() throws IOException {
        reader("risk", 17, TERM_LENGTH / 2);
        String said = history("purge", "--keep-age", "1s");
        assertTrue(said.contains("stays    " + segment(17, 0) + "  bytes "), said);
        assertTrue(said.contains("  needed by \"risk\"\n"), said);
        assertTrue(said.endsWith("; --yes removes them\n"), said);
        assertTrue(Files.exists(segment(18, 1)), "a dry run");

        history("release", "quotes", "risk");
        assertEquals(ExitCode.IN_USE, exitCode);
        assertTrue(failure.contains("pid=" + ProcessHandle.current().pid()), failure);
        history("release", "quotes", "risk", "--force");
        assertEquals(ExitCode.OK, exitCode);
        history("release", "quotes", "risk");
        assertEquals(ExitCode.NO_DRIVER, exitCode);

        assertFalse(history("purge", "--keep-age", "1s", "--yes").contains("stays"));
        assertFalse(Files.exists(quotes.log(17)), "it has ended, so nothing of it stays");
        assertEquals(1, quotes.logs().get(0).segments().size());
    }

    @Test
    void syncIsATimeOrAWordAndASpeedANumberOrMax() {
        assertEquals(new Sync.Interval(Duration.ofSeconds(1)), HistoryCommand.SyncConverter.parse("interval 1s"));
        assertEquals(new Sync.Interval(Duration.ofMillis(20)), HistoryCommand.SyncConverter.parse("20ms"));
        assertEquals(new Sync.None(), HistoryCommand.SyncConverter.parse("none"));
        assertEquals(new Sync.Always(), HistoryCommand.SyncConverter.parse("always"));
        assertEquals(2.5, HistoryCommand.Speed.parse("2.5"));
        assertEquals(Double.POSITIVE_INFINITY, HistoryCommand.Speed.parse("max"));
        for (String wrong : new String[] {"0", "-1", "1e9", "fast", "", "NaN"}) {
            assertThrows(IllegalArgumentException.class, () -> HistoryCommand.Speed.parse(wrong), wrong);
        }
    }
}
