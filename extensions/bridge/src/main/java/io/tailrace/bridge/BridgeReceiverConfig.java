/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import io.tailrace.SubscriptionConfig;
import io.tailrace.TailraceConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * The settings of a receiver: its address, and who may reach it. Immutable, for any thread.
 *
 * <p>Senders are not authenticated. So a receiver listens on loopback only, unless it is {@code exposed}: then every
 * host that can reach the address can publish on this host, and read the receiver's reports.
 *
 * @param listen its address, such as {@code 10.0.0.2:9000} or {@code [fd00::2]:9000}; the next port is its own, too
 * @param exposed whether other hosts may reach that address. Default: no
 * @param driverDirectory the directory of this host's media driver, which must live
 * @param host this host's name, 1 to 64 bytes of UTF-8, different from every other host's. Default: the kernel's name
 *     for this host
 * @param lease how long a mirror without a sender waits for its source before it ends, a day at most. Default: 10
 *     minutes
 * @param aeron how the receiver uses Aeron
 * @param errorHandler receives errors, on the threads of the receiver. Default: the same as in {@link TailraceConfig}
 */
public record BridgeReceiverConfig(
        String listen,
        boolean exposed,
        Path driverDirectory,
        String host,
        Duration lease,
        AeronConfig aeron,
        Consumer<Throwable> errorHandler) {
    /**
     * @throws IllegalArgumentException if a component is out of range; the message names the limits
     * @throws NullPointerException if a component is null; the message names it
     */
    public BridgeReceiverConfig {
        LinkAddress.parse(Objects.requireNonNull(listen, "listen"));
        Objects.requireNonNull(driverDirectory, "driverDirectory");
        BridgeSenderConfig.checkHost(host);
        Objects.requireNonNull(lease, "lease");
        Objects.requireNonNull(aeron, "aeron");
        Objects.requireNonNull(errorHandler, "errorHandler");
        if (lease.isNegative() || lease.compareTo(SubscriptionConfig.Lease.MAX_TIME) > 0) {
            throw new IllegalArgumentException(
                    "lease out of range: lease=" + lease + ", min=0, max=" + SubscriptionConfig.Lease.MAX_TIME);
        }
    }

    /**
     * {@return the default receiver at that address, not exposed}
     *
     * @throws java.io.UncheckedIOException if the kernel does not give this host's name
     */
    public static BridgeReceiverConfig of(String listen, Path driverDirectory) {
        return new BridgeReceiverConfig(
                listen,
                false,
                driverDirectory,
                BridgeSenderConfig.thisHost(),
                BridgeSenderConfig.DEFAULT_LEASE,
                AeronConfig.DEFAULT,
                TailraceConfig.DEFAULT.errorHandler());
    }

    public BridgeReceiverConfig withExposed(boolean newExposed) {
        return new BridgeReceiverConfig(listen, newExposed, driverDirectory, host, lease, aeron, errorHandler);
    }

    public BridgeReceiverConfig withHost(String newHost) {
        return new BridgeReceiverConfig(listen, exposed, driverDirectory, newHost, lease, aeron, errorHandler);
    }

    public BridgeReceiverConfig withLease(Duration newLease) {
        return new BridgeReceiverConfig(listen, exposed, driverDirectory, host, newLease, aeron, errorHandler);
    }

    public BridgeReceiverConfig withAeron(AeronConfig newAeron) {
        return new BridgeReceiverConfig(listen, exposed, driverDirectory, host, lease, newAeron, errorHandler);
    }

    public BridgeReceiverConfig withErrorHandler(Consumer<Throwable> handler) {
        return new BridgeReceiverConfig(listen, exposed, driverDirectory, host, lease, aeron, handler);
    }

    /**
     * Refuses an address that other hosts can reach, unless it is exposed. A launch calls this first; the constructor
     * does not, because the check may wait for the name service.
     *
     * @throws IllegalArgumentException if the address is refused, or the host is unknown
     */
    void checkExposure() {
        if (!exposed && !LinkAddress.parse(listen).isLoopback()) {
            throw new IllegalArgumentException("other hosts could reach that address, and publish here without a"
                    + " password: listen=" + listen
                    + ". BridgeReceiverConfig.withExposed allows it, in a network that you trust");
        }
    }
}
