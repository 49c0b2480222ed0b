/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.history;

import io.tailrace.ExclusivePublication;
import io.tailrace.FrameHandler;
import io.tailrace.Tailrace;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.StreamFinder;
import io.tailrace.history.History;
import io.tailrace.history.HistoryConfig;
import io.tailrace.history.HistoryConfig.KeepLimits;
import io.tailrace.history.HistoryConfig.Sync;
import io.tailrace.history.HistoryConfig.WhenFull;
import io.tailrace.history.replay.HistoryNotes;
import io.tailrace.history.segment.BlockClock.Moment;
import io.tailrace.history.segment.LogHistory;
import io.tailrace.history.segment.Purge;
import io.tailrace.history.segment.ReaderFile;
import io.tailrace.history.segment.StreamHistory;
import io.tailrace.inspect.HistoryView;
import io.tailrace.liveness.KernelLock;
import io.tailrace.report.HistorianFile;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.Console;
import io.tailrace.tools.command.EscapedText;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.command.ToolCommand;
import io.tailrace.tools.pubsub.PublicationOptions;
import io.tailrace.tools.pubsub.Schedule;
import io.tailrace.tools.pubsub.Sender;
import io.tailrace.tools.pubsub.SubCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tailrace history}: keeps streams on disk until a signal; its sub-commands manage what is kept. */
@Command(
        name = "history",
        description = "Keeps streams on disk until a signal, --for or --until-end, for subscriptions that start in "
                + "the past or fall behind. Publishers wait for it as for any subscriber. Prints 'READY "
                + "dir=... pid=... streams=...'.",
        footer = {
            "A later stream is kept from its first message if it is named in full; if it matches a "
                    + "pattern, once it is found.",
            "Example:",
            "  tailrace history --stream 'quotes.*' --to /var/lib/quotes --keep-age 7d",
            "  tailrace history --stream quotes --to quotes.history --until-end",
            "  tailrace history purge /var/lib/quotes --keep-bytes 100g"
        })
public final class HistoryCommand extends ToolCommand {
    static final HistoryConfig DEFAULT = HistoryConfig.of(Path.of(""), Path.of(""), "*");

    @Option(names = "--stream", paramLabel = "STREAM", description = "Stream to keep; * matches any text. Repeatable.")
    private List<String> streams = new ArrayList<>();

    @Option(names = "--to", paramLabel = "DIR", description = "Directory of the history, created if missing.")
    private @Nullable Path to;

    @Option(
            names = "--sync",
            paramLabel = "WHEN",
            converter = SyncConverter.class,
            description = "When data is forced to disk: none, always (before acknowledgement), or at an "
                    + "interval such as 1s. Default: 1s.")
    private Sync sync = DEFAULT.sync();

    @Option(
            names = "--when-full",
            paramLabel = "POLICY",
            description = "On a full disk: block (publishers wait; default), or drop (new messages are lost).")
    private WhenFull whenFull = DEFAULT.whenFull();

    @Option(
            names = "--min-free",
            paramLabel = "SIZE",
            converter = Quantity.Bytes.class,
            description = "Space to leave free in the file system. Default: 0.")
    private long minFreeBytes = DEFAULT.minFreeBytes();

    @Mixin
    private final KeepOptions keep = new KeepOptions();

    @Option(
            names = "--segment-length",
            paramLabel = "SIZE",
            converter = Quantity.Bytes.class,
            description = "Length of a segment, a power of two. Default: 128m, or a longer term's.")
    private long segmentLength = DEFAULT.segmentLength();

    @Option(names = "--name", paramLabel = "NAME", description = "Name of its subscriptions. Default: history.")
    private String name = DEFAULT.name();

    @Option(
            names = "--lease",
            paramLabel = "TIME",
            description = "How long publishers wait for the next historian. Default: 1m.")
    private Duration lease = DEFAULT.lease();

