/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import static io.tailrace.log.LogLayout.KIND_CONCURRENT;
import static io.tailrace.log.LogLayout.META_LENGTH;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.inspect.LocalHost;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogLayout;
import io.tailrace.tools.command.Context;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Terminal;
import io.tailrace.tools.command.Termination;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Each problem is reported on one line, with the right exit code. */
class DumpBadInputTest {
    @TempDir
    private Path directory;

    private TestLog newLog(long logId, String stream) {
        TestLog log = new TestLog(directory, logId, stream, KIND_CONCURRENT);
        log.publish("hello");
        return log;
    }

    private static void assertFails(int exitCode, DumpRun run, String... parts) {
        assertEquals(exitCode, run.exitCode(), run.toString());
        for (String part : parts) {
            assertTrue(run.error().contains(part), part + " in " + run.error());
        }
        assertFalse(run.error().isBlank());
        assertEquals(1, run.error().lines().count(), run.error());
    }

    @Test
    void anUnknownStreamNamesThoseThatExist() {
        newLog(1, "quotes");
        newLog(2, "orders");
        newLog(3, "orders");
        assertFails(
                69,
                DumpRun.of(directory, "qoutes"),
                "no log of stream \"qoutes\" in " + directory,
                "streams there: \"orders\", \"quotes\"");
    }

    @Test
    void aDirectoryWithoutLogsSaysSo() throws IOException {
        Files.createDirectory(directory.resolve("logs"));
        assertFails(69, DumpRun.of(directory, "quotes"), "in " + directory, "there is no stream");
    }

    @Test
    void aDirectoryThatIsMissingOrNotOursIsNamed() {
        Path missing = directory.resolve("missing");
        assertFails(69, DumpRun.of(missing, "quotes"), "in " + missing, "no directory of a media driver");
        assertFails(69, DumpRun.of(directory, "quotes"), "in " + directory, "no directory of a media driver");
        assertFalse(Files.exists(missing));
    }

    @Test
    void aPathWithoutALogIsToldFromAStream() {
        newLog(1, "quotes");
        assertFails(
                69, DumpRun.of(directory, directory.toString()), "no log at " + directory + ", which has no file meta");
        assertFails(69, DumpRun.of(directory, "/no/such/log"), "no log at /no/such/log");
    }

    @Test
    void streamsMayLookLikePaths() {
        newLog(1, "md/quotes");
        assertEquals(1, DumpRun.of(directory, "md/quotes").frames().size());
    }

    @ParameterizedTest
    @CsvSource({
        "--from=-1, 'is not a position'",
        "--to=0xyz, 'is not a position'",
        "--from=9223372036854775808, 'is not a position'",
        "-n=-1, 'not a count'",
        "--tail=-1, 'not a count'",
        "--limit=x, 'not a size'"
    })
    void aValueThatIsNoneIsWrongUsage(String option, String message) {
        newLog(1, "quotes");
        assertFails(64, DumpRun.of(directory, "quotes", option), message);
    }

    @Test
    void theFirstAndTheLastFramesAtOnceAreWrongUsage() {
        newLog(1, "quotes");
        assertFails(64, DumpRun.of(directory, "quotes", "-n", "3", "--tail", "3"), "-n and --tail");
        assertFails(64, DumpRun.of(directory), "STREAM|LOG-DIRECTORY");
    }

    @Test
    void aTruncatedMetaFile() throws IOException {
        Path meta = LogFiles.metaPath(newLog(1, "quotes").directory());
        truncate(meta, 100);
        assertFails(65, DumpRun.of(meta.getParent().toString()), meta.toString(), "truncated: length=100");
        assertFails(65, DumpRun.of(directory, "quotes"), "unreadable logs: 1", "truncated: length=100");
    }

    @Test
    void anEmptyFile() throws IOException {
        Path log = newLog(1, "quotes").directory();
        truncate(LogFiles.termPath(log, 1), 0);
        assertFails(
                65, DumpRun.of(directory, "quotes"), LogFiles.termPath(log, 1).toString(), "length=0");
        truncate(LogFiles.metaPath(log), 0);
        assertFails(65, DumpRun.of(log.toString()), LogFiles.metaPath(log).toString(), "length=0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"meta", "term-1"})
    void whatIsNoFileIsNeitherWaitedForNorFollowed(String name) throws IOException, InterruptedException {
        Path log = newLog(1, "quotes").directory();
        Path file = log.resolve(name);
        Files.delete(file);
        assertEquals(0, new ProcessBuilder("mkfifo", file.toString()).start().waitFor());
        assertFails(65, DumpRun.of(log.toString()), file.toString(), "not a regular file");
        Files.delete(file);
        Files.createSymbolicLink(file, Path.of("/dev/zero"));
        assertFails(65, DumpRun.of(log.toString()), file.toString(), "symbolic link");
        Files.delete(file);
        Files.createDirectory(file);
        assertFails(65, DumpRun.of(log.toString()), file.toString(), "not a regular file");
    }

    private static void truncate(Path file, long length) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(length);
        }
    }

    @Test
    void aTermOfAWrongLength() throws IOException {
        Path term = LogFiles.termPath(newLog(1, "quotes").directory(), 2);
        truncate(term, 4096);
        assertFails(65, DumpRun.of(directory, "quotes"), term.toString(), "length=4096", "65536");
        Files.write(term, new byte[2 * TestLog.TERM_LENGTH]);
        assertFails(65, DumpRun.of(directory, "quotes"), term.toString(), "length=131072", "65536");
    }

    @Test
    void aMissingTerm() throws IOException {
        Path term = LogFiles.termPath(newLog(1, "quotes").directory(), 2);
        Files.delete(term);
        assertFails(65, DumpRun.of(directory, "quotes"), term + ": missing");
    }

