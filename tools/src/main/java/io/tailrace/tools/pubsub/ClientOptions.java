/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.pubsub;

import io.tailrace.Tailrace;
import io.tailrace.tools.command.Connector;
import io.tailrace.tools.command.DirectoryOption;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whom a command that publishes or subscribes trusts. */
public class ClientOptions {
    @Option(
            names = "--group",
            paramLabel = "NAME",
            description = "Use another user's driver, too, if it shares its files with this group.")
    private @Nullable String group;

    /**
     * {@return a connection that goes on with the next driver when this one ends, and says so}
     *
     * @param command which it is, for others
     */
    public final Tailrace connect(DirectoryOption directory, String command) {
        return Connector.connectToStay(directory.path(), command, group);
    }
}
