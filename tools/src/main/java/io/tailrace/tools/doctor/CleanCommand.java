/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import io.tailrace.control.DriverDirectory;
import io.tailrace.file.FileAccess;
import io.tailrace.liveness.FileOwner;
import io.tailrace.liveness.KernelLock;
import io.tailrace.tools.command.Console;
import io.tailrace.tools.command.DirectoryOption;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.ToolCommand;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Shows what a crash left in a driver's directory, and removes it on request. Never touches the files of a living
 * driver or client: their kernel locks show who lives.
 */
@Command(
        name = "clean",
        description = "Shows files that a crash left and no process holds. The next driver takes such "
                + "files over: use this where none will run.",
        footer = {
            "Never shows files of a living driver or client. Each line has kind, bytes, path and reason.",
            "Example:",
            "  tailrace clean --dir /dev/shm/quotes --force"
        })
public final class CleanCommand extends ToolCommand {
    @Option(names = "--force", description = "Remove the files.")
    private boolean force;

    @Override
    public Integer call() throws IOException {
        DriverDirectory driver = directory().ofDriver();
        if (force) {
            DirectoryOption.requireOwn(driver);
        }
        // Held until all is done, so that no driver starts in the meantime and uses files that are being removed.
        try (Output out = context().newOutput().get();
                KernelLock lock = force ? KernelLock.tryAcquire(driver.lockFile(), FileAccess.PRIVATE) : null) {
            KernelLock.Holder holder = lock == null ? driver.probeDriver() : driver.probeDriverBehindLock();
            boolean driverLives = holder == KernelLock.Holder.ALIVE || (force && lock == null);
            return walk(
                    out, driver, Survey.of(driver, driverLives, context().host().nanoTime()));
        }
    }

    /** Shows what is left and what is retained, removes it on request, and returns the exit code. */
    private int walk(Output out, DriverDirectory driver, Survey survey) throws IOException {
        sayWhoLives(out, driver, survey);
        int done = 0;
        if (!survey.retained().isEmpty()) {
            done = walk(out, survey.retained(), "retained", "loses their messages");
        }
        done += walk(out, survey.leftovers(), "left", "removes it");
        if (force && survey.nobodyLives()) {
            deleteIfEmpty(driver.clients());
            deleteIfEmpty(driver.logs());
        }
        return done == survey.retained().size() + survey.leftovers().size() ? ExitCode.OK : ExitCode.IO_FAILED;
    }

    /** {@return how many of these were shown, and removed on request} */
    private int walk(Output out, List<Survey.Leftover> files, String what, String effect) {
        long bytes = 0;
        int done = 0;
        for (Survey.Leftover leftover : files) {
            try {
                if (force) {
                    leftover.delete();
                }
                out.format("%-6s %12d  ", leftover.kind().name().toLowerCase(Locale.ROOT), leftover.bytes())
                        .text(leftover.path() + ": " + leftover.reason())
                        .newLine();
                bytes += leftover.bytes();
                done++;
            } catch (IOException e) {
                Console.error("cannot remove " + leftover.path() + ": " + reason(e));
            }
        }
        String hint = force || done == 0 ? "" : "; --force " + effect;
        out.text((force ? "removed: " : what + ": ") + done + ", bytes=" + bytes + hint)
                .newLine();
        return done;
    }

    private static void deleteIfEmpty(Path folder) throws IOException {
        try {
            Files.deleteIfExists(folder);
        } catch (DirectoryNotEmptyException e) {
            // Files of another program are there: this command must not remove them.
        }
    }

    private static String reason(IOException e) {
        return e instanceof DirectoryNotEmptyException ? "it has files that are not a driver's" : e.toString();
    }

    private static void sayWhoLives(Output out, DriverDirectory driver, Survey survey) throws IOException {
        out.text("driver: ")
                .text(
                        survey.driverLives()
                                ? "lives, pid=" + driver.examineDriver().pid()
                                : "dead")
                .newLine();
        if (!survey.livingClients().isEmpty()) {
            List<String> clients = survey.livingClients().entrySet().stream()
                    .map(client -> describe(client.getKey(), client.getValue()))
                    .toList();
            out.text("living clients: ").text(String.join(", ", clients)).newLine();
        }
    }

    private static String describe(long clientId, FileOwner process) {
        String silence = process.heartbeat().describe(System.nanoTime());
        return process.pid() != 0 ? clientId + " (pid " + process.pid() + silence + ")" : clientId + silence;
    }
}
