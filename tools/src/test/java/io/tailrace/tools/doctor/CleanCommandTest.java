/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.control.ClientFiles;
import io.tailrace.control.Command;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.SubscriptionFiles;
import io.tailrace.file.FileAccess;
import io.tailrace.file.MappedFile;
import io.tailrace.liveness.KernelLock;
import io.tailrace.log.JoinAt;
import io.tailrace.log.LogEnd;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.LogMirror;
import io.tailrace.log.SubscriberPolicy;
import io.tailrace.report.ReportFile;
import io.tailrace.tools.command.CommandRun;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.dump.TestLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CleanCommandTest {
    private static final int T = LogLayout.MIN_TERM_LENGTH;
    private static final long LOG_BYTES = 3L * T + LogLayout.META_LENGTH;

    @TempDir
    private Path path;

    private DriverDirectory driver;

    @BeforeEach
    void makeDirectory() throws IOException {
        driver = new DriverDirectory(path);
        Files.createFile(driver.lockFile());
        Files.createDirectory(driver.clients());
        Files.createDirectory(driver.logs());
        Files.writeString(driver.controlFile(), "control");
        Files.writeString(driver.infoFile(), "info");
    }

    private CommandRun clean(String... arguments) {
        CommandRun run = tryToClean(arguments);
        assertEquals(ExitCode.OK, run.exitCode(), run::toString);
        return run;
    }

    private CommandRun tryToClean(String... arguments) {
        return CommandRun.in(path, new CleanCommand(), arguments);
    }

    private void makeLog(long logId, long publisherClient, long subscriberClient) throws IOException {
        TestLog.create(driver.log(logId), LogMeta.Constants.of(logId, "quotes", T, LogLayout.KIND_CONCURRENT));
        try (LogFiles files = LogFiles.open(driver.log(logId), LogFiles.Access.EVERYTHING)) {
            files.buffers().meta().activatePublisher(0, 1000 + logId, publisherClient, 1);
            files.buffers().meta().activateSubscriber(63, 2000 + logId, subscriberClient, 1, 0, SubscriberPolicy.BLOCK);
        }
    }

    @Test
    void aVacantMirrorStaysWhileSomebodyLives() throws IOException {
        LogMeta.Constants mirror = LogMeta.Constants.of(9, "quotes", T, LogLayout.KIND_EXCLUSIVE)
                .asMirror(new LogMirror("alpha", 7, 1_000_000_000_000L), 8);
        TestLog.create(driver.log(9), mirror);
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

    private static void assertLine(CommandRun run, String kind, long bytes, Path file, String reason) {
        String expected = "%-6s %12d  %s: %s".formatted(kind, bytes, file, reason);
        assertTrue(
                run.lines().stream().anyMatch(line -> line.startsWith(expected)),
                () -> expected + "\nnot in\n" + run.out());
    }

    private static void assertExist(Path... files) {
        for (Path file : files) {
            assertTrue(Files.exists(file), file::toString);
        }
    }

    private static void assertGone(Path... files) {
        for (Path file : files) {
            assertFalse(Files.exists(file), file::toString);
        }
    }

    private List<Path> tree() throws IOException {
        try (Stream<Path> files = Files.walk(path)) {
            return files.sorted().toList();
        }
    }

    @Test
    void whereNobodyLivesAllIsShownAndByForceAllGoesButTheLockFile() throws IOException {
        leaveDeadClient(7);
        makeLog(9, 7, 7);
        Files.createDirectory(driver.logs().resolve("10.making"));
        Files.write(driver.logs().resolve("10.making/meta"), new byte[100]);
        Files.createDirectory(driver.names());
        Files.write(driver.names().resolve("17"), new byte[100]);
        Files.write(driver.names().resolve("18.making"), new byte[10]);
        List<Path> before = tree();

        CommandRun run = clean();

        assertLine(run, "log", 100, driver.logs().resolve("10.making"), "incomplete");
        assertLine(run, "names", 110, driver.names(), "no driver or client is alive");
        long bytes = 34_048 + LOG_BYTES + 100 + 110 + 7 + 4; // GoldenTest has the lines of the other files.
        assertEquals("left: 6, bytes=" + bytes + "; --force removes it", run.lastLine());
        assertEquals(before, tree());

        new SubscriptionFiles()
                .write(driver.client(7), new Command.AddSubscription(8, JoinAt.TAIL, SubscriberPolicy.BLOCK, "quotes"));
        ReportFile.COUNTERS
                .create(driver.client(7), FileAccess.PRIVATE, 7, 4711)
                .close();
        Files.write(driver.client(7).resolve("counters.making"), new byte[100]);
        assertTrue(clean("--force").lastLine().startsWith("removed: 6, bytes="));
        assertEquals(List.of(path, driver.lockFile()), tree());
        assertEquals("driver: dead\nleft: 0, bytes=0\n", clean().out());
        assertEquals(KernelLock.Holder.DEAD, KernelLock.probe(driver.lockFile()), "let go of");
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

        assertLine(clean(), "client", 34_048, driver.client(7), "its process is dead, pid=4711");
        clean("--force");
        assertEquals(List.of(path, driver.lockFile()), tree());
    }

    @Test
    void aRetainedLogIsNotWhatACrashLeft() throws IOException {
        makeLog(9, 7, 7);
        try (MappedFile meta = MappedFile.openReadWrite(LogFiles.metaPath(driver.log(9)))) {
            LogMeta log = new LogMeta(meta.buffer());
            log.subscribers().free(63);
            LogEnd.note(log, System.nanoTime());
            LogEnd.retain(log, TimeUnit.HOURS.toNanos(2));
        }
        for (String force : List.of("", "--force")) {
            CommandRun run = force.isEmpty() ? clean() : clean(force);
            assertLine(run, "log", LOG_BYTES, driver.log(9), "it has ended, and the next driver keeps it for ");
            String count =
                    force.isEmpty() ? "retained: 1, bytes=%d; --force loses their messages" : "removed: 1, bytes=%d";
            assertTrue(run.out().contains(count.formatted(LOG_BYTES) + '\n'), run.out());
            assertTrue(run.lastLine().startsWith(force.isEmpty() ? "left: 2, bytes=11;" : "removed: 2,"), run.out());
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
            assertTrue(clean().out().startsWith(suspect), () -> clean().out());
            living.beat(System.nanoTime());
            CommandRun run = clean("--force");

            assertTrue(run.out().startsWith("driver: dead\nliving clients: 8 (pid 4711)\n"), run.out());
            assertLine(run, "client", 34_048, driver.client(6), "its process is dead");
            assertLine(run, "log", LOG_BYTES, driver.log(9), "no living client");
            assertLine(run, "log", 0, driver.log(13), "partly deleted");
            assertTrue(run.lastLine().startsWith("removed: 3,"), run.out());
            assertEquals(8, living.clientId());
            assertExist(
                    driver.client(7).resolve("lock"), // The proof of death by which its slots in 10 and 11 are cleared.
                    driver.client(8).resolve("lock"),
                    driver.client(8).resolve("commands"),
                    driver.log(10).resolve("meta"),
                    driver.log(11).resolve("term-2"),
                    driver.log(12).resolve("meta"),
                    driver.controlFile());
            assertGone(driver.log(9), driver.client(6));
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
                CommandRun run = clean(arguments);
                assertTrue(run.out().startsWith("driver: lives, pid="), run.out());
                assertLine(run, "client", 34_048, halfMade, "incomplete");
                assertLine(run, "client", 8, driver.client(22), "no process holds its lock, and the driver");
                assertEquals(4, run.lines().size(), run.out());
            }
        }
        assertGone(halfMade, driver.client(22));
        assertExist(
                driver.clients().resolve("21.making"), // May be a client's that is connecting.
                driver.client(7), // The driver's to remove, as is its log.
                driver.log(9));
    }

    @Test
    void aClientThatIsConnectingHoldsAll() throws IOException {
        makeLog(9, 7, 7);
        Path making = Files.createDirectory(driver.clients().resolve("8.making"));
        try (KernelLock lock = KernelLock.tryAcquire(making.resolve("lock"), FileAccess.PRIVATE)) {
            assertNotNull(lock);
            clean("--force");
            assertExist(making.resolve("lock"), driver.controlFile());
        }
    }

    @Test
    void foreignFilesAndWhatLinksLeadToAreNeverTouched() throws IOException {
        Path elsewhere = Files.createDirectory(path.resolve("elsewhere"));
        Files.writeString(elsewhere.resolve("meta"), "precious");
        Files.createSymbolicLink(driver.log(5), elsewhere);
        Files.createDirectory(driver.logs().resolve("mine"));
        Files.createDirectory(driver.names());
        Files.writeString(driver.names().resolve("mine"), "is not Tailrace's");
        leaveDeadClient(7);
        Files.writeString(driver.client(7).resolve("notes"), "precious");

        CommandRun run = tryToClean("--force");

        assertEquals(74, run.exitCode(), run.out());
        assertExist(
                elsewhere.resolve("meta"),
                driver.log(5),
                driver.logs().resolve("mine"),
                driver.names().resolve("mine"),
                driver.client(7).resolve("notes"));
        assertTrue(run.lastLine().startsWith("removed: 2,"), run.out());
    }

    @Test
    void aDirectoryThatIsNoDriversIsRefused() throws IOException {
        Files.delete(driver.lockFile());
        CommandRun run = tryToClean("--force");
        assertEquals(ExitCode.NO_DRIVER, run.exitCode());
        assertTrue(run.error().contains("driver.lock") && run.error().contains(path.toString()), run.error());
        assertExist(driver.controlFile());
    }
}
