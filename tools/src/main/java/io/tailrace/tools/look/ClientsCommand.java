/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.look;

import io.tailrace.inspect.ClientView;
import io.tailrace.inspect.Snapshot;
import io.tailrace.inspect.SnapshotReader;
import io.tailrace.tools.command.Columns;
import io.tailrace.tools.command.JsonLines;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Patterns;
import io.tailrace.tools.command.Table;
import io.tailrace.tools.command.Terminal.Colour;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists a driver and its clients: their processes, whether they live and why, and what they hold. */
@Command(
        name = "clients",
        description =
                "Lists a media driver and its clients: whether they are alive, and what they hold. " + "Read-only.",
        footer = {
            "A process is dead if its lock is free and it is gone or has closed; suspect if it has not "
                    + "worked for a second, for example because it is stopped. PROGRAM is the client's name, by "
                    + "default its main class or jar. STATE names the PID namespace if it is another one, as of "
                    + "a container.",
            "Example:",
            "  tailrace clients suspect dead"
        })
public final class ClientsCommand extends LookCommand {
    private static final String SCHEMA = "tailrace.clients/1";

    @Parameters(
            paramLabel = "CLIENT",
            arity = "0..*",
            description = "Only these: id, pid, user, program or state; * and ? are wildcards.")
    private List<String> clients = new ArrayList<>();

    @Option(names = "--json", description = "Write JSON, one object per line.")
    private boolean json;

    @Override
    protected int look(SnapshotReader reader, Output out) throws IOException {
        Patterns patterns = new Patterns(clients);
        Snapshot now = reader.next().after();
        List<ClientView> selected = now.processes()
                .filter(client -> patterns.select(
                        id(client),
                        Long.toString(client.owner().pid()),
                        client.user(),
                        client.program(),
                        client.life(now.takenNs())))
                .toList();
        patterns.requireAny(
                !selected.isEmpty(),
                "clients",
                now.processes().map(ClientView::program).toList());
        if (json) {
            write(out, selected, now.takenNs());
            now.unreadable().forEach(new JsonLines(out, SCHEMA)::unreadable);
        } else {
            Table<ClientView> table = new Table<>(context().terminal(), columns(now.takenNs()));
            selected.forEach(client -> table.row(colour(client, now.takenNs()), client));
            table.print(out, context().terminal().size().columns());
        }
        return end(out, now.unreadable());
    }

    /** Writes a line for each client, for programs. */
    public static void write(OutputStream out, List<ClientView> clients, long nowNs) {
        JsonLines lines = new JsonLines(out, SCHEMA);
        Columns<ClientView> columns = columns(nowNs);
        clients.forEach(client -> lines.line(client.isDriver() ? "driver" : "client", columns.of(client)));
    }

    private static Columns<ClientView> columns(long nowNs) {
        return new Columns<ClientView>()
                .key("clientId", ClientView::id)
                .left("CLIENT", ClientsCommand::id)
                .sentence("STATE", client -> state(client, nowNs))
                .right("PID", "pid", client -> client.owner().pid())
                .key("visible", client -> client.owner().visible())
                .left("USER", "user", ClientView::user)
                .left("PROGRAM", "program", ClientView::program)
                .left("SINCE", "since", client -> Objects.toString(client.since(), null))
                .key("life", client -> client.life(nowNs))
                .key("proof", client -> client.owner().proof().name())
                .key("reason", client -> client.reason(nowNs))
                .right("PUB", "publications", client -> client.holdings().publications())
                .right("SUB", "subscriptions", client -> client.holdings().subscriptions())
                .right("LOGS", "logs", client -> client.holdings().logs())
                .bytes("BYTES", "bytes", client -> client.holdings().bytes())
                .key("hasErrors", ClientView::hasErrors)
                .leaving("SINCE", "USER", "BYTES", "LOGS", "PUB", "SUB", "PROGRAM", "PID");
    }

    private static String id(ClientView client) {
        return client.isDriver() ? "driver" : Long.toString(client.id());
    }

    private static String state(ClientView client, long nowNs) {
        String reason = client.reason(nowNs);
        long namespace = client.owner().pidNamespace();
        return client.life(nowNs)
                + (reason.isEmpty() ? "" : ": " + reason)
                + (namespace == 0 ? "" : ", its PID is of namespace " + namespace + " (lsns)")
                + (client.hasErrors() ? ", has errors" : "");
    }

    private static Colour colour(ClientView client, long nowNs) {
        if (!client.owner().lives()) {
            return Colour.RED;
        }
        return client.owner().isSuspect(nowNs) ? Colour.YELLOW : Colour.NONE;
    }
}
