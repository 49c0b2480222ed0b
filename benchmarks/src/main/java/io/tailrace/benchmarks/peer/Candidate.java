/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.peer;

import io.tailrace.benchmarks.lab.Fork.Answerer;
import io.tailrace.benchmarks.peer.AeronLibrary.AeronVariant;
import io.tailrace.benchmarks.peer.AeronLibrary.AeronVariant.DriverIdle;
import io.tailrace.benchmarks.peer.Ladder.Rung;
import io.tailrace.benchmarks.peer.TailraceLibrary.TailraceVariant;
import io.tailrace.driver.DriverConfig;
import io.tailrace.log.LogLayout;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A measured candidate. Its name in the raw data is {@code PRODUCT/KIND/VARIANT[@BUILD][/API]}, such as {@code
 * tailrace/exclusive/default}, {@code aeron/concurrent/4m/claim}, {@code
 * ladder/exclusive/sketch}; without an API it is {@code offer}.
 *
 * @param kind {@link #CONCURRENT} or {@link #EXCLUSIVE}
 * @param variant configuration
 * @param build name of another build of Tailrace, after an {@code @}; empty for this build
 */
public record Candidate(Product product, String kind, String variant, String build, Api api) {
    /** Tailrace with nothing configured. */
    public static final String DEFAULT = "default";
    /** One publisher, one log. */
    public static final String EXCLUSIVE = "exclusive";
    /** Any number of publishers share a log. */
    public static final String CONCURRENT = "concurrent";

    private static final Pattern NAME = Pattern.compile(
            "(?<product>[a-z]+)/(?<kind>concurrent|exclusive)/(?<variant>[^/@]*)(?<build>@[^/]+)?(/(?<api>[a-z]+))?");

    /** The carrier of the messages. */
    public enum Product {
        TAILRACE,
        AERON,
        /** A sketch of Tailrace, with some of its promises or none. */
        LADDER
    }

    /** The call of the publishing thread. */
    public enum Api {
        /** One message, copied from a buffer of the caller's. */
        OFFER,
        /** Space for one message, which is written in place and then committed. */
        CLAIM,
        /** Several messages by one call, copied from a buffer of the caller's. */
        BATCH,
        /** One message longer than the MTU, which Aeron cuts into fragments and the receiver assembles. */
        FRAGMENTS
    }

    /**
     * {@return the candidate of a name}
     *
     * @throws IllegalArgumentException if it is none
     */
    public static Candidate named(String name) {
        Matcher parts = NAME.matcher(name);
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "not a candidate: name=" + name + ", expected=product/kind/variant[/api]");
        }
        String api = text(parts, "api");
        return new Candidate(
                Product.valueOf(constant(text(parts, "product"))),
                text(parts, "kind"),
                text(parts, "variant"),
                text(parts, "build"),
                api.isEmpty() ? Api.OFFER : Api.valueOf(constant(api)));
    }

    private static String text(Matcher parts, String group) {
        String text = parts.group(group);
        return text == null ? "" : text;
    }

    private static String constant(String text) {
        return text.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    private static String lowerCase(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** {@return the same by another call} */
    public Candidate by(Api otherApi) {
        return new Candidate(product, kind, variant, build, otherApi);
    }

    /** {@return whether it is Tailrace} */
    public boolean isTailrace() {
        return product == Product.TAILRACE;
    }

    /** {@return whether it is Aeron} */
    public boolean isAeron() {
        return product == Product.AERON;
    }

    /** {@return the same in its own build} */
    public Candidate inItsBuild() {
        return new Candidate(product, kind, variant, "", api);
    }

    /** {@return itself, and, if it is Tailrace, the same in other builds} */
    public Stream<Candidate> withBuilds(Set<String> builds) {
        return Stream.concat(
                Stream.of(this),
                builds.stream()
                        .filter(name -> isTailrace())
                        .map(name -> new Candidate(product, kind, variant, "@" + name, api)));
    }

    /** {@return how Aeron is configured} */
    public AeronVariant aeron() {
        return AeronVariant.named(variant);
    }

    /** {@return how Tailrace is configured} */
    public TailraceVariant tailrace() {
        return TailraceVariant.named(variant);
    }

    /** {@return the JVM flags that its processes need} Tailrace needs none. */
    public List<String> jvmFlags() {
        return isAeron() ? aeron().jvmFlags() : List.of();
    }

    /** {@return whether a third process runs a driver, as in normal use} */
    public boolean hasDriverProcess() {
        return (isTailrace() && !tailrace().isDrivenBySubscriber())
                || (isAeron() && aeron().driverIdle() != DriverIdle.SUBSCRIBER);
    }

    /**
     * {@return whether it can send messages of that length, by its call} Messages that fit into Aeron's frames are not
     * cut.
     */
    public boolean carries(int length) {
        return switch (product) {
            case TAILRACE -> {
                int longest = LogLayout.maxMessageLength(tailrace().termLength());
                yield switch (api) {
                    case OFFER, CLAIM -> length <= longest;
                    case BATCH -> Library.Sender.GROUP * (length + Long.BYTES) <= longest; // A header each.
                    case FRAGMENTS -> false;
                };
            }
            case AERON ->
                switch (api) {
                    case OFFER, CLAIM -> length <= aeron().maxPayloadLength();
                    case FRAGMENTS -> length > aeron().maxPayloadLength() && length <= aeron().maxMessageLength();
                    case BATCH -> false;
                };
            case LADDER -> api == Api.OFFER;
        };
    }

    /**
     * Opens it in a directory that does not exist yet, for one process of several.
     *
     * @param isFirst whether this process creates the files that the next one opens
     * @param embedsDriver whether the driver, if there is one, is in this process
     */
    public Library open(Path directory, boolean isFirst, boolean embedsDriver) {
        boolean isExclusive = kind.equals(EXCLUSIVE);
        return switch (product) {
            case TAILRACE -> new TailraceLibrary(tailrace(), isExclusive, api, directory, embedsDriver);
            case AERON -> new AeronLibrary(aeron(), isExclusive, api, directory, embedsDriver);
            case LADDER -> Ladder.open(Rung.valueOf(constant(variant)), isExclusive, directory, isFirst);
        };
    }

    /** {@return its name} */
    @Override
    public String toString() {
        return lowerCase(product) + "/" + kind + "/" + variant + build + (api == Api.OFFER ? "" : "/" + lowerCase(api));
    }

    /** A candidate's driver, in its own process. */
    public static final class DriverEnd implements Answerer {
        private final Runnable close;

        /** Arguments: the candidate, and the driver's directory. */
        public DriverEnd(List<String> arguments) {
            Candidate candidate = Candidate.named(arguments.get(0));
            Path directory = Path.of(arguments.get(1));
            if (candidate.isAeron()) {
                close = io.aeron.driver.MediaDriver.launch(candidate.aeron().driverContext(directory))::close;
            } else {
                close = io.tailrace.driver.MediaDriver.launch(DriverConfig.DEFAULT
                        .withDirectory(directory)
                        .withTermLength(candidate.tailrace().termLength()))::close;
            }
        }

        @Override
        public void close() {
            close.run();
        }
    }
}
