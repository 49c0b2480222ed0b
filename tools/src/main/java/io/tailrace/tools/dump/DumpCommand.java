/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import io.tailrace.control.DriverDirectory;
import io.tailrace.file.FileFormatException;
import io.tailrace.inspect.LogReader;
import io.tailrace.inspect.LogView;
import io.tailrace.inspect.Unreadable;
import io.tailrace.log.LogFiles;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.Console;
import io.tailrace.tools.command.EscapedText;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Patterns;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.command.ToolCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Shows the logs of a stream: constants, positions, terms, publishers, subscribers, frames. It maps the files read-only
 * and needs no driver, so it also works on what a dead driver left, and on a copy.
 */
@Command(
        name = "dump",
        description = "Shows the logs of a stream, of a driver alive or dead, or in a copy of its files. "
                + "Read-only. Lists the last 10 frames unless other options select frames.",
        footer = {
            "Names the publisher whose claim readers wait for first. A hole is claimed space without a "
                    + "header: any living publisher may own it.",
            "A term is ACTIVE (takes the next claim), DIRTY (written, not cleaned) or CLEAN (zeroed). "
                    + "A frame's length includes its header of 8 bytes. CLAIMED: not committed yet. CORRUPT: no "
                    + "frame; the list resumes where frame follows frame up to the next known boundary, and the "
                    + "exit code is 65.",
            "Example:",
            "  tailrace dump quotes -n 0",
            "  tailrace dump quotes -f --grep EUR",
            "  tailrace dump --verify /tmp/copy/17"
        })
public final class DumpCommand extends ToolCommand {
    static final long LAST_BY_DEFAULT = 10;

    @Parameters(paramLabel = "STREAM|LOG-DIRECTORY", description = "A stream, or the directory of a log.")
    private String name = "";

    @Mixin
    private final Selection selection = new Selection();

    @Option(
            names = {"-f", "--follow"},
            description = "Continue with new frames until the logs end; reports losses.")
    private boolean follow;

    @Option(names = "--headers", description = "Show flags and owner instead of payloads.")
    private boolean headers;

    @Option(names = "--hex", description = "Show payloads in hexadecimal.")
    private boolean hex;

    @Option(
            names = "--limit",
            paramLabel = "SIZE",
            converter = Quantity.Bytes.class,
            description = "Limit on payload bytes shown. Default: 64.")
    private long limit = 64;

    @Option(names = "--sbe", paramLabel = "FILE", description = "Decode messages by this SBE schema (.sbeir).")
    private @Nullable Path schema;

    @Option(names = "--json", description = "Write JSON, one object per line.")
    private boolean json;

    @Option(names = "--verify", description = "Check all headers and positions; payloads have no checksum.")
    private boolean verify;

    @Override
    public Integer call() throws IOException {
        checkUsage();
        PayloadStyle style = style();
        selection.begin(verify ? 0 : LAST_BY_DEFAULT, style.copyLimit());
        List<Unreadable> unreadable = new ArrayList<>();
        List<Path> logs = logs(unreadable);
        unreadable.forEach(reason -> Console.error("skipped a log, of this stream or another: " + reason.message()));
        boolean sound;
        try (Output out = context().newOutput().get()) {
            Report report = new Report(out, json, style);
            Dumper dumper = new Dumper(report, out, selection);
            if (follow) {
                dumper.follow(logs, termination());
            } else {
                logs.forEach(log -> dumper.dump(log, verify));
            }
            sound = dumper.isSound();
        }
        return sound && !(verify && !unreadable.isEmpty()) ? ExitCode.OK : ExitCode.CORRUPT;
    }

    /**
     * {@return the directories of the logs, in the order of their creation; at least one}
     *
     * @param unreadable gets the logs whose stream is unknown
     */
    private List<Path> logs(List<Unreadable> unreadable) throws IOException {
        Path path = Path.of(name);
        if (Files.exists(LogFiles.metaPath(path))) {
            return List.of(path);
        }
        boolean isPath = name.contains("/") || name.startsWith(".");
        String missing =
                (isPath ? "no log at " + name + ", which has no readable file " + LogFiles.META_NAME + "; " : "")
                        + "no log of stream " + EscapedText.quote(name) + " in ";
        DriverDirectory driver = new DriverDirectory(directory().path());
        if (!Files.isDirectory(driver.logs())) {
            throw new CommandException(
                    ExitCode.NO_DRIVER,
                    missing + driver.path() + ", because there is no directory of a media driver: give --dir, or the "
                            + "path of a log's directory");
        }
        List<LogView> all;
        try (LogReader reader = new LogReader(driver, context().host())) {
            all = reader.read(unreadable);
        }
        List<Path> found = all.stream()
                .filter(log -> log.stream().equals(name))
                .map(LogView::directory)
                .toList();
        if (found.isEmpty()) { // Not an error of usage: the stream may soon have a publisher.
            Set<String> streams = all.stream().map(LogView::stream).collect(Collectors.toCollection(TreeSet::new));
            String first = unreadable.isEmpty()
                    ? ""
                    : "; unreadable logs: " + unreadable.size() + ", the first: "
                            + unreadable.get(0).message();
            throw new CommandException(
                    unreadable.isEmpty()
                            ? ExitCode.NO_DRIVER
                            : ExitCode.of(unreadable.get(0).reason()),
                    missing + driver.path() + "; streams there: " + Patterns.list(streams) + first);
        }
        return found;
    }

    private void checkUsage() {
        exclude(verify && follow, "--verify checks the present contents", "--follow");
        exclude(headers && schema != null, "--headers shows no payloads", "--sbe");
    }

    private static void exclude(boolean both, String reason, String other) {
        if (both) {
            throw new CommandException(ExitCode.USAGE, reason + ": leave out that or " + other);
        }
    }

    private PayloadStyle style() {
        PayloadStyle.Kind kind =
                headers ? PayloadStyle.Kind.NONE : hex ? PayloadStyle.Kind.HEX : PayloadStyle.Kind.TEXT;
        return new PayloadStyle(kind, (int) Math.min(limit, Integer.MAX_VALUE), schema == null ? null : read(schema));
    }

    private static SbeMessages read(Path schema) {
        try {
            return SbeMessages.read(schema);
        } catch (FileFormatException e) {
            throw new CommandException(ExitCode.CORRUPT, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
