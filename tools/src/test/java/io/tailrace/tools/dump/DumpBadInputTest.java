/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import static io.tailrace.log.LogLayout.KIND_CONCURRENT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.log.LogFiles;
import io.tailrace.tools.command.Termination;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
        assertEquals(1, run.error().lines().count(), run.error());
    }

    @Test
    void whatIsNotThereIsNamedWithWhatIs() throws IOException {
        Path missing = directory.resolve("missing");
        assertFails(69, DumpRun.of(missing, "quotes"), "in " + missing, "no directory of a media driver");
        assertFalse(Files.exists(missing));
        assertFails(69, DumpRun.of(directory, "quotes"), "in " + directory, "no directory of a media driver");
        Files.createDirectory(directory.resolve("logs"));
        assertFails(69, DumpRun.of(directory, "quotes"), "in " + directory, "streams there: none");

        newLog(1, "quotes");
        newLog(2, "orders");
        newLog(3, "orders");
        Files.createDirectory(directory.resolve("logs/7.making"));
        Files.write(directory.resolve("logs/notes.txt"), new byte[10]);
        DumpRun.of(directory, "quotes", "--verify").assertOk();
        DumpRun unknown = DumpRun.of(directory, "qoutes");
        assertFails(69, unknown, "no log of stream \"qoutes\" in " + directory, "there: \"orders\", \"quotes\"");
        DumpRun path = DumpRun.of(directory, directory.toString());
        assertFails(69, path, "no log at " + directory + ", which has no readable file meta");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "--from=-1; is not a position",
                "--to=0xyz; is not a position",
                "--from=9223372036854775808; is not a position",
                "-n=-1; not a count",
                "--limit=x; not a size",
                "-n 3 --tail 3; -n and --tail",
                "--verify --follow; leave out that or --follow",
                "--headers --sbe x; leave out that or --sbe"
            })
    void wrongUsage(String options, String message) {
        newLog(1, "quotes");
        assertFails(64, DumpRun.of(directory, ("quotes " + options).split(" ")), message);
    }

    /** {@code LogFilesTest} and {@code MappedFileTest} have other files that are none. */
    @Test
    void aTermThatIsMissingIsNamed() throws IOException {
        Path log = newLog(1, "quotes").directory;
        Files.delete(log.resolve("term-2"));
        assertFails(65, DumpRun.of(log.toString()), log.resolve("term-2") + ": missing");
    }

    @Test
    void aLogThatCanNotBeReadDoesNotHideTheOthers() {
        newLog(1, "quotes");
        TestLog.truncate(LogFiles.metaPath(newLog(2, "orders").directory), 8);
        assertEquals(1, DumpRun.of(directory, "quotes").assertOk().frames().size());
        assertEquals(65, DumpRun.of(directory, "quotes", "--verify").exitCode());
        assertFails(65, DumpRun.of(directory, "orders"), "streams there: \"quotes\"", "truncated: length=8");
    }

    @ParameterizedTest
    @CsvSource({"--headers, false", "--json, false", "--follow, false", "--verify, false", "--hex, true"})
    void aFileThatBecomesShorterMeanwhileIsCorrupt(String option, boolean isMeta) {
        TestLog log = new TestLog(directory, KIND_CONCURRENT);
        log.turnTo(150_000, 0);
        OutputStream truncating = new OutputStream() {
            @Override
            public void write(int value) {
                // Not used: Output writes in blocks.
            }

            @Override
            public void write(byte[] bytes, int offset, int length) {
                if (isMeta) {
                    TestLog.truncate(LogFiles.metaPath(log.directory), 0);
                } else {
                    log.truncateTerms();
                }
            }
        };
        String[] arguments = {"--dir", directory.toString(), "quotes", "--from", "0", option};
        assertFails(65, DumpRun.of(new Termination(), truncating, arguments), "became shorter while it was read");
    }
}
