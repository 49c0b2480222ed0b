/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.look;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.control.DriverDirectory;
import io.tailrace.inspect.LocalHost;
import io.tailrace.testing.Await;
import io.tailrace.tools.command.CommandRun;
import io.tailrace.tools.command.Context;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Terminal;
import io.tailrace.tools.command.Termination;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code GoldenTest} has what is listed. */
class LsCommandTest {
    @TempDir
    private Path path;

    @Test
    void aWatchedListWaitsForAStreamThatIsNotThereYet() throws Exception {
        Files.createFile(new DriverDirectory(path).lockFile());
        assertEquals(
                ExitCode.NO_DRIVER,
                CommandRun.in(path, new LsCommand(), "quotes").exitCode());

        Termination termination = new Termination();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        CompletableFuture<CommandRun> watch = CompletableFuture.supplyAsync(
                () -> CommandRun.in(path, new LsCommand(), termination, out, "--watch", "10ms", "quotes"));
        Await.until(
                "two empty lists",
                () -> watch.isDone() || out.toString(StandardCharsets.UTF_8).split("  driver ", -1).length > 2);
        termination.request();
        assertEquals(ExitCode.OK, watch.join().exitCode());
    }

    @Test
    void noLineIsWiderThanTheTerminal() throws Exception {
        Files.createFile(new DriverDirectory(path).lockFile());
        Path notes = Files.createDirectory(new DriverDirectory(path).histories());
        Files.writeString(notes.resolve("note"), path.resolve("a-history-that-is-gone") + "\nquotes\n");
        Termination termination = new Termination();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Terminal narrow = new Terminal(true, false, new Terminal.Size(20, 40));
        Context context = new Context(termination, narrow, new LocalHost(), () -> new Output(out));
        CompletableFuture<CommandRun> top = CompletableFuture.supplyAsync(
                () -> CommandRun.of(new LsCommand.Top(), context, out, "--dir", path.toString()));
        Await.until("a list", () -> out.toString(StandardCharsets.UTF_8).contains("try: tailrace history"));
        termination.request();
        assertEquals(ExitCode.OK, top.join().exitCode());
        String shown = out.toString(StandardCharsets.UTF_8).replaceAll("\u001b\\[[HJK]", "");
        assertEquals(List.of(), shown.lines().filter(line -> line.length() > 40).toList());
    }
}
