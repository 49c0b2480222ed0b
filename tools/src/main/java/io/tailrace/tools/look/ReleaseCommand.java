/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.look;

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
import io.tailrace.tools.command.Connector;
import io.tailrace.tools.command.Console;
import io.tailrace.tools.command.EscapedText;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Patterns;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.command.StateText;
import io.tailrace.tools.command.Terminal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Scanner;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Ends the lease of a name that no subscription holds. It says what will be lost, asks, and says what was lost. */
@Command(
        name = "release",
        description = "Ends the lease of a subscription name that no process holds, so publishers stop "
                + "waiting for it. Its unread messages are lost. Asks first.",
        footer = {
            "A held name is refused: end its process first. Every user who may subscribe without "
                    + "--group may release.",
            "Example:",
            "  tailrace release risk --stream quotes --yes"
        })
public final class ReleaseCommand extends LookCommand {
    private static final long LOOK_NS = 100_000_000;

    @Parameters(paramLabel = "NAME", description = "Name of the subscription.")
    private String name = "";

    @Option(
            names = {"-y", "--yes"},
            description = "Do not ask; required without a terminal.")
    private boolean yes;

    @Option(names = "--stream", paramLabel = "STREAM", description = "Only on this stream. Default: on all.")
    private @Nullable String stream;

    private volatile @Nullable String answer;

    @Override
    protected int look(SnapshotReader reader, Output out) throws IOException {
        try (Tailrace tailrace = Connector.connect(reader.directory().path(), "release")) {
            List<StreamView> vacant = vacant(reader.read());
            String consequence = vacant.stream()
                    .map(this::consequence)
                    .collect(
                            Collectors.joining("; ", "this ends the lease of " + EscapedText.quote(name) + " on ", ""));
            if (!yes && !isAgreed(consequence)) {
                Console.say("nothing was changed");
                return termination().isRequested() ? termination().interruptedCode() : ExitCode.OK;
            }
            for (StreamView view : vacant(reader.read())) {
                // Takes the name over, then gives it up without a lease: the driver needs no other command.
                tailrace.addSubscription(view.name(), lastConfig(view).withName(name, Duration.ZERO))
                        .close();
                out.text("released " + EscapedText.quote(name) + " on " + consequence(view))
                        .newLine();
            }
            return ExitCode.OK;
        }
    }

    private boolean isAgreed(String consequence) {
        if (!Terminal.isInput()) {
            throw new CommandException(ExitCode.USAGE, consequence + ". Without a terminal, confirm with --yes");
        }
        Console.say(consequence + ". Continue? [y/N]");
        Thread asking = new Thread("tailrace-answer") { // A signal does not end the read of a line.
                    @Override
                    public void run() {
                        Scanner input = new Scanner(System.in, StandardCharsets.UTF_8);
                        answer = input.hasNextLine() ? input.nextLine() : "";
                        termination().wake();
                    }
                };
        asking.setDaemon(true);
        asking.start();
        while (answer == null && !termination().isRequested()) {
            termination().sleep(LOOK_NS);
        }
        return answer != null && answer.strip().matches("(?i)y(es)?");
    }

    /** {@return the streams on which the name is vacant, at least one} */
    private List<StreamView> vacant(Snapshot now) {
        List<StreamView> chosen = now.select(each -> stream == null || each.equals(stream));
        if (chosen.isEmpty() && stream != null) {
            throw nothing("no such stream: " + EscapedText.quote(stream), now.streamNames());
        }
        List<StreamView> vacant = chosen.stream()
                .filter(view -> view.vacantNames().contains(name))
                .toList();
        if (vacant.isEmpty()) {
            chosen.stream().flatMap(this::places).findFirst().ifPresent(held -> {
                String holder = StateText.describe(Culprit.of(held.subscriber(), now), now.takenNs());
                throw new CommandException(
                        ExitCode.IN_USE,
                        "that name is held: " + holder
                                + ". Only a vacant name can be released; for others, end the process first");
            });
            List<String> names = chosen.stream()
                    .flatMap(view -> view.vacantNames().stream())
                    .distinct()
                    .toList();
            throw nothing("no vacant name " + EscapedText.quote(name) + " here", names);
        }
        return vacant;
    }

    private static CommandException nothing(String problem, List<String> names) {
        return new CommandException(ExitCode.NO_DRIVER, problem + "; there are: " + Patterns.list(names));
    }

    private Stream<Lag> places(StreamView view) {
        return view.lags().filter(lag -> lag.subscriber().name().equals(name));
    }

    private String consequence(StreamView view) {
        long unread = places(view).mapToLong(Lag::bytes).sum();
        return EscapedText.quote(view.name()) + ": " + Quantity.shortBytes(unread)
                + " of messages that it has not read can be cleaned, and are lost to it";
    }

    /** {@return the policy with which the name was last held, to take it over with} */
    private SubscriptionConfig lastConfig(StreamView view) {
        int policy = view.vacancies().stream()
                .filter(vacancy -> vacancy.key().name().equals(name))
                .map(vacancy -> vacancy.command().policy().kind())
                .findFirst()
                .orElse(SubscriberPolicy.KIND_BLOCK);
        return SubscriptionConfig.DEFAULT.withPolicy(
                switch (policy) {
                    case SubscriberPolicy.KIND_DROP -> Policy.DROP;
                    case SubscriberPolicy.KIND_EVICT -> Policy.EVICT;
                    case SubscriberPolicy.KIND_CATCH_UP -> Policy.CATCH_UP;
                    default -> Policy.BLOCK;
                });
    }
}
