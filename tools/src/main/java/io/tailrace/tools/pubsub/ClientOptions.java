/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.pubsub;

import io.tailrace.Tailrace;
import io.tailrace.tools.command.Connector;
import io.tailrace.tools.command.DirectoryOption;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where a command that publishes or subscribes finds its driver, and whom it trusts. */
class ClientOptions {
    @Mixin
    private final DirectoryOption directory = new DirectoryOption();

    @Option(
            names = "--group",
            paramLabel = "NAME",
            description = "Use another user's driver, too, if it shares its files with this group.")
    private @Nullable String group;

    /** For those that publish or subscribe. */
    ClientOptions() {}

    /** {@return a connection that goes on with the next driver when this one ends, and says so} */
    final Tailrace connect() {
        return Connector.connectToStay(directory.path(), group);
    }
}
