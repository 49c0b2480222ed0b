/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.look;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.control.ClientFiles;
import io.tailrace.control.ControlFile;
import io.tailrace.control.CounterSlots;
import io.tailrace.control.CounterSlots.CounterKind;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.ReportFile;
import io.tailrace.file.FileAccess;
import io.tailrace.inspect.LocalHost;
import io.tailrace.testing.Seeds;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.Context;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Terminal;
import io.tailrace.tools.command.Termination;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class CountersCommandTest {
    private static final int ROUNDS = Integer.getInteger("tailrace.test.fuzz", 200);
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    private Path path;

    private DriverDirectory driver;

    private record Run(int exitCode, String out, String error) {}

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

    private Run run(ByteArrayOutputStream bytes, Termination termination, String... options) {
        StringBuilder error = new StringBuilder();
        CommandLine line = new CommandLine(new CountersCommand()
                .in(new Context(termination, Terminal.PLAIN, new LocalHost(), () -> new Output(bytes))));
        line.setExecutionExceptionHandler((e, ignored, result) -> {
            if (e instanceof CommandException failure) {
                error.append(failure.getMessage());
                return failure.exitCode();
            }
            throw e;
        });

        String[] arguments = Arrays.copyOf(options, options.length + 2);
        arguments[options.length] = "--dir";
        arguments[options.length + 1] = path.toString();
        int exitCode = line.execute(arguments);
        return new Run(exitCode, bytes.toString(StandardCharsets.UTF_8), error.toString());
    }

    private Run run() {
        return run(new ByteArrayOutputStream(), new Termination());
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
    void whatALivingClientAndADeadOneCountIsShownInOrder() throws IOException {
        leaveDeadClient(10, "orders");
        leaveDeadClient(9, "quotes");
        try (ClientFiles files = connect(11);
                ReportFile counters = files.createReport(ReportFile.COUNTERS, FileAccess.PRIVATE)) {
            connect(12).close(); // It has no counters.
            new CounterSlots(counters.region()).add(CounterKind.LEVEL, "cache", "größe", -1);
            Run run = run();
            assertEquals("""
                    driver is dead, pid=4711
                                       2  level                clients
                    client 9 is dead, pid=109
                                    1000  total                quotes: executed
                    client 10 is dead, pid=110
                                    1000  total                orders: executed
                    client 11 lives, pid=111
                                      -1  level                cache: größe
                    """, run.out);
            assertEquals(ExitCode.OK, run.exitCode);
        }
    }

    @Test
    void aDirectoryThatIsNoDriversIsRefused() throws IOException {
        Files.delete(driver.lockFile());
        assertEquals(ExitCode.OK, run().exitCode, "its control file says the same");
        Files.delete(driver.controlFile());
        Run run = run();
        assertEquals(ExitCode.NO_DRIVER, run.exitCode);
        assertTrue(run.error.contains("path=" + path) && run.error.contains("driver.lock"), run.error);
    }

    @Test
    void whereADriverHasLeftNothingThatIsSaid() throws IOException {
        Files.delete(driver.controlFile());
        Files.delete(driver.clients());
        assertEquals(new Run(ExitCode.OK, "no counters to show\n", ""), run());
    }

    @Test
    void hostileLabelsDoNotReachTheTerminal() throws IOException {
        leaveDeadClient(9, "a\u001b[2J\n\u202e");
        assertTrue(run().out.endsWith("  a\\x1b[2J\\n\\u{202e}: executed\n"), () -> run().out);
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
    }

    private void assertRefused(String reason) {
        Run run = run();
        assertEquals(ExitCode.CORRUPT, run.exitCode, run.error);
        assertTrue(run.error.contains(reason), run.error);
        assertTrue(run.out.contains(" clients\n") && run.out.contains(" orders: executed\n"), run.out);
    }

    @Test
    void aControlFileThatIsNoneDoesNotHideTheClients() throws IOException {
        leaveDeadClient(9, "quotes");
        Files.writeString(driver.controlFile(), "nonsense");
        Run run = run();
        assertEquals(ExitCode.CORRUPT, run.exitCode);
        assertTrue(run.out.startsWith("client 9 is dead"), run.out);
        assertTrue(run.error.contains("control: truncated"), run.error);
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
            Run run = run(out, termination, "--watch");
            assertEquals(ExitCode.OK, run.exitCode);
            List<String> lines = run.out.lines().toList();
            assertEquals(15, lines.size(), run.out);
            assertTrue(lines.contains("             1000000  total                orders: executed"), run.out);
            assertTrue(lines.contains("                   1  level                orders: queued"), run.out);
            assertTrue(lines.contains("                   5  level                orders: queued"), run.out);
            assertEquals("                   1  total                orders: failed", lines.get(14));
            long rate = rate(lines.get(11), "2000000");
            assertTrue(rate > 10_000 && rate <= 1_000_000, run.out);
            assertTrue(Math.abs(rate(lines.get(13), "2000005") - 2 * rate) <= 1, run.out); // Both values are rounded.
        }
    }

    private static long rate(String line, String value) {
        Matcher matcher = Pattern.compile(" +" + value + "  total +(\\d+)/s  orders: executed")
                .matcher(line);
        assertTrue(matcher.matches(), line);
        return Long.parseLong(matcher.group(1));
    }

    @Test
    void damagedFilesEndTheCommandWithZeroOrCorrupt() throws IOException {
        leaveDeadClient(9, "quotes");
        Path victim = ReportFile.COUNTERS.path(driver.client(9));
        byte[] sound = Files.readAllBytes(victim);
        long seed = Seeds.of(CountersCommandTest.class);
        for (int round = 0; round < ROUNDS; round++) {
            Random random = new Random(seed + round);
            String name = "-Dtailrace.test.seed=" + (seed + round) + " -Dtailrace.test.fuzz=1";
            Files.write(victim, damaged(random, sound));
            Run run = assertTimeoutPreemptively(LIMIT, () -> run(), name);
            String context = name + ": " + run;
            assertTrue(run.exitCode == ExitCode.OK || run.exitCode == ExitCode.CORRUPT, context);
            assertTrue(run.exitCode == ExitCode.OK || run.error.contains(victim.toString()), context);
            assertTrue(run.out.startsWith("driver is dead, pid=4711\n"), context);
            boolean printable = run.out.codePoints().allMatch(c -> c == '\n' || !Character.isISOControl(c));
            assertTrue(printable && run.out.length() < 1_000_000, context);
        }
    }

    private static byte[] damaged(Random random, byte[] sound) {
        byte[] bytes = sound.clone();
        switch (random.nextInt(4)) {
            case 0 -> {
                return Arrays.copyOf(bytes, random.nextInt(bytes.length));
            }
            case 1 -> bytes[random.nextInt(44)] = (byte) random.nextInt();
            case 2 -> bytes[128 + random.nextInt(128)] = (byte) random.nextInt();
            default -> {
                byte[] slots = new byte[bytes.length - 128];
                random.nextBytes(slots);
                System.arraycopy(slots, 0, bytes, 128, slots.length);
                for (int slot = 0; slot < 512; slot++) { // So that the slot is read.
                    ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
                    words.putInt(128 + slot * 128 + 8, random.nextInt(50));
                    words.putInt(128 + slot * 128 + 12, random.nextInt(4));
                    words.putInt(128 + slot * 128 + 16, 1 + random.nextInt(108));
                }
            }
        }
        return bytes;
    }
}
