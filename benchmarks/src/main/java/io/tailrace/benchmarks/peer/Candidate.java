/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.peer;

import com.lmax.disruptor.dsl.ProducerType;
import io.tailrace.benchmarks.lab.Run.Options;
import io.tailrace.benchmarks.peer.AeronVariant.DriverIdle;
import io.tailrace.benchmarks.peer.QueueLibrary.DisruptorLibrary;
import io.tailrace.benchmarks.peer.QueueLibrary.RingBufferLibrary;
import io.tailrace.benchmarks.peer.RawRing.Memcpy;
import io.tailrace.benchmarks.peer.RawRing.RawLines;
import io.tailrace.benchmarks.peer.TailraceLibrary.TailraceVariant;
import io.tailrace.log.LogLayout;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A measured candidate, by its name in the raw data: product, kind of publications, configuration, and the publisher's
 * call. Examples: {@code tailrace/exclusive/default/offer}, {@code aeron/concurrent/4m-claim}, {@code raw-lines}. A
 * name without a call means {@code offer}, or, if the variant ends with {@code -claim}, a claim of which one word is
 * written. If its forks run another build of Tailrace, the name of the build follows the variant: {@code
 * tailrace/exclusive/default@old}.
 */
public record Candidate(String name) {
    /** Tailrace with nothing configured. */
    public static final String DEFAULT = "default";
    /** One publisher, one log. */
    public static final String EXCLUSIVE = "exclusive";
    /** Any number of publishers share a log. */
    public static final String CONCURRENT = "concurrent";

    public static final List<String> KINDS = List.of(CONCURRENT, EXCLUSIVE);
    private static final String CLAIM = "-claim";
    /** Before each request and answer. */
    private static final int ASK_HEADER_LENGTH = 16;

    private static final Pattern BUILD = Pattern.compile("@[^/]*");

    /** The carrier of the messages, in the order of reports. */
    public enum Product {
        TAILRACE,
        AERON,
        CHRONICLE,
        UNIX_SOCKET,
        /** A limit: two words, from one core to another. */
        RAW_LINES,
        /** A limit: a ring of cache lines, from one core to another. */
        RAW_RING,
        /** Nothing: two threads that keep the schedule. The floor of every tail. */
        JITTER,
        /** {@link #RAW_RING}, with the length of the ring as its variant. */
        RAW,
        /** A limit: copies by one core. */
        MEMCPY,
        /** From here on: only in one process, from several senders. The baseline has one sender. */
        WAIT_FREE,
        ARRAY_BLOCKING,
        LINKED_BLOCKING,
        CONCURRENT_LINKED,
        AGRONA_MANY_TO_ONE_QUEUE,
        JCTOOLS_MPSC,
        AGRONA_MANY_TO_ONE_RING,
        DISRUPTOR_SINGLE,
        DISRUPTOR_MULTI;

        @Override
        public String toString() {
            return lowerCase(this);
        }
    }

    /** The call of the publishing thread. */
    public enum Api {
        /** One message, copied from a buffer of the caller's. */
        OFFER,
        /** Space for one message, which is written in place and then committed. */
        CLAIM,
        /** As before, but only the first word is written. */
        CLAIM_ONE_WORD,
        /** Several messages by one call, copied from a buffer of the caller's. */
        BATCH,
        /** One request, whose answer repeats it; both are copied. */
        ASK,
        /** One message longer than the MTU, which Aeron cuts into fragments and the receiver assembles. */
        FRAGMENTS;

        @Override
        public String toString() {
            return lowerCase(this);
        }
    }

    /** @throws IllegalArgumentException if it is not a name of one, three or four parts, the first of them a product */
    public Candidate {
        int parts = name.split("/", -1).length;
        if (parts == 2 || parts > 4) {
            throw new IllegalArgumentException(
                    "not a candidate: name=" + name + ", expected=product or product/kind/variant[/api]");
        }
        Product.valueOf(constant(name.split("/", -1)[0]));
    }

    /** {@return the kinds of {@code --kinds}; by default both} */
    public static List<String> kinds(Options options) {
        List<String> kinds = options.list("--kinds", String.join(",", KINDS));
        if (!KINDS.containsAll(kinds)) {
            throw new IllegalArgumentException("no such kind: --kinds " + kinds + ", known=" + KINDS);
        }
        return kinds;
    }

    /** {@return the candidate with these parts of its name: kind, variant, and the call, if there are such} */
    public static Candidate of(Product product, Object... parts) {
        return new Candidate(Stream.concat(Stream.of(product), Stream.of(parts))
                .map(Object::toString)
                .collect(Collectors.joining("/")));
    }

