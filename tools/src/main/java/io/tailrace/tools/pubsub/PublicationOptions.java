/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.pubsub;

import io.tailrace.PublicationConfig;
import io.tailrace.Tailrace;
import io.tailrace.tools.command.Connector;
import io.tailrace.tools.command.DirectoryOption;
import io.tailrace.tools.command.Quantity;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a command publishes: options common to {@code pub} and {@code replay}. */
public final class PublicationOptions {
    @Option(
            names = "--term-length",
            paramLabel = "SIZE",
            converter = Quantity.Bytes.class,
            description = "Length of the log's terms, a power of two from 64k to 1g. Default: the existing "
                    + "log's, else the driver's.")
    private long termLength = PublicationConfig.DEFAULT.termLength();

    @Option(
            names = "--retain",
            paramLabel = "TIME",
            description = "How long the log outlives its last publisher, such as 30s or 2h. Default: the "
                    + "existing log's, else the driver's.")
    private @Nullable Duration retain;

    @Option(
            names = "--wait-subscriber",
            paramLabel = "TIME",
            description = "How long to wait for a subscriber. Default: 5s.")
    private Duration waitSubscriber = Duration.ofSeconds(5);

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
    public Tailrace connect(DirectoryOption directory, String command) {
        return Connector.connectToStay(directory.path(), command, group);
    }

    /** {@return the configuration that the options ask for, with a default for the length of a term} */
    public PublicationConfig config(int defaultTermLength) {
        boolean isAsked = termLength != PublicationConfig.DEFAULT.termLength();
        return PublicationConfig.DEFAULT
                .withTermLength(isAsked ? Quantity.termLength(termLength) : defaultTermLength)
                .withRetention(retain);
    }

    /** {@return how long to wait for a subscriber} */
    public long waitSubscriberNs() {
        return waitSubscriber.toNanos();
    }
}
