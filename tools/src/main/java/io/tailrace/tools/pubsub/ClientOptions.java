/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.pubsub;

import io.tailrace.Tailrace;
import io.tailrace.tools.command.Connector;
import io.tailrace.tools.command.DirectoryOption;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The trust of a command that publishes or subscribes. */
public class ClientOptions {
    @Option(
            names = "--group",
            paramLabel = "NAME",
            description = "Also use another user's driver if it shares its files with this group.")
    private @Nullable String group;

    /**
     * {@return a connection that continues with the next driver when this one ends, and reports both}
     *
     * @param command the name of this client for other processes
     */
    public final Tailrace connect(DirectoryOption directory, String command) {
        return Connector.connectToStay(directory.path(), command, group);
    }
}