    /** The form in names: {@code raw-lines} for RAW_LINES. */
    private static String lowerCase(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String constant(String text) {
        return text.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    private String part(int index) {
        String[] parts = name.split("/", -1);
        return index < parts.length ? parts[index] : "";
    }

    public Product product() {
        return Product.valueOf(constant(part(0)));
    }

    public boolean isTailrace() {
        return product() == Product.TAILRACE;
    }

    public boolean isAeron() {
        return product() == Product.AERON;
    }

    /** {@return {@link #CONCURRENT} or {@link #EXCLUSIVE}; empty if there is only one kind} */
    public String kind() {
        return part(1);
    }

    boolean isExclusive() {
        return kind().equals(EXCLUSIVE);
    }

    /** {@return its configuration; empty if there is only one} */
    public String variant() {
        return BUILD.matcher(part(2)).replaceFirst("");
    }

    /** {@return the other build of Tailrace, after an {@code @}; empty for this build} */
    public String build() {
        return part(2).substring(variant().length());
    }

    /** {@return its name in its own build} */
    public Candidate inItsBuild() {
        return new Candidate(BUILD.matcher(name).replaceFirst(""));
    }

    /** {@return itself, and, if it is Tailrace, the same in other builds} */
    public Stream<Candidate> withBuilds(Set<String> builds) {
        return Stream.concat(
                Stream.of(this),
                builds.stream()
                        .filter(build -> isTailrace())
                        .map(build -> new Candidate(name.replace("/" + variant(), "/" + variant() + "@" + build))));
    }

    public Api api() {
        if (!part(3).isEmpty()) {
            return Api.valueOf(constant(part(3)));
        }
        return variant().endsWith(CLAIM) ? Api.CLAIM_ONE_WORD : Api.OFFER;
    }

    /** {@return how Aeron is configured} */
    public AeronVariant aeron() {
        String variant = variant();
        return AeronVariant.named(
                variant.endsWith(CLAIM) ? variant.substring(0, variant.length() - CLAIM.length()) : variant);
    }

    /** {@return how Tailrace is configured} */
    public TailraceVariant tailrace() {
        return TailraceVariant.named(variant());
    }

    /** {@return the JVM flags that its processes need} Tailrace needs none. */
    public List<String> jvmFlags() {
        return switch (product()) {
            case AERON -> aeron().jvmFlags();
            case CHRONICLE -> ChronicleLibrary.JVM_FLAGS;
            default -> List.of();
        };
    }

    public boolean hasDriver() {
        return isTailrace() || isAeron();
    }

    /** {@return whether between processes a third one runs a driver, as in normal use} */
    public boolean hasDriverProcess() {
        return (isTailrace() && !tailrace().isDrivenBySubscriber())
                || (isAeron() && aeron().driverIdle() != DriverIdle.SUBSCRIBER);
    }

    /**
     * {@return whether it can send messages of that length, by its call} Messages that fit into Aeron's frames are not
     * cut.
     */
    public boolean carries(int length) {
        return switch (product()) {
            case TAILRACE -> {
                int longest = LogLayout.maxMessageLength(tailrace().termLength());
                yield switch (api()) {
                    case OFFER, CLAIM, CLAIM_ONE_WORD -> length <= longest;
                    case ASK -> length + ASK_HEADER_LENGTH <= longest;
                    case BATCH -> Library.Sender.GROUP * (length + Long.BYTES) <= longest; // A header each.
                    case FRAGMENTS -> false;
                };
            }
            case AERON ->
                switch (api()) {
                    case OFFER, CLAIM, CLAIM_ONE_WORD -> length <= aeron().maxPayloadLength();
                    case FRAGMENTS -> length > aeron().maxPayloadLength() && length <= aeron().maxMessageLength();
                    case BATCH, ASK -> false;
                };
            case RAW, RAW_RING -> length <= RawRing.MAX_PAYLOAD;
            default -> true;
        };
    }

    /** Opens both ends of its streams, with its driver, in a directory that does not exist yet. */
    public Library open(Path directory) {
        return open(directory, true, true);
    }

    /**
     * Opens it for one process of several.
     *
     * @param isFirst whether this process creates the files that the next one opens
     * @param embedsDriver whether the driver, if there is one, is in this process
     */
    public Library open(Path directory, boolean isFirst, boolean embedsDriver) {
        return switch (product()) {
            case TAILRACE ->
                api() == Api.ASK
                        ? new AskLibrary(directory)
                        : new TailraceLibrary(tailrace(), isExclusive(), api(), directory, embedsDriver);
            case AERON -> new AeronLibrary(aeron(), isExclusive(), api(), directory, embedsDriver);
            case CHRONICLE -> new ChronicleLibrary(directory);
            case UNIX_SOCKET -> new SocketLibrary(directory, isFirst);
            case RAW_LINES -> new RawLines(directory, isFirst);
            case RAW_RING -> new RawRing(directory, isFirst, RawRing.LENGTH);
            case RAW -> new RawRing(directory, isFirst, AeronVariant.bytes(variant()));
            case MEMCPY -> new Memcpy(directory, AeronVariant.bytes(variant()));
            case AGRONA_MANY_TO_ONE_RING -> new RingBufferLibrary(directory);
            case DISRUPTOR_SINGLE -> new DisruptorLibrary(ProducerType.SINGLE);
            case DISRUPTOR_MULTI -> new DisruptorLibrary(ProducerType.MULTI);
            case WAIT_FREE,
                    ARRAY_BLOCKING,
                    LINKED_BLOCKING,
                    CONCURRENT_LINKED,
                    AGRONA_MANY_TO_ONE_QUEUE,
                    JCTOOLS_MPSC -> new QueueLibrary(product());
            case JITTER -> throw new IllegalStateException("it carries nothing: candidate=" + name);
        };
    }

    @Override
    public String toString() {
        return name;
    }
}