    @Option(names = "--for", paramLabel = "TIME", description = "Exit after this time, such as 10s or 2m.")
    private Duration duration = Quantity.ENDLESS;

    @Option(names = "--until-end", description = "Exit when publishers have come and left, and all is kept.")
    private boolean untilEnd;

    private volatile @Nullable Throwable lastError;

    @Override
    public Integer call() throws IOException {
        if (to == null || streams.isEmpty()) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "nothing to keep: give --stream and --to, or a sub-command: replay, export, ls, verify, "
                            + "purge or release");
        }
        if (KernelLock.probe(HistorianFile.lockFile(to)) == KernelLock.Holder.ALIVE) {
            throw new CommandException(ExitCode.IN_USE, "a historian is at work there: dir=" + to);
        }
        HistoryConfig config = HistoryConfig.of(to, directory().path(), streams.toArray(String[]::new))
                .withSync(sync)
                .withWhenFull(whenFull)
                .withMinFreeBytes(minFreeBytes)
                .withKeep(keep.limits())
                .withSegmentLength(segmentLength)
                .withName(name, lease)
                .withErrorHandler(this::report);
        Map<Path, Long> past = untilEnd ? past(to) : Map.of();
        Path target = to;
        long startNs = System.nanoTime();
        try (History history = History.launch(config)) {
            String ready = "dir=" + to.toAbsolutePath() + " pid="
                    + ProcessHandle.current().pid() + " streams=" + String.join(",", streams);
            boolean isSound = serve(ready, () -> {
                if (System.nanoTime() - startNs >= duration.toNanos() || (untilEnd && haveAllEnded(target, past))) {
                    termination().request();
                }
                return history.isRunning();
            });
            if (!isSound) {
                throw new IOException(
                        "the historian has ended unexpectedly: dir=" + to + "; its data is sound", lastError);
            }
        }
        return ExitCode.OK;
    }

    /** {@return the logs of which all is kept already, with their ends} The historian marks their ends, if it can. */
    private Map<Path, Long> past(Path history) throws IOException {
        DriverDirectory driver = new DriverDirectory(directory().path());
        Map<Path, Long> past = new HashMap<>();
        for (LogHistory log : logs(history)) {
            if (log.hasEnded() || StreamFinder.endPosition(driver, log.logId()) <= log.endPosition()) {
                past.put(log.folder(), log.endPosition());
            }
        }
        return past;
    }

    /** {@return whether logs have come since then, or grown, and all of them have ended} */
    private boolean haveAllEnded(Path history, Map<Path, Long> past) {
        List<LogHistory> later = logs(history).stream()
                .filter(log -> log.endPosition() > past.getOrDefault(log.folder(), -1L))
                .toList();
        return !later.isEmpty() && later.stream().allMatch(LogHistory::hasEnded);
    }

    /** {@return the kept logs of the streams that this keeps} */
    private List<LogHistory> logs(Path history) {
        List<LogHistory> logs = new ArrayList<>();
        try {
            for (StreamHistory stream : StreamHistory.allIn(history)) {
                if (streams.stream().anyMatch(pattern -> StreamFinder.matches(pattern, stream.name()))) {
                    logs.addAll(stream.logs());
                }
            }
        } catch (NoSuchFileException e) {
            // The directory is made later.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return logs;
    }

    private void report(Throwable error) {
        lastError = error;
        Console.error(error);
        termination().wake();
    }

    @Command(mixinStandardHelpOptions = true, description = "Lists the streams, logs and readers of a history.")
    int ls(
            @Parameters(paramLabel = "DIR", description = "Directory of the history.") Path history,
            @Option(names = "--json", description = "Write JSON, one object per line.") boolean json)
            throws IOException {
        try (Output out = context().newOutput().get()) {
            new HistoryListing(out, json)
                    .show(HistoryView.read(history, List.of(), context().host()));
        }
        return ExitCode.OK;
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Checks all blocks of a history against their checksums; exits with 65 on damage.")
    int verify(
            @Parameters(paramLabel = "DIR", description = "Directory of the history.") Path history,
            @Option(names = "--stream", paramLabel = "STREAM", description = "Only this stream.") @Nullable
                    String stream,
            @Option(names = "--json", description = "Write JSON, one object per line.") boolean json)
            throws IOException {
        try (Output out = context().newOutput().get()) {
            return new HistoryListing(out, json).verify(history, stream);
        }
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Shows the segments beyond the limits, and the readers that need them.")
    int purge(
            @Parameters(paramLabel = "DIR", description = "Directory of the history.") Path history,
            @Mixin KeepOptions keepOptions,
            @Option(names = "--yes", description = "Remove the segments that no reader needs.") boolean yes)
            throws IOException {
        long nowMs = System.currentTimeMillis();
        KeepLimits limits = keepOptions.limits();
        long bytes = 0;
        try (Output out = context().newOutput().get()) {
            for (StreamHistory stream : StreamHistory.allIn(history)) {
                for (Purge.Candidate candidate : Purge.plan(
                        stream, limits.bytes(), limits.age().toMillis(), limits.segments(), Moment.after(nowMs))) {
                    String reader = candidate.pinnedBy().orElse("");
                    if (reader.isEmpty()) {
                        bytes += candidate.bytes();
                        if (yes) {
                            Purge.delete(candidate);
                        }
                    }
                    String what = reader.isEmpty() ? yes ? "removed  " : "goes     " : "stays    ";
                    out.text(what + candidate.path() + "  bytes " + candidate.bytes())
                            .text(reader.isEmpty() ? "" : "  needed by " + EscapedText.quote(reader))
                            .newLine();
                }
            }
            out.text(yes ? "removed: " + bytes + " bytes" : "to be removed: " + bytes + " bytes; --yes removes them")
                    .newLine();
        }
        return ExitCode.OK;
    }

    @Command(mixinStandardHelpOptions = true, description = "Stops keeping messages for a reader that will not return.")
    int release(
            @Parameters(paramLabel = "DIR", description = "Directory of the history.") Path history,
            @Parameters(paramLabel = "STREAM", description = "Stream that it reads.") String stream,
            @Parameters(paramLabel = "NAME", description = "Name of the subscription.") String reader,
            @Option(names = "--force", description = "Even if its process is alive.") boolean force)
            throws IOException {
        Path file = KeptMessages.require(history, stream).reader(reader);
        if (!Files.exists(file)) {
            throw new CommandException(
                    ExitCode.NO_DRIVER,
                    "no such reader: name=" + EscapedText.quote(reader) + "; history ls lists the readers");
        }
        long pid = ReaderFile.View.read(file).pid();
        if (!force && context().host().process(pid) != null) {
            throw new CommandException(
                    ExitCode.IN_USE,
                    "the reader is alive: name=" + EscapedText.quote(reader) + ", pid=" + pid
                            + "; end it, or release it with --force");
        }
        Files.delete(file);
        Console.say("released " + EscapedText.quote(reader) + "; purge removes the segments kept for it");
        return ExitCode.OK;
    }

    @Command(mixinStandardHelpOptions = true, description = "Prints messages of a history as sub does.")
    int export(
            @Mixin KeptMessages.Selection which,
            @Option(
                            names = "--format",
                            paramLabel = "FORMAT",
                            defaultValue = "text",
                            description = "text (default), hex, json or none.")
                    SubCommand.Format format)
            throws IOException {
        try (KeptMessages past = which.open();
                Output out = context().newOutput().get()) {
            FrameHandler printer = SubCommand.printer(format, out);
            KeptMessages.Message next = past.next();
            while (next != null && !termination().isRequested()) {
                printer.onFrame(next.buffer(), next.offset(), next.length(), next);
                next = past.next();
            }
            return next != null ? termination().interruptedCode() : past.exitCode();
        }
    }

    /** {@code tailrace history replay}: publishes the past of a stream again. */
    @Command(
            name = "replay",
            description = "Publishes messages of a history to a new log, in the order of their times. Waits "
                    + "while subscribers lag too far. Skips and reports damage, and exits with 65.",
            footer = {"Example:", "  tailrace history replay quotes.history quotes again --speed max"})
    public static final class Replay extends ToolCommand {
        @Mixin
        private PublicationOptions options = new PublicationOptions();

        @Mixin
        private KeptMessages.Selection which = new KeptMessages.Selection();

        @Parameters(
                index = "2",
                arity = "0..1",
                paramLabel = "TARGET",
                description = "Default: STREAM, if no history keeps it.")
        private @Nullable String target;

        @Option(
                names = "--speed",
                paramLabel = "SPEED",
                converter = Speed.class,
                description = "Factor of the original speed, such as 0.5, or max. Default: 1.")
        private double speed = 1;

        @Override
        public Integer call() throws IOException {
            String to = target == null ? which.stream : target;
            List<HistoryNotes.Note> notes =
                    HistoryNotes.list(new DriverDirectory(directory().path()));
            if (target == null && notes.stream().anyMatch(note -> note.covers(to))) {
                throw new CommandException(
                        ExitCode.USAGE,
                        "a history keeps this stream and would get all messages twice: stream=" + EscapedText.quote(to)
                                + "; give TARGET, which may be the same stream");
            }
            try (KeptMessages past = which.open();
                    Tailrace tailrace = options.connect(directory(), "replay " + to);
                    ExclusivePublication publication =
                            tailrace.addExclusivePublication(to, options.config(past.termLength()))) {
                Sender sender = new Sender(
                        tailrace, publication, options.waitSubscriberNs(), new Schedule(speed), termination());
                KeptMessages.Message next = past.next();
                while (next != null
                        && sender.send(past.steadyMs() * 1e6, next.buffer(), next.offset(), next.length())) {
                    next = past.next();
                }
                Console.say(sender.sent() + " sent");
                return next != null ? termination().interruptedCode() : past.exitCode();
            }
        }
    }

    /** Converts a speed on the command line. */
    static final class Speed extends Quantity.Converter<Double> {
        Speed() {
            super(Speed::parse);
        }

        static double parse(String text) {
            double speed = text.equals("max") ? Double.POSITIVE_INFINITY : Quantity.rate(text);
            if (speed == 0) {
                throw new IllegalArgumentException("not a speed: '" + text + "' (such as 2, 0.5 or max)");
            }
            return speed;
        }
    }

    /** Converts the value of {@code --sync}. */
    static final class SyncConverter extends Quantity.Converter<Sync> {
        SyncConverter() {
            super(SyncConverter::parse);
        }

        static Sync parse(String text) {
            return switch (text) {
                case "none" -> new Sync.None();
                case "always" -> new Sync.Always();
                default ->
                    new Sync.Interval(Duration.ofNanos(Quantity.durationNs(text.replaceFirst("^interval ", ""))));
            };
        }
    }

    /** The limits of what is kept of each stream: options common to a historian and {@code purge}. */
    static final class KeepOptions {
        @Option(
                names = "--keep-bytes",
                paramLabel = "SIZE",
                converter = Quantity.Bytes.class,
                description = "Limit on the bytes of a stream; the oldest segments go first.")
        private long bytes = KeepLimits.ALL.bytes();

        @Option(
                names = "--keep-age",
                paramLabel = "TIME",
                description = "Remove segments whose last message is older, such as 7d.")
        private Duration age = KeepLimits.ALL.age();

        @Option(names = "--keep-segments", paramLabel = "N", description = "Limit on the segments of a stream.")
        private long segments = KeepLimits.ALL.segments();

        KeepLimits limits() {
            return new KeepLimits(bytes, age, (int) Math.min(segments, Integer.MAX_VALUE));
        }
    }
}
