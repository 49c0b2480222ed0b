/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.look;

import io.tailrace.inspect.Culprit;
import io.tailrace.inspect.Interval;
import io.tailrace.inspect.SnapshotReader;
import io.tailrace.inspect.StreamState.Kind;
import io.tailrace.inspect.StreamView;
import io.tailrace.tools.command.Columns;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.JsonLines;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.command.StateText;
import java.io.IOException;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes the sums over all streams of a driver, one line for each interval. */
@Command(
        name = "stat",
        mixinStandardHelpOptions = true,
        description = "Writes the totals of all streams of a media driver, one line per interval. Read-only.",
        footer = {
            "",
            "HELD counts the streams that are held back. LAG is the worst subscriber's, in percent of "
                    + "how far publishers may be ahead. WHO holds back the stream that has waited longest, or "
                    + "else is that subscriber. ERRORS are the driver's in the interval.",
            "",
            "Example:",
            "  tailrace stat 500ms 10"
        })
public final class StatCommand extends LookCommand {
    private static final String SCHEMA = "tailrace.stat/1";
    private static final long FOR_EVER = Long.MAX_VALUE;
    private static final long DEFAULT_NS = 1_000_000_000;
    private static final String FORMAT = "%-20s %7s %7s %7s %5s %8s %5s %5s %6s  %s%n";
    private static final Columns<Interval> COLUMNS = new Columns<Interval>()
            .left("TIME", interval -> interval.after()
                    .taken()
                    .truncatedTo(ChronoUnit.SECONDS)
                    .toString())
            .key("time", interval -> interval.after().taken().toString())
            .key(
                    "driver",
                    interval -> interval.after().driver().life(interval.after().takenNs()))
            .right("CLIENTS", "clients", interval -> interval.after().livingClients())
            .right("SUSPECT", "suspectClients", interval -> interval.after().suspectClients())
            .right("STREAMS", "streams", interval -> interval.after().streams().size())
            .right("LOGS", "logs", interval -> interval.after().logs().size())
            .right(
                    "BYTES/S",
                    "bytesPerSecond",
                    interval -> Math.round(interval.bytesPerSecond()),
                    interval -> Quantity.shortBytes(interval.bytesPerSecond()))
            .right("HELD", "heldBack", Interval::heldBack)
            .right("LAG%", "worstLagPercent", interval -> ofWorst(interval, StreamView.Lag::percent, 0))
            .key("worstLagStream", interval -> ofWorst(interval, lag -> lag.log().stream(), null))
            .right("ERRORS", "errors", interval -> interval.growth("errors"))
            .left("WHO", "who", StatCommand::who);

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "INTERVAL",
            converter = Quantity.DurationNs.class,
            description = "Time per line, such as 5 (seconds) or 500ms. Default: one line over 1s.")
    private @Nullable Long intervalNs;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "COUNT",
            converter = Quantity.Count.class,
            description = "Number of lines. Default: until a signal.")
    private @Nullable Long count;

    @Option(names = "--json", description = "Write JSON, one object per line.")
    private boolean json;

    @Override
    protected int look(SnapshotReader reader, Output out) throws IOException {
        long lines = intervalNs == null ? 1 : count == null ? FOR_EVER : count;
        long eachNs = intervalNs == null ? DEFAULT_NS : intervalNs;
        if (eachNs <= 0) {
            throw new CommandException(
                    ExitCode.USAGE, "INTERVAL must be longer than 0: a line says what happened within it");
        }
        Consumer<Interval> writer = writer(out);
        Interval interval = reader.next();
        tellDriver(interval.after());
        long nextNs = System.nanoTime();
        for (long i = 0; i < lines; i++) {
            nextNs += eachNs;
            if (!termination().sleepUntil(nextNs) || termination().isRequested()) { // The wake-up may be late.
                return ExitCode.OK;
            }
            interval = reader.next();
            writer.accept(interval);
            out.flush();
        }
        return end(out, interval.after().unreadable());
    }

    private Consumer<Interval> writer(Output out) {
        if (json) {
            JsonLines lines = new JsonLines(out, SCHEMA);
            return interval -> lines.line("stat", COLUMNS.of(interval));
        }
        out.format(FORMAT, COLUMNS.titles().toArray());
        return interval -> out.format(FORMAT, COLUMNS.texts(interval).toArray());
    }

    /**
     * {@return the stream that has been held back for the longest time, and the culprit; without such a stream, the
     * subscriber with the worst lag}
     */
    private static @Nullable Object who(Interval interval) {
        return interval.after().streams().stream()
                .filter(stream -> interval.state(stream).kind() == Kind.HELD_BACK)
                .max(Comparator.comparingLong(stream -> interval.state(stream).heldForNs()))
                .<Object>map(stream -> stream.name() + ": " + StateText.verdict(interval, stream)
                        + (interval.heldBack() > 1 ? "; and " + (interval.heldBack() - 1) + " more" : ""))
                .orElseGet(() ->
                        ofWorst(interval, lag -> StateText.name(Culprit.of(lag.subscriber(), interval.after())), null));
    }

    /** {@return a property of the subscriber with the greatest lag in percent of what publishers may be ahead} */
    private static @Nullable Object ofWorst(
            Interval interval, Function<StreamView.Lag, Object> something, @Nullable Object ifNoneLags) {
        return interval.after().streams().stream()
                .map(StreamView::worstLag)
                .filter(Objects::nonNull)
                .max(Comparator.comparingLong(StreamView.Lag::percent))
                .map(something)
                .orElse(ifNoneLags);
    }
}
