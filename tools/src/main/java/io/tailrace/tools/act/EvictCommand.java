/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.act;

import io.tailrace.Tailrace;
import io.tailrace.client.Operator;
import io.tailrace.control.SuggestedCommand;
import io.tailrace.file.Ownership;
import io.tailrace.inspect.ClientView;
import io.tailrace.inspect.Culprit;
import io.tailrace.inspect.LogSnapshot.Subscriber;
import io.tailrace.inspect.Snapshot;
import io.tailrace.inspect.SnapshotReader;
import io.tailrace.inspect.StreamView;
import io.tailrace.inspect.StreamView.Lag;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.EscapedText;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Patterns;
import io.tailrace.tools.command.StateText;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Evicts subscribers that hold a stream back: from then on they lose messages and are notified of each loss. */
@Command(
        name = "evict",
        mixinStandardHelpOptions = true,
        description = "Frees the publishers of a stream from a client's subscribers, which have policy "
                + "DROP from then on and are notified of their losses. Asks first.",
        footer = {
            "",
            "A subscriber of policy BLOCK reads messages in place, so publishers wait a second or two "
                    + "until it leaves its poll and reads copies. A stopped process does so when it continues; a "
                    + "handler that never returns, or a dispatched subscription, only at its end. The command "
                    + "says what remains to be done. Only the driver's own user may evict.",
            "",
            "Example:",
            "  tailrace evict quotes 812 --yes"
        })
public final class EvictCommand extends InterventionCommand {
    private static final long PATIENCE_NS = 5_000_000_000L;

    @Parameters(index = "0", paramLabel = "STREAM", description = "Name of the stream.")
    private String stream = "";

    @Parameters(
            index = "1",
            paramLabel = "CLIENT",
            description = "Id, pid or program, or a subscription's name; * and ? are wildcards.")
    private String client = "";

    private List<Lag> chosen = List.of();

    @Override
    String plan(Snapshot now) {
        List<Lag> gating = gating(stream(now, stream)).toList();
        Patterns patterns = new Patterns(List.of(client));
        List<Lag> named = gating.stream()
                .filter(lag -> isNamed(patterns, lag.subscriber(), now))
                .toList();
        if (named.isEmpty()) {
            throw nothing(
                    "publishers of " + EscapedText.quote(stream) + " do not wait for " + EscapedText.quote(client)
                            + ", but for " + (gating.isEmpty() ? "no subscriber" : describe(gating, now)),
                    client,
                    gating.stream().map(lag -> lag.subscriber().name()).toList());
        }
        Set<Long> clients = named.stream()
                .filter(lag -> !lag.subscriber().isVacant())
                .map(lag -> lag.subscriber().clientId())
                .collect(Collectors.toSet());
        chosen = gating.stream() // All subscribers of these clients, as the driver evicts them.
                .filter(lag -> clients.contains(lag.subscriber().clientId())
                        && !lag.subscriber().isVacant())
                .toList();
        if (chosen.isEmpty()) {
            String name = named.get(0).subscriber().name();
            String release = SuggestedCommand.of("release", name, "--stream", stream);
            throw new CommandException(ExitCode.NO_DRIVER, "no process holds that name. To release it: " + release);
        }
        return "publishers of " + EscapedText.quote(stream) + " no longer wait for " + describe(chosen, now) + ": of "
                + unread(bytes(chosen)) + " that it has not read, it loses those that they overwrite";
    }

    private static Stream<Lag> gating(StreamView view) {
        return view.lags()
                .filter(lag -> !lag.log().isEnded() && lag.subscriber().isGating());
    }

    private static boolean isNamed(Patterns patterns, Subscriber subscriber, Snapshot now) {
        ClientView owner = now.clients().get(subscriber.clientId());
        return patterns.select(
                Long.toString(subscriber.clientId()),
                Long.toString(subscriber.pid()),
                subscriber.name(),
                owner == null ? "" : owner.program());
    }

    private static long bytes(List<Lag> lags) {
        return lags.stream().mapToLong(Lag::bytes).sum();
    }

    private static String describe(List<Lag> lags, Snapshot now) {
        return lags.stream()
                .map(lag -> StateText.describe(Culprit.of(lag.subscriber(), now), now.takenNs()))
                .distinct()
                .collect(Collectors.joining(", "));
    }

    @Override
    int carryOut(Tailrace tailrace, SnapshotReader reader, Output out) throws IOException {
        if (!Ownership.of(tailrace.directory()).isOwn()) {
            throw new CommandException(
                    ExitCode.PERMISSION,
                    "only the driver's own user may evict: its owner is "
                            + Ownership.of(tailrace.directory()).owner());
        }
        chosen.stream()
                .map(lag -> lag.subscriber().clientId())
                .distinct()
                .forEach(id -> Operator.evict(tailrace, id, stream));
        long endNs = System.nanoTime() + PATIENCE_NS;
        Snapshot now = reader.read();
        while (!waiting(now).isEmpty()
                && System.nanoTime() < endNs
                && !termination().isRequested()) {
            termination().sleep(LOOK_NS);
            now = reader.read();
        }
        List<Lag> waiting = waiting(now);
        if (waiting.isEmpty()) {
            out.text("evicted from " + EscapedText.quote(stream) + ": " + describe(chosen, now) + ". Of "
                            + unread(bytes(chosen)) + " that it had not read, it is notified of those overwritten")
                    .newLine();
            return ExitCode.OK;
        }
        String pids = waiting.stream()
                .map(lag -> Long.toString(lag.subscriber().pid()))
                .distinct()
                .collect(Collectors.joining(" "));
        throw new CommandException(
                ExitCode.TIMED_OUT,
                "not evicted yet: " + describe(waiting, now) + ". It reads a message in place: stopped, inside its"
                        + " handler, or dispatched (or it is an older version). It is evicted when it continues; if"
                        + " it is stopped: kill -CONT " + pids + "; to end it without loss to others: kill -9 " + pids);
    }

    /** {@return the chosen subscribers that still gate} */
    private List<Lag> waiting(Snapshot now) {
        StreamView view = now.stream(stream);
        Set<Long> registrations =
                chosen.stream().map(lag -> lag.subscriber().registrationId()).collect(Collectors.toSet());
        return view == null
                ? List.of()
                : gating(view)
                        .filter(lag -> registrations.contains(lag.subscriber().registrationId()))
                        .filter(lag -> !lag.subscriber().isVacant())
                        .toList();
    }
}
