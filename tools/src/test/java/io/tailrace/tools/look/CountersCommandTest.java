/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.look;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.control.ClientFiles;
import io.tailrace.control.ControlFile;
import io.tailrace.control.DriverDirectory;
import io.tailrace.file.FileAccess;
import io.tailrace.report.CounterSlots;
import io.tailrace.report.CounterSlots.CounterKind;
import io.tailrace.report.ReportFile;
import io.tailrace.tools.command.CommandRun;
import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
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

    private ReportFile newCounters(ClientFiles of) throws IOException {
        return ReportFile.COUNTERS.create(driver.client(of.clientId()), FileAccess.PRIVATE, of.clientId(), of.pid());
    }

    private void leaveDeadClient(long id, String group) throws IOException {
        try (ClientFiles files = connect(id);
                ReportFile counters = newCounters(files)) {
            new CounterSlots(counters.region()).add(CounterKind.TOTAL, group, "executed", 1000);
        }
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
        assertRefused(bad + ": not a regular file");

        Files.delete(bad);
        Files.createSymbolicLink(bad, Path.of("/dev/zero"));
        assertRefused(bad + ": symbolic link");

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
}
