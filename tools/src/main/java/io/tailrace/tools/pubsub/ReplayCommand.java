/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.pubsub;

import io.tailrace.ExclusivePublication;
import io.tailrace.Tailrace;
import io.tailrace.file.FileFormatException;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogLayout;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.Console;
import io.tailrace.tools.command.EscapedText;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.command.ToolCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tailrace replay}: a recording to a stream. */
@Command(
        name = "replay",
        mixinStandardHelpOptions = true,
        description = {
            "Publishes the messages of a recording again, in a log of its own, in the order in which they were "
                    + "received, whichever logs they came from.",
            "Looks through the whole file first, and publishes nothing of one that was cut or damaged, unless with "
                    + "--partial. Waits while subscribers are too far behind."
        },
        footer = {
            "",
            "Example:",
            "  tailrace replay quotes.rec quotes-again --speed max",
            "  tailrace replay quotes.rec --info           what is in it; if unsound exit 65"
        })
public final class ReplayCommand extends ToolCommand {
    @Mixin
    private PublicationOptions options = new PublicationOptions();

    @Parameters(index = "0", paramLabel = "FILE", description = "File that record has made.")
    private @Nullable Path file;

    @Parameters(index = "1", arity = "0..1", paramLabel = "STREAM", description = "Name of the stream to publish to.")
    private @Nullable String stream;

    @Option(
            names = "--speed",
            paramLabel = "SPEED",
            converter = Speed.class,
            description = "Times the speed at which messages were received, such as 2 or 0.5, or max: as fast as "
                    + "subscribers read. Default: 1.")
    private double speed = 1;

    @Option(names = "--partial", description = "Replay a file that was cut or damaged as far as it is sound.")
    private boolean partial;

    @Option(names = "--info", description = "Say what is in the file and whether it is sound; publish nothing.")
    private boolean info;

    @Option(names = "--json", description = "With --info: as a JSON object.")
    private boolean json;

    @Override
    public Integer call() {
        Path path = Objects.requireNonNull(file);
        String target = stream;
        if (info == (target != null)) {
            throw new CommandException(
                    ExitCode.USAGE,
                    info ? "--info publishes nothing: leave out the stream" : "no stream to publish to; or --info");
        }
        if (json && !info) {
            throw new CommandException(ExitCode.USAGE, "--json is for --info: give that too");
        }
        try {
            RecordingSummary summary = RecordingSummary.of(path);
            return target == null ? report(summary) : replay(summary, target);
        } catch (FileFormatException e) {
            throw new CommandException(ExitCode.CORRUPT, String.valueOf(e.getMessage()));
        } catch (FileSystemException e) {
            throw new UncheckedIOException(e);
        } catch (IOException e) {
            throw new CommandException(
                    ExitCode.IO_FAILED, "cannot read the recording: " + e.getMessage() + ": path=" + path);
        }
    }

    private int report(RecordingSummary summary) {
        Output out = Output.standard();
        if (json) {
            summary.json(out);
        } else {
            summary.text(out);
        }
        if (!summary.isComplete()) {
            throw unsound(summary);
        }
        return ExitCode.OK;
    }

    private static CommandException unsound(RecordingSummary summary) {
        return new CommandException(
                ExitCode.CORRUPT,
                summary.path() + ": " + summary.ending().describe() + "; " + summary.messages()
                        + " messages before it are sound: --partial replays them");
    }

    private int replay(RecordingSummary summary, String target) throws IOException {
        if (!summary.isComplete()) {
            if (!partial) {
                throw unsound(summary);
            }
            Console.error(summary.path() + ": " + summary.ending().describe() + "; replaying what is before it");
        }
        if (summary.lostBytes() > 0) {
            Console.say("not in the recording: " + summary.lostBytes() + " bytes of the logs of "
                    + EscapedText.quote(summary.stream()) + " that were lost when it was made");
        }
        try (Tailrace tailrace = options.connect(directory(), "replay " + target);
                ExclusivePublication publication = tailrace.addExclusivePublication(target, options.config())) {
            checkLongest(summary.longest(), publication.maxMessageLength());
            Sender sender =
                    new Sender(tailrace, publication, options.waitSubscriberNs(), new Schedule(speed), termination());
            send(summary, sender);
            Console.say(sender.sent() + " sent");
            return sender.sent() == summary.messages()
                    ? ExitCode.OK
                    : termination().interruptedCode();
        }
    }

    private static void checkLongest(long longest, int most) {
        if (longest > most) {
            long frame = FrameLayout.align((int) longest + FrameLayout.HEADER_LENGTH);
            long termLength = Math.max(
                    LogLayout.MIN_TERM_LENGTH, Long.highestOneBit(frame * LogLayout.LONGEST_FRAMES_PER_TERM - 1) << 1);
            throw new CommandException(
                    ExitCode.USAGE,
                    "a message of the recording is too long: length=" + longest + ", longest=" + most
                            + "; give --term-length " + termLength);
        }
    }

    private void send(RecordingSummary summary, Sender sender) throws IOException {
        try (RecordingReader reader = RecordingReader.open(summary.path())) {
            RecordingReader.Ending ending = reader.read(message ->
                    sender.send((double) message.timeNs(), message.buffer(), message.offset(), message.length()));
            if (ending.state() != RecordingReader.State.STOPPED && !ending.equals(summary.ending())) {
                throw new CommandException(
                        ExitCode.CORRUPT,
                        summary.path() + ": changed while it was replayed: sent=" + sender.sent() + ", "
                                + ending.describe());
            }
        }
    }

    /** A speed on the command line. */
    static final class Speed extends Quantity.Converter<Double> {
        Speed() {
            super(Speed::parse);
        }

        static double parse(String text) {
            if (text.equals("max")) {
                return Double.POSITIVE_INFINITY;
            }
            if (!text.matches("[0-9]+([.][0-9]+)?") || Double.parseDouble(text) == 0) {
                throw new IllegalArgumentException("not a speed: '" + text + "' (such as 2, 0.5 or max)");
            }
            return Double.parseDouble(text);
        }
    }
}
