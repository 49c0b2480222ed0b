/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import io.tailrace.SubscriptionConfig;
import io.tailrace.TailraceConfig;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMirror;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * The settings of a sender: its streams and its receiver. Immutable, for any thread.
 *
 * @param to the address where the receiver listens, such as {@code 10.0.0.2:9000} or {@code [fd00::2]:9000}; the next
 *     port is the receiver's, too
 * @param streams names of streams, or patterns in which {@code *} matches any characters; at least one
 * @param driverDirectory the directory of this host's media driver, which must live
 * @param host this host's name, which mirrors carry as the name of their origin: 1 to 64 bytes of UTF-8, different from
 *     every other host's. Default: the kernel's name for this host
 * @param receiver the receiver's name on this host: the sender's subscriptions are named {@code bridge/} followed by
 *     this name. Default: {@code to}
 * @param transit whether to forward mirrors, too, which arrived over a bridge themselves; they never go to the host of
 *     their origin. Default: no
 * @param lease how long publishers wait for the next sender to that receiver after this one has ended, in good order or
 *     not. Default: 10 minutes
 * @param aeron how the sender uses Aeron
 * @param errorHandler receives errors, on the threads of the sender. Default: the same as in {@link TailraceConfig}
 */
public record BridgeSenderConfig(
        String to,
        List<String> streams,
        Path driverDirectory,
        String host,
        String receiver,
        boolean transit,
        Duration lease,
        AeronConfig aeron,
        Consumer<Throwable> errorHandler) {
    /** The prefix of the receiver's name in the name of a sender's subscriptions. */
    static final String NAME_PREFIX = "bridge/";

    static final Duration DEFAULT_LEASE = Duration.ofMinutes(10);

    /**
     * @throws IllegalArgumentException if a component is out of range; the message names the limits
     * @throws NullPointerException if a component is null; the message names it
     */
    public BridgeSenderConfig {
        LinkAddress.parse(Objects.requireNonNull(to, "to"));
        streams = List.copyOf(streams);
        Objects.requireNonNull(driverDirectory, "driverDirectory");
        checkHost(host);
        Objects.requireNonNull(receiver, "receiver");
        Objects.requireNonNull(lease, "lease");
        Objects.requireNonNull(aeron, "aeron");
        Objects.requireNonNull(errorHandler, "errorHandler");
        if (streams.isEmpty()) {
            throw new IllegalArgumentException("no stream to send; name one, or a pattern such as *");
        }
        streams.forEach(LogLayout::checkStream);
        if (receiver.isEmpty()) {
            throw new IllegalArgumentException("empty name of the receiver");
        }
        SubscriptionConfig.DEFAULT.withName(NAME_PREFIX + receiver, lease); // Checks both.
    }

    /**
     * {@return the default sender of these streams, or patterns of streams}
     *
     * @throws java.io.UncheckedIOException if the kernel does not give this host's name
     */
    public static BridgeSenderConfig of(String to, Path driverDirectory, String... streams) {
        return new BridgeSenderConfig(
                to,
                List.of(streams),
                driverDirectory,
                thisHost(),
                to,
                false,
                DEFAULT_LEASE,
                AeronConfig.DEFAULT,
                TailraceConfig.DEFAULT.errorHandler());
    }

    public BridgeSenderConfig withHost(String newHost) {
        return new BridgeSenderConfig(
                to, streams, driverDirectory, newHost, receiver, transit, lease, aeron, errorHandler);
    }

    public BridgeSenderConfig withReceiver(String newReceiver) {
        return new BridgeSenderConfig(
                to, streams, driverDirectory, host, newReceiver, transit, lease, aeron, errorHandler);
    }

    public BridgeSenderConfig withTransit(boolean newTransit) {
        return new BridgeSenderConfig(
                to, streams, driverDirectory, host, receiver, newTransit, lease, aeron, errorHandler);
    }

    public BridgeSenderConfig withLease(Duration newLease) {
        return new BridgeSenderConfig(
                to, streams, driverDirectory, host, receiver, transit, newLease, aeron, errorHandler);
    }

    public BridgeSenderConfig withAeron(AeronConfig newAeron) {
        return new BridgeSenderConfig(
                to, streams, driverDirectory, host, receiver, transit, lease, newAeron, errorHandler);
    }

    public BridgeSenderConfig withErrorHandler(Consumer<Throwable> handler) {
        return new BridgeSenderConfig(to, streams, driverDirectory, host, receiver, transit, lease, aeron, handler);
    }

    /** A name of a host is no longer than Linux allows. */
    static void checkHost(String host) {
        LogLayout.checkName("host", Objects.requireNonNull(host, "host"), LogMirror.MAX_HOST_LENGTH);
    }

    /** {@return this host's name} Read from the kernel, because a name service may take seconds to answer. */
    static String thisHost() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException e) {
            throw new UncheckedIOException("name of this host not found; give one", e);
        }
    }

    /** {@return the name of its subscriptions} */
    String subscriptionName() {
        return NAME_PREFIX + receiver;
    }
}
