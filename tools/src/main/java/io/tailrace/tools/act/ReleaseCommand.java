/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.act;

import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.Policy;
import io.tailrace.Tailrace;
import io.tailrace.inspect.Snapshot;
import io.tailrace.inspect.SnapshotReader;
import io.tailrace.inspect.StreamState.Culprit;
import io.tailrace.inspect.StreamView;
import io.tailrace.inspect.StreamView.Lag;
import io.tailrace.log.SubscriberPolicy;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.EscapedText;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.StateText;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Ends the lease of a name that no subscription holds. */
@Command(
        name = "release",
        mixinStandardHelpOptions = true,
        description = "Ends the lease of a subscription name that no process holds, so publishers stop "
                + "waiting for it. Its unread messages are lost. Asks first.",
        footer = {
            "",
            "A held name is refused: end its process first. Every user who may subscribe may release.",
            "",
            "Example:",
            "  tailrace release risk --stream quotes --yes"
        })
public final class ReleaseCommand extends InterventionCommand {
    @Parameters(paramLabel = "NAME", description = "Name of the subscription.")
    private String name = "";

    @Option(names = "--stream", paramLabel = "STREAM", description = "Only on this stream. Default: on all.")
    private @Nullable String stream;

    @Override
    String plan(Snapshot now) {
        List<StreamView> vacant = vacant(now);
        if (vacant.isEmpty()) {
            throw nothingVacant(now);
        }
        return vacant.stream()
                .map(this::consequence)
                .collect(Collectors.joining("; ", "this ends the lease of " + EscapedText.quote(name) + " on ", ""));
    }

    private List<StreamView> chosen(Snapshot now) {
        return stream == null ? now.streams() : List.of(stream(now, stream));
    }

    private List<StreamView> vacant(Snapshot now) {
        return chosen(now).stream()
                .filter(view -> view.vacantNames().contains(name))
                .toList();
    }

    private Stream<Lag> places(StreamView view) {
        return view.lags().filter(lag -> lag.subscriber().name().equals(name));
    }

    private String consequence(StreamView view) {
        return EscapedText.quote(view.name()) + ": "
                + unread(places(view).mapToLong(Lag::bytes).sum())
                + " that it has not read can be cleaned, and are lost to it";
    }

    private CommandException nothingVacant(Snapshot now) {
        Optional<Lag> held = chosen(now).stream().flatMap(this::places).findFirst();
        if (held.isPresent()) {
            Culprit holder = Culprit.of(held.get().subscriber(), now);
            return new CommandException(
                    ExitCode.IN_USE,
                    "that name is held: " + StateText.describe(holder, now.takenNs())
                            + ". Only a vacant name can be released; for others, end the process first");
        }
        List<String> names = chosen(now).stream()
                .flatMap(view -> view.vacantNames().stream())
                .distinct()
                .toList();
        return nothing("no vacant name " + EscapedText.quote(name) + " here", names);
    }

    /**
     * Adds a subscription that takes the name over, then gives it up without a lease: the driver needs no other
     * command.
     */
    @Override
    int carryOut(Tailrace tailrace, SnapshotReader reader, Output out) throws IOException {
        for (StreamView view : vacant(reader.read())) {
            tailrace.addSubscription(view.name(), lastConfig(view).withName(name, Duration.ZERO))
                    .close();
            out.text("released " + EscapedText.quote(name) + " on " + consequence(view))
                    .newLine();
        }
        return ExitCode.OK;
    }

    /** {@return the policy with which the name was last held, to take it over with} */
    private SubscriptionConfig lastConfig(StreamView view) {
        SubscriberPolicy policy = view.vacancies().stream()
                .filter(vacancy -> vacancy.key().name().equals(name))
                .map(vacancy -> vacancy.command().policy())
                .findFirst()
                .orElse(SubscriberPolicy.BLOCK);
        return switch (policy.kind()) {
            case SubscriberPolicy.KIND_DROP -> SubscriptionConfig.DEFAULT.withPolicy(Policy.DROP);
            case SubscriberPolicy.KIND_EVICT -> SubscriptionConfig.DEFAULT.withPolicy(Policy.EVICT);
            case SubscriberPolicy.KIND_CATCH_UP -> SubscriptionConfig.DEFAULT.withPolicy(Policy.CATCH_UP);
            default -> SubscriptionConfig.DEFAULT;
        };
    }
}
