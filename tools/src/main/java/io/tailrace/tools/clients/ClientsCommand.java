/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.clients;

import io.tailrace.control.DriverDirectory;
import io.tailrace.tools.command.DirectoryOption;
import io.tailrace.tools.command.EscapedText;
import io.tailrace.tools.command.JsonLines;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Patterns;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.command.Table;
import io.tailrace.tools.command.Terminal;
import io.tailrace.tools.command.Terminal.Colour;
import io.tailrace.tools.view.ClientView;
import io.tailrace.tools.view.Host;
import io.tailrace.tools.view.LocalHost;
import io.tailrace.tools.view.Snapshot;
import io.tailrace.tools.view.SnapshotReader;
import io.tailrace.tools.view.Unreadable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists a driver and its clients: which processes they are, whether they live and why, and what they hold. */
@Command(
        name = "clients",
        mixinStandardHelpOptions = true,
        description = {
            "Lists a media driver and its clients: which processes they are, whether they live, and what they hold. "
                    + "Changes nothing.",
        },
        footer = {
            "",
            "A process is dead by the driver's own proof: nobody holds its lock, and it is gone or has closed. It is "
                    + "suspect if it has not worked for a second: it may be stopped. PROGRAM has no arguments, for "
                    + "they may be secret. Of a process in another PID namespace, as of a container, STATE names the "
                    + "namespace; its PROGRAM shows on the host only.",
            "",
            "Example:",
            "  tailrace clients",
            "  tailrace clients ann      of a user; also by id, pid, program, state",
            "  tailrace clients suspect dead"
        })
public final class ClientsCommand implements Callable<Integer> {
    private static final String NOTHING = "-";

    private final Supplier<Output> newOutput;
    private final Terminal terminal;
    private final Host host;

    @Mixin
    private final DirectoryOption directory = new DirectoryOption();

    @Parameters(
            paramLabel = "CLIENT",
            arity = "0..*",
            description = "Only these: id, pid, user, program or state; * and ? stand for any text or character.")
    private List<String> clients = new ArrayList<>();

    @Option(names = "--json", description = "Write one JSON object a line: " + ClientJson.SCHEMA + ".")
    private boolean json;

    /** For the standard output of this host. */
    public ClientsCommand(Terminal terminal) {
        this(terminal, new LocalHost(), Output::standard);
    }

    /** For another output of another host. */
    public ClientsCommand(Terminal terminal, Host host, Supplier<Output> newOutput) {
        this.terminal = terminal;
        this.host = host;
        this.newOutput = newOutput;
    }

    @Override
    public Integer call() throws IOException {
        DriverDirectory driver = directory.ofDriver();
        Patterns patterns = new Patterns(clients);
        try (SnapshotReader reader = new SnapshotReader(driver, host);
                Output out = newOutput.get()) {
            Snapshot snapshot = reader.read();
            List<ClientView> selected = Stream.concat(
                            Stream.of(snapshot.driver()), snapshot.clients().values().stream())
                    .filter(client -> patterns.select(
                            client.id() == ClientView.DRIVER ? "driver" : Long.toString(client.id()),
                            Long.toString(client.owner().pid()),
                            client.user(),
                            client.program(),
                            client.life(snapshot.takenNs())))
                    .toList();
            patterns.requireAny(!selected.isEmpty(), "clients");
            if (json) {
                JsonLines lines = new JsonLines(out, ClientJson.SCHEMA);
                ClientJson clientJson = new ClientJson(lines, snapshot.takenNs());
                selected.forEach(clientJson::write);
                snapshot.unreadable().forEach(lines::unreadable);
            } else {
                text(out, selected, snapshot.takenNs());
            }
            out.flush();
            return Unreadable.end(snapshot.unreadable());
        }
    }

    private void text(Output out, List<ClientView> selected, long nowNs) {
        Table table = new Table(terminal)
                .left("CLIENT")
                .right("PID")
                .left("USER")
                .left("SINCE")
                .right("PUB")
                .right("SUB")
                .right("LOGS")
                .right("BYTES")
                .left("PROGRAM")
                .left("STATE");
        for (ClientView client : selected) {
            boolean isDriver = client.id() == ClientView.DRIVER;
            String reason = client.reason(nowNs);
            long namespace = client.owner().pidNamespace();
            String place = namespace == 0 ? "" : ", its PID is of namespace " + namespace + " (lsns)";
            String errors = client.hasErrors() ? ", has errors" : "";
            table.row(
                    colour(client, nowNs),
                    isDriver ? "driver" : Long.toString(client.id()),
                    Long.toString(client.owner().pid()),
                    orNothing(client.user()),
                    Objects.toString(client.since(), NOTHING),
                    isDriver ? NOTHING : Integer.toString(client.holdings().publications()),
                    isDriver ? NOTHING : Integer.toString(client.holdings().subscriptions()),
                    isDriver ? NOTHING : Integer.toString(client.holdings().logs()),
                    isDriver
                            ? NOTHING
                            : Quantity.shortBytes((double) client.holdings().bytes()),
                    orNothing(client.program()),
                    client.life(nowNs) + (reason.isEmpty() ? "" : ": " + reason) + place + errors);
        }
        table.print(out);
    }

    private static String orNothing(String text) {
        return text.isEmpty() ? NOTHING : EscapedText.escape(text);
    }

    private static Colour colour(ClientView client, long nowNs) {
        if (!client.owner().lives()) {
            return Colour.RED;
        }
        return client.owner().isSuspect(nowNs) ? Colour.YELLOW : Colour.NONE;
    }
}
