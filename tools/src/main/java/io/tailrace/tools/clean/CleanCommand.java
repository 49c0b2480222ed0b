/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.clean;

import io.tailrace.control.ClientFiles;
import io.tailrace.control.ControlFile;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.KernelLock;
import io.tailrace.file.FileAccess;
import io.tailrace.tools.command.Console;
import io.tailrace.tools.command.Context;
import io.tailrace.tools.command.DirectoryOption;
import io.tailrace.tools.command.DriverFiles;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Output;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Shows what a crash left in a driver's directory, and removes it if it is told to. Never touches what a living driver
 * or client holds: their kernel locks say who lives.
 */
@Command(
        name = "clean",
        mixinStandardHelpOptions = true,
        description = {
            "Shows the files that a crash left in the directory of a media driver and that nobody holds. Removes "
                    + "them with --force only.",
            "Nothing of a living driver or client is touched. A driver that is started again takes over what is left by"
                    + " itself: this is for where none will be."
        },
        footer = {
            "",
            "Each line has kind, bytes, path and reason.",
            "",
            "Example:",
            "  tailrace clean                      what is left, and why nobody needs it",
            "  tailrace clean --dir /dev/shm/quotes --force"
        })
public final class CleanCommand implements Callable<Integer> {
    private final Context context;

    @Mixin
    private final DirectoryOption directory = new DirectoryOption();

    @Option(names = "--force", description = "Remove what is shown.")
    private boolean force;

    /** Runs in a context. */
    public CleanCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() throws IOException {
        DriverDirectory driver = directory.ofDriver();
        if (force) {
            DriverFiles.requireOwn(driver);
        }
        try (Output out = context.newOutput().get()) {
            if (!force) {
                boolean driverLives = driver.probeDriver() == KernelLock.Holder.ALIVE;
                show(out, driver, Survey.of(driver, driverLives));
                return ExitCode.OK;
            }
            // Held until all is done, so that no driver takes over meanwhile what goes.
            try (KernelLock lock = KernelLock.tryAcquire(driver.lockFile(), FileAccess.PRIVATE)) {
                boolean driverLives = lock == null || driver.probeDriverBehindLock() == KernelLock.Holder.ALIVE;
                return remove(out, driver, Survey.of(driver, driverLives)) ? ExitCode.OK : ExitCode.IO_FAILED;
            }
        }
    }

    private static void show(Output out, DriverDirectory driver, Survey survey) {
        sayWhoLives(out, driver, survey);
        long bytes = 0;
        for (Survey.Leftover leftover : survey.leftovers()) {
            line(out, leftover);
            bytes += leftover.bytes();
        }
        total(
                out,
                "left",
                survey.leftovers().size(),
                bytes,
                survey.leftovers().isEmpty() ? "" : "; --force removes it");
    }

    /** {@return whether all of it could be removed} */
    private static boolean remove(Output out, DriverDirectory driver, Survey survey) throws IOException {
        sayWhoLives(out, driver, survey);
        long bytes = 0;
        int removed = 0;
        for (Survey.Leftover leftover : survey.leftovers()) {
            try {
                leftover.delete();
                line(out, leftover);
                bytes += leftover.bytes();
                removed++;
            } catch (IOException e) {
                Console.error("cannot remove " + leftover.path() + ": " + reason(e));
            }
        }
        if (survey.nobodyLives()) {
            deleteIfEmpty(driver.clients());
            deleteIfEmpty(driver.logs());
        }
        total(out, "removed", removed, bytes, "");
        return removed == survey.leftovers().size();
    }

    private static void deleteIfEmpty(Path folder) throws IOException {
        try {
            Files.deleteIfExists(folder);
        } catch (DirectoryNotEmptyException e) {
            // Somebody else's files are there: not ours to remove.
        }
    }

    private static String reason(IOException e) {
        return e instanceof DirectoryNotEmptyException ? "there are files in it that are no driver's" : e.toString();
    }

    private static void sayWhoLives(Output out, DriverDirectory driver, Survey survey) {
        out.text("driver: ")
                .text(survey.driverLives() ? "lives, pid=" + pid(driver) : "dead")
                .newLine();
        if (!survey.livingClients().isEmpty()) {
            List<String> clients = survey.livingClients().entrySet().stream()
                    .map(client -> describe(client.getKey(), client.getValue()))
                    .toList();
            out.text("clients that live: ").text(String.join(", ", clients)).newLine();
        }
    }

    private static String describe(long clientId, ClientFiles.ProcessInfo process) {
        String silence = process.heartbeat().describe(System.nanoTime());
        return process.isKnown() ? clientId + " (pid " + process.pid() + silence + ")" : clientId + silence;
    }

    private static String pid(DriverDirectory driver) {
        try (ControlFile control = ControlFile.openReadOnly(driver.controlFile())) {
            return Long.toString(control.pid());
        } catch (IOException e) {
            return "unknown: it is still starting";
        }
    }

    private static void line(Output out, Survey.Leftover leftover) {
        out.format("%-6s %12d  ", leftover.kind().name().toLowerCase(Locale.ROOT), leftover.bytes())
                .text(leftover.path().toString())
                .text(": ")
                .text(leftover.reason())
                .newLine();
    }

    private static void total(Output out, String what, int count, long bytes, String hint) {
        out.text(what + ": " + count + ", bytes=" + bytes + hint).newLine();
    }
}
