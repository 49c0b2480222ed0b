/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.history;

import io.tailrace.ExclusivePublication;
import io.tailrace.Tailrace;
import io.tailrace.control.DriverDirectory;
import io.tailrace.history.replay.HistoryNotes;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.Console;
import io.tailrace.tools.command.EscapedText;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.command.ToolCommand;
import io.tailrace.tools.pubsub.PublicationOptions;
import io.tailrace.tools.pubsub.Schedule;
import io.tailrace.tools.pubsub.Sender;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tailrace history replay}: publishes the past of a stream again. */
@Command(
        name = "replay",
        description = "Publishes messages of a history to a new log, in the order of their times. Waits "
                + "while subscribers lag too far. Skips and reports damage, and exits with 65.",
        footer = {"Example:", "  tailrace history replay quotes.history quotes again --speed max"})
public final class ReplayCommand extends ToolCommand {
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
            Sender sender =
                    new Sender(tailrace, publication, options.waitSubscriberNs(), new Schedule(speed), termination());
            KeptMessages.Message next = past.next();
            while (next != null && sender.send(past.steadyMs() * 1e6, next.buffer(), next.offset(), next.length())) {
                next = past.next();
            }
            Console.say(sender.sent() + " sent");
            return next != null ? termination().interruptedCode() : past.exitCode();
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
}
