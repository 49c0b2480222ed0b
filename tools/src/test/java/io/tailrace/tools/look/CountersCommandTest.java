/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.look;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.control.ClientFiles;
import io.tailrace.control.ControlFile;
import io.tailrace.control.CounterSlots;
import io.tailrace.control.CounterSlots.CounterKind;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.ReportFile;
import io.tailrace.file.FileAccess;
import io.tailrace.tools.command.CommandRun;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Termination;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CountersCommandTest {
    @TempDir
    private Path path;

    private DriverDirectory driver;

    /** As a dead driver leaves it. */
    @BeforeEach
    void makeDirectory() throws IOException {
        driver = new DriverDirectory(path);
        Files.createFile(driver.lockFile());
        Files.createDirectory(driver.clients());
        try (ControlFile control = ControlFile.create(driver.controlFile(), FileAccess.PRIVATE, 1, 4711, 65536, 1)) {
            new CounterSlots(control.counters()).add(CounterKind.LEVEL, "", "clients", 2);
        }
    }

    private CommandRun run() {
        return CommandRun.in(path, new CountersCommand());
    }

    private ClientFiles connect(long id) throws IOException {
        return ClientFiles.create(driver.client(id), FileAccess.PRIVATE, id, 100 + id, "test");
    }

    private void leaveDeadClient(long id, String group) throws IOException {
        try (ClientFiles files = connect(id);
                ReportFile counters = files.createReport(ReportFile.COUNTERS, FileAccess.PRIVATE)) {
            new CounterSlots(counters.region()).add(CounterKind.TOTAL, group, "executed", 1000);
        }
    }

    @Test
    void whatALivingClientAndDeadOnesCountIsShownInOrder() throws IOException {
        leaveDeadClient(10, "orders");
        leaveDeadClient(9, "a\u001b[2J\n\u202e");
        try (ClientFiles files = connect(11);
                ReportFile counters = files.createReport(ReportFile.COUNTERS, FileAccess.PRIVATE)) {
            connect(12).close(); // It has no counters.
            new CounterSlots(counters.region()).add(CounterKind.LEVEL, "cache", "größe", -1);
            CommandRun run = run();
            assertEquals("""
                    driver is dead, pid=4711
                                       2  level                clients
                    client 9 is dead, pid=109
                                    1000  total                a\\x1b[2J\\n\\u{202e}: executed
                    client 10 is dead, pid=110
                                    1000  total                orders: executed
                    client 11 lives, pid=111
                                      -1  level                cache: größe
                    """, run.out());
            assertEquals(ExitCode.OK, run.exitCode());
        }
    }

    @Test
    void aDirectoryThatIsNoDriversIsRefused() throws IOException {
        Files.delete(driver.lockFile());
        assertEquals(ExitCode.OK, run().exitCode(), "its control file says the same");
        Files.delete(driver.controlFile());
        CommandRun run = run();
        assertEquals(ExitCode.NO_DRIVER, run.exitCode());
        assertTrue(run.error().contains("path=" + path) && run.error().contains("driver.lock"), run.error());
        Files.createFile(driver.lockFile());
        Files.delete(driver.clients());
        assertEquals(new CommandRun(ExitCode.OK, "no counters to show\n", ""), run());
    }

    @Test
    void aFileThatIsNoneIsNamedAndTheOthersAreShown() throws IOException, InterruptedException {
        leaveDeadClient(9, "quotes");
        leaveDeadClient(10, "orders");
        Path bad = ReportFile.COUNTERS.path(driver.client(9));
        byte[] hostile = Files.readAllBytes(bad);
        ByteBuffer.wrap(hostile).order(ByteOrder.LITTLE_ENDIAN).putInt(128 + 16, 109);
        Files.write(bad, hostile);
        assertRefused(bad + ": corrupt: counter slot=0, labelLength=109");

        Files.write(bad, new byte[10]);
        assertRefused(bad + ": truncated: length=10");

        Files.delete(bad);
        assertEquals(
                0, new ProcessBuilder("mkfifo", bad.toString()).start().waitFor(), "a pipe must not be waited for");
        assertRefused("path=" + bad + ", reason=not a regular file");

        Files.delete(bad);
        Files.createSymbolicLink(bad, Path.of("/dev/zero"));
        assertRefused("path=" + bad + ", reason=symbolic link");

        Files.writeString(driver.controlFile(), "nonsense");
        assertTrue(run().out().startsWith("client 10 is dead"), "its clients are not hidden");
        assertTrue(run().error().contains("control: truncated"));
    }

    private void assertRefused(String reason) {
        CommandRun run = run();
        assertEquals(ExitCode.CORRUPT, run.exitCode(), run.error());
        assertTrue(run.error().contains(reason), run.error());
        assertTrue(run.out().contains(" clients\n") && run.out().contains(" orders: executed\n"), run.out());
    }

    @Test
    void withWatchTotalsHaveARateUntilItIsEnded() throws IOException {
        Termination termination = new Termination();
        try (ClientFiles files = connect(9);
                ReportFile counters = files.createReport(ReportFile.COUNTERS, FileAccess.PRIVATE)) {
            CounterSlots slots = new CounterSlots(counters.region());
            int total = slots.add(CounterKind.TOTAL, "orders", "executed", 1_000_000);
            int level = slots.add(CounterKind.LEVEL, "orders", "queued", 1);
            int namesake = slots.add(CounterKind.TOTAL, "orders", "executed", 5);
            int replaced = slots.add(CounterKind.TOTAL, "orders", "failed", 5);
            ByteArrayOutputStream out = new ByteArrayOutputStream() {
                private int flushes;

                @Override
                public void flush() {
                    slots.set(total, 2_000_000);
                    slots.set(level, 5);
                    slots.set(namesake, 2_000_005);
                    slots.set(replaced, 1);
                    if (++flushes == 2) {
                        termination.request();
                    }
                }
            };
            CommandRun run = CommandRun.in(path, new CountersCommand(), termination, out, "--watch");
            assertEquals(ExitCode.OK, run.exitCode());
            List<String> lines = run.lines();
            assertEquals(15, lines.size(), run.out());
            assertTrue(lines.contains("                   5  level                orders: queued"), run.out());
            assertEquals("                   1  total                orders: failed", lines.get(14));
            long rate = rate(lines.get(11), "2000000");
            assertTrue(rate > 10_000 && rate <= 1_000_000, run.out());
            assertTrue(Math.abs(rate(lines.get(13), "2000005") - 2 * rate) <= 1, run.out()); // Both values are rounded.
        }
    }

    private static long rate(String line, String value) {
        Matcher matcher = Pattern.compile(" +" + value + "  total +(\\d+)/s  orders: executed")
                .matcher(line);
        assertTrue(matcher.matches(), line);
        return Long.parseLong(matcher.group(1));
    }
}
