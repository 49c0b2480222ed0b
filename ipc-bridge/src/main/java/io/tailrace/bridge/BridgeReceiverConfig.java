/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import io.tailrace.SubscriptionConfig;
import io.tailrace.TailraceConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * The settings of a receiver: where it listens, and for whom. Immutable, for any thread.
 *
 * <p>Nobody who sends to it has to prove who he is. So it listens on loopback alone, unless it is {@code exposed}: then
 * whoever can reach the address can publish on this host, and read what receivers report.
 *
 * @param listen its address, such as {@code 10.0.0.2:9000} or {@code [fd00::2]:9000}; the next port is its own, too
 * @param exposed whether other hosts may be able to reach that address. Default: no
 * @param driverDirectory of the media driver of this host, which must live
 * @param host this host's name, 1 to 64 bytes of UTF-8, another one than any other host's. Default: the name that the
 *     kernel has for it
 * @param lease how long a mirror waits for its source when nobody sends it, a day at most: then it ends. Default:
 *     10 minutes
 * @param aeron how it uses Aeron
 * @param errorHandler told of what goes wrong; on the threads of the receiver. Default: as that of
 *     {@link TailraceConfig}
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
     * @throws IllegalArgumentException if a component is out of range, with the limits
     * @throws NullPointerException if a component is null, by its name
     */
    public BridgeReceiverConfig {
        LinkAddress.parse(Objects.requireNonNull(listen, "listen"));
        Objects.requireNonNull(driverDirectory, "driverDirectory");
        HostName.check(Objects.requireNonNull(host, "host"));
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
     * @throws java.io.UncheckedIOException if the kernel does not say this host's name
     */
    public static BridgeReceiverConfig of(String listen, Path driverDirectory) {
        return new BridgeReceiverConfig(
                listen,
                false,
                driverDirectory,
                HostName.ofThisHost(),
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
     * Refuses an address that other hosts can reach and that is not exposed; a launch does it first. Not the
     * constructor: it may wait for the name service.
     *
     * @throws IllegalArgumentException if it is one, or nobody knows the host
     */
    void checkExposure() {
        if (!exposed && !LinkAddress.parse(listen).isLoopback()) {
            throw new IllegalArgumentException("other hosts could reach that address, and publish here without a"
                    + " password: listen=" + listen
                    + ". BridgeReceiverConfig.withExposed allows it, in a network that you trust");
        }
    }
}
