/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.look;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.control.ControlFile;
import io.tailrace.control.DriverDirectory;
import io.tailrace.file.FileAccess;
import io.tailrace.file.MappedFile;
import io.tailrace.liveness.OwnerState;
import io.tailrace.report.EventLog;
import io.tailrace.report.EventView;
import io.tailrace.report.EventView.Kind;
import io.tailrace.testing.ChildProcess;
import io.tailrace.tools.command.CommandRun;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Termination;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventsCommandTest {
    private static final int LEFT_OFFSET = 72;

    private final Termination termination = new Termination();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @TempDir
    private Path path;

    /** Follows the events until {@link #end}. */
    private CompletableFuture<CommandRun> follow(String... options) {
        return CompletableFuture.supplyAsync(
                () -> CommandRun.in(path, new EventsCommand(), termination, bytes, options));
    }

    private void end(CompletableFuture<CommandRun> follower) {
        termination.request();
        assertEquals(ExitCode.OK, follower.join().exitCode());
    }

    private List<String> lines() {
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private void awaitLines(int count) {
        while (lines().size() < count) {
            ChildProcess.pause();
        }
        assertEquals(count, lines().size(), lines()::toString);
    }

    @Test
    void followingShowsWhatComesAndAgainWhatComesAgain() throws Exception {
        DriverDirectory driver = new DriverDirectory(path);
        Files.createFile(driver.lockFile());
        EventView refusal =
                EventView.ofClient(Kind.REFUSED, 3, 103, "risk", "too many").on("quotes", "");
        EventLog events = EventLog.open(driver, FileAccess.PRIVATE, System::currentTimeMillis);
        events.noteCame(3, 103, "risk");
        events.note(
                EventView.ofClient(Kind.REFUSED, 4, 104, "other", "too many").on("trades", ""));
        CompletableFuture<CommandRun> follower = follow("--follow", "risk");
        awaitLines(1);
        events.note(refusal);
        awaitLines(2);
        events.note(refusal);
        awaitLines(3);
        end(follower);
        assertTrue(lines().get(0).endsWith("  client 3 (pid 103, risk) came"), lines()::toString);
        assertTrue(lines().get(1).endsWith("client 3 (pid 103, risk) on quotes was refused: too many"));
        assertTrue(lines().get(2).contains("was refused: too many, 2 times since "), lines()::toString);
    }

    @Test
    void aPatternIsOnlyWrongIfNoEventEverMatchedAndNothingIsToFail() throws Exception {
        DriverDirectory driver = new DriverDirectory(path);
        Files.createFile(driver.lockFile());
        EventLog.open(driver, FileAccess.PRIVATE, () -> 1000).noteCame(3, 103, "risk");
        assertEquals(ExitCode.OK, run("--since", "10m", "risk"));
        assertEquals(ExitCode.OK, run("--since", "10m", "--fail", "*died"));
        assertEquals(ExitCode.FOUND, run("--fail", "risk"));
        assertEquals(ExitCode.NO_DRIVER, run("--since", "10m", "*died"));
    }

    private int run(String... options) {
        return CommandRun.in(path, new EventsCommand(), options).exitCode();
    }

    @Test
    void theDeathOfADriverIsShownBeforeTheNextOneRunsAndOnlyOnce() throws Exception {
        DriverDirectory driver = new DriverDirectory(path);
        Files.createFile(driver.lockFile());
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        long pid = ended.pid();
        ControlFile.create(driver.controlFile(), FileAccess.PRIVATE, 1, pid, 65_536, 1_000)
                .close();
        try (MappedFile control = MappedFile.openReadWrite(driver.controlFile())) {
            control.buffer().putLong(LEFT_OFFSET, 0); // As if it had been killed.
        }
        EventView started = EventView.ofDriver(Kind.DRIVER_STARTED, pid, "tailrace driver", 1, "");
        EventLog events = EventLog.open(driver, FileAccess.PRIVATE, System::currentTimeMillis);
        events.note(started);
        CompletableFuture<CommandRun> follower = follow("--follow");
        awaitLines(2);
        OwnerState owner = driver.examineDriver();
        events.note(Objects.requireNonNull(EventView.ofEnd(started, owner, 0)));
        events.noteCame(3, 103, "risk");
        awaitLines(3);
        end(follower);
        assertTrue(lines().get(1).contains("driver (pid " + pid + ", tailrace driver) died: its process is gone"));
        assertTrue(lines().get(2).endsWith("client 3 (pid 103, risk) came"), lines()::toString);
    }
}
