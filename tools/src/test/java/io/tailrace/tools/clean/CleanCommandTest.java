/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.clean;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.control.ClientFiles;
import io.tailrace.control.Command;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.KernelLock;
import io.tailrace.control.ReportFile;
import io.tailrace.control.SubscriptionFiles;
import io.tailrace.file.FileAccess;
import io.tailrace.file.MappedFile;
import io.tailrace.inspect.LocalHost;
import io.tailrace.log.JoinAt;
import io.tailrace.log.LogCreation;
import io.tailrace.log.LogEnd;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.LogMirror;
import io.tailrace.log.SubscriberPolicy;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.Context;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Terminal;
import io.tailrace.tools.command.Termination;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class CleanCommandTest {
    private static final int T = LogLayout.MIN_TERM_LENGTH;
    private static final long LOG_BYTES = 3L * T + LogLayout.META_LENGTH;

    @TempDir
    private Path path;

    private DriverDirectory driver;

    private record Run(int exitCode, String out) {
        String lastLine() {
            List<String> lines = out.lines().toList();
            return lines.get(lines.size() - 1);
        }
    }

    @BeforeEach
    void makeDirectory() throws IOException {
        driver = new DriverDirectory(path);
        Files.createFile(driver.lockFile());
        Files.createDirectory(driver.clients());
        Files.createDirectory(driver.logs());
        Files.writeString(driver.controlFile(), "control");
        Files.writeString(driver.infoFile(), "info");
    }

    private Run clean(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        CommandLine line = new CommandLine(new CleanCommand()
                .in(new Context(new Termination(), Terminal.PLAIN, new LocalHost(), () -> new Output(out))));
        line.setExecutionExceptionHandler((e, ignored, result) -> {
            if (e instanceof CommandException failure) {
                out.writeBytes(String.valueOf(failure.getMessage()).getBytes(StandardCharsets.UTF_8));
                return failure.exitCode();
            }
            throw e;
        });
        String[] all = Stream.concat(Stream.of("--dir", path.toString()), Stream.of(arguments))
                .toArray(String[]::new);
        int exitCode = line.execute(all);
        return new Run(exitCode, out.toString(StandardCharsets.UTF_8));
    }

    private void makeLog(long logId, long publisherClient, long subscriberClient) throws IOException {
        LogMeta.Constants constants = LogMeta.Constants.of(logId, "quotes", T, LogLayout.KIND_CONCURRENT);
        try (LogCreation creation = new LogCreation(driver.log(logId), constants, FileAccess.PRIVATE)) {
            while (!creation.step(1 << 20)) {
                assertFalse(Thread.interrupted());
            }
        }
        try (LogFiles files = LogFiles.open(driver.log(logId), LogFiles.Access.EVERYTHING)) {
            files.buffers().meta().activatePublisher(0, 1000 + logId, publisherClient, 1);
            files.buffers().meta().activateSubscriber(63, 2000 + logId, subscriberClient, 1, 0, SubscriberPolicy.BLOCK);
        }
    }

    @Test
    void aVacantMirrorStaysWhileSomebodyLives() throws IOException {
        LogMeta.Constants mirror = LogMeta.Constants.of(9, "quotes", T, LogLayout.KIND_EXCLUSIVE)
                .asMirror(new LogMirror("alpha", 7, 1_000_000_000_000L), 8);
        try (LogCreation creation = new LogCreation(driver.log(9), mirror, FileAccess.PRIVATE)) {
            while (!creation.step(1 << 20)) {
                assertFalse(Thread.interrupted());
            }
        }
        try (ClientFiles client = connect(7)) {
            assertEquals(7, client.clientId());
            clean("--force");
            assertTrue(Files.exists(driver.log(9)));
        }
        clean("--force");
        assertFalse(Files.exists(driver.log(9)));
    }

    private ClientFiles connect(long id) throws IOException {
        return ClientFiles.create(driver.client(id), FileAccess.PRIVATE, id, 4711, "test");
    }

    private void leaveDeadClient(long id) throws IOException {
        connect(id).close();
    }

    private static void assertLine(Run run, String kind, long bytes, Path file, String reason) {
        String expected = "%-6s %12d  %s: %s".formatted(kind, bytes, file, reason);
        assertTrue(
                run.out.lines().anyMatch(line -> line.startsWith(expected)), () -> expected + "\nnot in\n" + run.out);
    }

    private List<Path> tree() throws IOException {
        try (Stream<Path> files = Files.walk(path)) {
            return files.sorted().toList();
        }
    }

    @Test
    void namesThatNobodyHoldsGoAndNothingElseThatLiesThere() throws IOException {
        Files.createDirectory(driver.names());
        Files.write(driver.names().resolve("17"), new byte[100]);
        Files.write(driver.names().resolve("18.making"), new byte[10]);

        Run run = clean("--force");

        assertEquals(0, run.exitCode);
        assertLine(run, "names", 110, driver.names(), "no driver or client is alive");
        assertFalse(Files.exists(driver.names()));

        Files.createDirectory(driver.names());
        Files.writeString(driver.names().resolve("mine"), "is not Tailrace's");
        clean("--force");
        assertTrue(Files.exists(driver.names().resolve("mine")));
    }

    @Test
    void whereNobodyLivesAllIsShownAndNothingIsTouched() throws IOException {
        leaveDeadClient(7);
        makeLog(9, 7, 7);
        Files.createDirectory(driver.logs().resolve("10.making"));
        Files.write(driver.logs().resolve("10.making/meta"), new byte[100]);
        List<Path> before = tree();

        Run run = clean();

        assertEquals(0, run.exitCode);
        assertTrue(run.out.startsWith("driver: dead\n"), run.out);
        assertLine(run, "client", 34_048, driver.client(7), "its process is dead, pid=4711");
        assertLine(run, "log", LOG_BYTES, driver.log(9), "no driver or client is alive");
        assertLine(run, "log", 100, driver.logs().resolve("10.making"), "incomplete");
        assertLine(run, "file", 7, driver.controlFile(), "no driver or client is alive");
        assertLine(run, "file", 4, driver.infoFile(), "no driver or client is alive");
        long bytes = 34_048 + LOG_BYTES + 100 + 7 + 4;
        assertEquals("left: 5, bytes=" + bytes + "; --force removes it", run.lastLine());
        assertEquals(before, tree());
    }

    @Test
    void whatIsNoLockFileIsNotWaitedForAndGoesByForce() throws IOException, InterruptedException {
        for (long id = 7; id < 10; id++) {
            leaveDeadClient(id);
            Files.delete(driver.client(id).resolve("lock"));
        }
        String pipe = driver.client(7).resolve("lock").toString();
        assertEquals(0, new ProcessBuilder("mkfifo", pipe).start().waitFor());
        Files.createDirectory(driver.client(8).resolve("lock"));
        Files.createSymbolicLink(driver.client(9).resolve("lock"), Path.of("/dev/zero"));

        Run run = clean();
        Run byForce = clean("--force");

        assertEquals(0, run.exitCode, run.out);
        assertLine(run, "client", 34_048, driver.client(7), "its process is dead, pid=4711");
        assertEquals(0, byForce.exitCode, byForce.out);
        assertEquals(List.of(path, driver.lockFile()), tree());
    }

    @Test
    void byForceAllGoesButTheLockFile() throws IOException {
        leaveDeadClient(7);
        new SubscriptionFiles()
                .write(driver.client(7), new Command.AddSubscription(8, JoinAt.TAIL, SubscriberPolicy.BLOCK, "quotes"));
        ReportFile.COUNTERS
                .create(driver.client(7), FileAccess.PRIVATE, 7, 4711)
                .close();
        Files.write(driver.client(7).resolve("counters.making"), new byte[100]);
        makeLog(9, 7, 7);

        Run run = clean("--force");

        assertEquals(0, run.exitCode, run.out);
        assertLine(run, "log", LOG_BYTES, driver.log(9), "");
        assertTrue(run.lastLine().startsWith("removed: 4, bytes="), run.out);
        assertEquals(List.of(path, driver.lockFile()), tree());
        assertEquals("driver: dead\nleft: 0, bytes=0\n", clean().out);
        assertEquals(KernelLock.Holder.DEAD, KernelLock.probe(driver.lockFile()), "let go of");
    }

    @Test
    void aRetainedLogIsNotWhatACrashLeft() throws IOException {
        makeLog(9, 7, 7);
        try (MappedFile meta = MappedFile.openReadWrite(LogFiles.metaPath(driver.log(9)))) {
            LogMeta log = new LogMeta(meta.buffer());
            log.freeSubscriber(63);
            LogEnd.note(log, System.nanoTime());
            LogEnd.retain(log, TimeUnit.HOURS.toNanos(2));
        }
        for (String force : List.of("", "--force")) {
            Run run = force.isEmpty() ? clean() : clean(force);
            assertEquals(0, run.exitCode);
            assertLine(run, "log", LOG_BYTES, driver.log(9), "it has ended, and the next driver keeps it for ");
            String count =
                    force.isEmpty() ? "retained: 1, bytes=%d; --force loses their messages" : "removed: 1, bytes=%d";
            assertTrue(run.out.contains(count.formatted(LOG_BYTES) + '\n'), run.out);
            assertTrue(run.lastLine().startsWith(force.isEmpty() ? "left: 2, bytes=11;" : "removed: 2,"), run.out);
        }
        assertFalse(Files.exists(driver.log(9)));
    }

    @Test
    void whatALivingClientHoldsStays() throws IOException {
        leaveDeadClient(6);
        leaveDeadClient(7);
        makeLog(9, 7, 6);
        makeLog(10, 8, 7);
        makeLog(11, 7, 8);
        Files.createDirectory(driver.log(12));
        Files.writeString(driver.log(12).resolve("meta"), "nonsense");
        Files.createDirectory(driver.log(13));
        try (ClientFiles living = connect(8)) {
            living.beat(System.nanoTime() - 3_600_000_000_000L);
            String suspect = "driver: dead\nliving clients: 8 (pid 4711, suspect: silent for 360";
            assertTrue(clean().out.startsWith(suspect), () -> clean().out);
            living.beat(System.nanoTime());
            Run run = clean("--force");

            assertEquals(0, run.exitCode);
            assertTrue(run.out.startsWith("driver: dead\nliving clients: 8 (pid 4711)\n"), run.out);
            assertLine(run, "client", 34_048, driver.client(6), "its process is dead");
            assertLine(run, "log", LOG_BYTES, driver.log(9), "no living client");
            assertLine(run, "log", 0, driver.log(13), "partly deleted");
            assertTrue(run.lastLine().startsWith("removed: 3,"), run.out);
            assertEquals(8, living.clientId());
            for (Path kept : List.of(
                    driver.client(7).resolve("lock"), // The proof of death by which its slots in 10 and 11 are cleared.
                    driver.client(8).resolve("lock"),
                    driver.client(8).resolve("commands"),
                    driver.log(10).resolve("meta"),
                    driver.log(11).resolve("term-2"),
                    driver.log(12).resolve("meta"),
                    driver.controlFile())) {
                assertTrue(Files.exists(kept), kept::toString);
            }
            assertFalse(Files.exists(driver.log(9)));
            assertFalse(Files.exists(driver.client(6)));
        }
    }

    @Test
    void withALivingDriverOnlyWhatItNeverRemovesGoes() throws IOException {
        leaveDeadClient(7);
        makeLog(9, 7, 7);
        leaveDeadClient(20);
        Path halfMade = driver.clients().resolve("20.making");
        Files.move(driver.client(20), halfMade);
        Files.createDirectory(driver.clients().resolve("21.making"));
        Files.createDirectory(driver.client(22));
        Files.writeString(driver.client(22).resolve("commands"), "nonsense");
        try (KernelLock lock = KernelLock.tryAcquire(driver.lockFile(), FileAccess.PRIVATE)) {
            assertNotNull(lock);
            for (String[] arguments : new String[][] {{}, {"--force"}}) {
                Run run = clean(arguments);
                assertEquals(0, run.exitCode);
                assertTrue(run.out.startsWith("driver: lives, pid="), run.out);
                assertLine(run, "client", 34_048, halfMade, "incomplete");
                assertLine(run, "client", 8, driver.client(22), "no process holds its lock, and the driver");
                assertEquals(4, run.out.lines().count(), run.out);
            }
        }
        assertFalse(Files.exists(halfMade));
        assertFalse(Files.exists(driver.client(22)));
        assertTrue(Files.exists(driver.clients().resolve("21.making")), "may be a client's that is connecting");
        assertTrue(Files.exists(driver.client(7)), "the driver's to remove");
        assertTrue(Files.exists(driver.log(9)), "the driver's to remove");
    }

    @Test
    void aClientThatIsConnectingHoldsAll() throws IOException {
        makeLog(9, 7, 7);
        Path making = Files.createDirectory(driver.clients().resolve("8.making"));
        try (KernelLock lock = KernelLock.tryAcquire(making.resolve("lock"), FileAccess.PRIVATE)) {
            assertNotNull(lock);
            clean("--force");
            assertTrue(Files.exists(making.resolve("lock")));
            assertTrue(Files.exists(driver.controlFile()));
        }
    }

    @Test
    void foreignFilesAndWhatLinksLeadToAreNeverTouched() throws IOException {
        Path elsewhere = Files.createDirectory(path.resolve("elsewhere"));
        Files.writeString(elsewhere.resolve("meta"), "precious");
        Files.createSymbolicLink(driver.log(5), elsewhere);
        Files.createDirectory(driver.logs().resolve("mine"));
        leaveDeadClient(7);
        Files.writeString(driver.client(7).resolve("notes"), "precious");

        Run run = clean("--force");

        assertEquals(74, run.exitCode, run.out);
        assertTrue(Files.exists(elsewhere.resolve("meta")));
        assertTrue(Files.exists(driver.log(5)));
        assertTrue(Files.exists(driver.logs().resolve("mine")));
        assertTrue(Files.exists(driver.client(7).resolve("notes")));
        assertTrue(run.lastLine().startsWith("removed: 2,"), run.out);
    }

    @Test
    void aDirectoryThatIsNoDriversIsRefused() throws IOException {
        Files.delete(driver.lockFile());
        Run run = clean("--force");
        assertEquals(69, run.exitCode);
        assertTrue(run.out.contains("driver.lock") && run.out.contains(path.toString()), run.out);
        assertTrue(Files.exists(driver.controlFile()));
    }
}
