/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.clients;

import io.tailrace.tools.command.JsonLines;
import io.tailrace.tools.view.ClientView;
import java.io.OutputStream;
import java.util.Objects;

/** A driver and its clients as programs read them. One thread. */
public final class ClientJson {
    static final String SCHEMA = "tailrace.clients/1";

    private final JsonLines lines;
    private final long nowNs;

    /** Writes to an output, which it does not flush. */
    public ClientJson(OutputStream out, long nowNs) {
        this(new JsonLines(out, SCHEMA), nowNs);
    }

    ClientJson(JsonLines lines, long nowNs) {
        this.lines = lines;
        this.nowNs = nowNs;
    }

    /** Writes a line for the client. */
    public void write(ClientView client) {
        lines.line(client.id() == ClientView.DRIVER ? "driver" : "client", json -> {
            json.writeNumberField("clientId", client.id());
            json.writeNumberField("pid", client.owner().pid());
            json.writeBooleanField("visible", client.owner().visible());
            json.writeStringField("user", client.user());
            json.writeStringField("program", client.program());
            json.writeStringField("since", Objects.toString(client.since(), null));
            json.writeStringField("life", client.life(nowNs));
            json.writeStringField("proof", client.owner().proof().name());
            json.writeStringField("reason", client.reason(nowNs));
            json.writeNumberField("publications", client.holdings().publications());
            json.writeNumberField("subscriptions", client.holdings().subscriptions());
            json.writeNumberField("logs", client.holdings().logs());
            json.writeNumberField("bytes", client.holdings().bytes());
            json.writeBooleanField("hasErrors", client.hasErrors());
        });
    }
}
