/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.process;

import io.aeron.driver.MediaDriver;
import io.tailrace.benchmarks.lab.AeronVariant;
import io.tailrace.benchmarks.lab.AeronVariant.DriverIdle;
import io.tailrace.benchmarks.lab.Answerer;
import io.tailrace.benchmarks.lab.TailraceVariant;
import io.tailrace.driver.DriverConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * A candidate: a library, the kind of its publications, and how it is configured.
 *
 * @param kind empty where there is only one
 * @param variant of Tailrace: {@code default} or a term length; of Aeron: {@code shipped} or {@code
 *     TERM[-sleep|-subscriber][-claim]}, which is tuned; of others empty
 */
public record Peer(Product product, String kind, String variant) {
    /** Tailrace with nothing configured. */
    public static final String DEFAULT = "default";

    /** One publisher, one log. */
    public static final String EXCLUSIVE = "exclusive";

    /** Any number of publishers share a log. */
    public static final String CONCURRENT = "concurrent";

    /** Nothing but two threads that keep the schedule: the floor of every tail. */
    public static final Peer JITTER = new Peer(Product.JITTER, "", "");

    private static final String CLAIM = "-claim";

    /** What carries the messages. */
    public enum Product {
        TAILRACE,
        AERON,
        CHRONICLE,
        UNIX_SOCKET,
        /** The limit of round trips. */
        RAW_LINES,
        /** The limit of streams. */
        RAW_RING,
        JITTER
    }

    public static Peer tailrace(String kind, String variant) {
        return new Peer(Product.TAILRACE, kind, variant);
    }

    public static Peer aeron(String kind, String variant) {
        return new Peer(Product.AERON, kind, variant);
    }

    static Peer of(Product product) {
        return new Peer(product, "", "");
    }

    /** Reads what {@link #toString} writes. */
    public static Peer parse(String text) {
        String[] parts = text.split("/", -1);
        Product product = Product.valueOf(parts[0].toUpperCase(Locale.ROOT).replace('-', '_'));
        return parts.length == 1 ? of(product) : new Peer(product, parts[1], parts[2]);
    }

    boolean isExclusive() {
        return kind.equals(EXCLUSIVE);
    }

    /** {@return whether messages are written in place, where Aeron has them} */
    boolean isClaim() {
        return variant.endsWith(CLAIM);
    }

    /** {@return how Aeron is configured} */
    AeronVariant aeron() {
        String name = isClaim() ? variant.substring(0, variant.length() - CLAIM.length()) : variant;
        return AeronVariant.named(name);
    }

    /** {@return the JVM flags that its processes need} Tailrace needs none. */
    List<String> jvmFlags() {
        return switch (product) {
            case AERON -> aeron().jvmFlags();
            case CHRONICLE -> ChronicleLibrary.jvmFlags();
            default -> List.of();
        };
    }

    boolean hasDriver() {
        return product == Product.TAILRACE || product == Product.AERON;
    }

    /** {@return whether a third process runs a driver, as it would where it is used} */
    boolean hasDriverProcess() {
        return product == Product.TAILRACE
                || (product == Product.AERON && aeron().driverIdle() != DriverIdle.SUBSCRIBER);
    }

    /** The driver, in a process of its own. */
    static final class Driver implements Answerer {
        private final Runnable close;

        /** Arguments: the peer, and the driver's directory. */
        Driver(List<String> arguments) {
            Peer peer = parse(arguments.get(0));
            Path directory = Path.of(arguments.get(1));
            if (peer.product == Product.AERON) {
                close = MediaDriver.launch(peer.aeron().driverContext(directory))::close;
            } else {
                close = io.tailrace.driver.MediaDriver.launch(DriverConfig.defaults()
                        .withDirectory(directory)
                        .withTermLength(TailraceVariant.named(peer.variant).termLength()))::close;
            }
        }

        @Override
        public void close() {
            close.run();
        }
    }

    /** Opens it in left or right. */
    Library open(Side side, Path directory) {
        return switch (product) {
            case TAILRACE -> new TailraceLibrary(this, directory);
            case AERON -> new AeronLibrary(this, side, directory);
            case CHRONICLE -> new ChronicleLibrary(directory);
            case UNIX_SOCKET -> new SocketLibrary(side, directory);
            case RAW_LINES -> new RawLines(side, directory);
            case RAW_RING -> new RawRing(side, directory);
            case JITTER -> throw new IllegalStateException("nothing to open: peer=" + this);
        };
    }

    /** {@return such as {@code aeron/exclusive/4m-claim} or {@code unix-socket}} */
    @Override
    public String toString() {
        String name = product.name().toLowerCase(Locale.ROOT).replace('_', '-');
        return kind.isEmpty() ? name : name + "/" + kind + "/" + variant;
    }
}