    @Test
    void anotherLayoutVersionNamesBoth() {
        TestLog log = newLog(1, "quotes");
        log.metaBuffer().putInt(8, 3 << 16 | 5);
        assertFails(65, DumpRun.of(log.directory().toString()), "file=3.5", "supported=2.");
    }

    @Test
    void aLogThatIsStillBeingMade() {
        TestLog log = newLog(1, "quotes");
        log.metaBuffer().putInt(16, 0);
        assertFails(65, DumpRun.of(log.directory().toString()), "incomplete");
    }

    @Test
    void aFileOfRandomBytes() throws IOException {
        TestLog log = newLog(1, "quotes");
        byte[] bytes = new byte[META_LENGTH];
        new Random(1).nextBytes(bytes);
        Files.write(LogFiles.metaPath(log.directory()), bytes);
        assertFails(65, DumpRun.of(log.directory().toString()), "not a file of this kind");
    }

    @Test
    void constantsThatContradictOneAnother() {
        TestLog log = newLog(1, "quotes");
        log.metaBuffer().putInt(LogLayout.TERM_LENGTH_OFFSET, 1000);
        assertFails(65, DumpRun.of(log.directory().toString()), "corrupt: ", "termLength=1000");
    }

    @Test
    void aLogThatCanNotBeReadDoesNotHideTheOthers() throws IOException {
        newLog(1, "quotes");
        truncate(LogFiles.metaPath(newLog(2, "orders").directory()), 8);
        DumpRun run = DumpRun.of(directory, "quotes");
        assertEquals(0, run.exitCode());
        assertEquals(1, run.frames().size());
        assertEquals(65, DumpRun.of(directory, "quotes", "--verify").exitCode());
        assertFails(65, DumpRun.of(directory, "orders"), "streams there: \"quotes\"", "truncated: length=8");
    }

    @Test
    void aCorruptFrameIsShownAndTold() {
        TestLog log = newLog(1, "quotes");
        log.plant(0, 3);
        DumpRun run = DumpRun.of(directory, "quotes");
        assertFails(
                65,
                run,
                log.directory() + ": corrupt: frame shorter than its header: length=3, min=8, position=0",
                "--verify");
        assertEquals(
                "               0     0           0  CORRUPT          3  frame shorter than its header: "
                        + "length=3, min=8; resumes at 16",
                run.frames().get(0));
    }

    @Test
    void whatIsNotALogsDirectoryIsLeftOut() throws IOException {
        newLog(1, "quotes");
        Files.createDirectory(directory.resolve("logs/7.making"));
        Files.write(directory.resolve("logs/notes.txt"), new byte[10]);
        DumpRun run = DumpRun.of(directory, "quotes", "--verify");
        assertEquals(0, run.exitCode(), run.toString());
    }

    /** Damages a log once the first block of output is written. */
    private static OutputStream meanwhile(Damage damage) {
        return new OutputStream() {
            @Override
            public void write(int value) {
                // Not used: Output writes in blocks.
            }

            @Override
            public void write(byte[] bytes, int offset, int length) {
                try {
                    damage.run();
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            }
        };
    }

    private interface Damage {
        void run() throws IOException;
    }

    @ParameterizedTest
    @ValueSource(strings = {"--headers", "--json", "--verify", "--hex"})
    void aFileThatBecomesShorterMeanwhileIsCorrupt(String option) {
        TestLog log = new TestLog(directory, 1, "quotes", KIND_CONCURRENT);
        log.turnTo(150_000, 0);
        OutputStream truncating = meanwhile(() -> {
            for (int term = 0; term < LogLayout.TERM_COUNT; term++) {
                truncate(LogFiles.termPath(log.directory(), term), 0);
            }
        });
        assertFails(
                65,
                DumpRun.of(truncating, "--dir", directory.toString(), "quotes", "--from", "0", option),
                "became shorter while it was read");
    }

    @Test
    void aMetaFileThatBecomesShorterMeanwhileIsCorrupt() {
        TestLog log = new TestLog(directory, 1, "quotes", KIND_CONCURRENT);
        log.turnTo(150_000, 0);
        OutputStream truncating = meanwhile(() -> truncate(LogFiles.metaPath(log.directory()), 0));
        assertFails(
                65,
                DumpRun.of(truncating, "--dir", directory.toString(), "quotes", "--from", "0"),
                "became shorter while it was read");
    }

    /** As a file system or another process may leave it: any word of the meta file contradicts the rest. */
    @ParameterizedTest
    @ValueSource(longs = {-1, 1})
    void aMetaFileThatContradictsItselfIsNeverWrongUsage(long value) throws IOException {
        TestLog log = newLog(1, "quotes");
        byte[] sound = Files.readAllBytes(LogFiles.metaPath(log.directory()));
        for (int offset = 0; offset < 4096; offset += Long.BYTES) {
            log.metaBuffer().putLong(offset, value);
            DumpRun run = DumpRun.of(log.directory().toString(), "--verify", "--from", "0");
            assertTrue(run.exitCode() == 0 || run.exitCode() == 65, "offset=" + offset + ", " + run);
            log.metaBuffer().putBytes(0, sound);
        }
    }

    @Test
    void anOutputThatFailsEndsTheCommand() {
        newLog(1, "quotes");
        OutputStream full = new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                throw new IOException("No space left on device");
            }
        };
        DumpCommand command = new DumpCommand();
        command.in(new Context(new Termination(), Terminal.PLAIN, new LocalHost(), () -> new Output(full)));
        new CommandLine(command).parseArgs("--dir", directory.toString(), "quotes");
        assertThrows(UncheckedIOException.class, command::call);
    }
}
