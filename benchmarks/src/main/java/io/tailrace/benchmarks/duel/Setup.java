/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import io.tailrace.benchmarks.lab.AeronVariant;
import io.tailrace.benchmarks.lab.TailraceVariant;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * What a fork measures: which product, which kind of publication, how that is configured, and what the publisher calls.
 * Each has a JVM for itself, so that every call in it has one target only.
 *
 * @param variant of Aeron: see {@link AeronVariant}; of Tailrace: see {@link TailraceVariant}; of a limit: the length
 *     of its ring
 */
record Setup(Product product, Kind kind, String variant, Api api) {
    /** Two that compete, and two limits. */
    enum Product {
        TAILRACE,
        AERON,
        /** Lines of a cache from one core to another: {@link RawStream}. */
        RAW,
        /** Copies by one core: {@link Memcpy}. */
        MEMCPY
    }

    static final List<Setup> RAW_STREAMS = List.of(limit(Product.RAW, "256k"), limit(Product.RAW, "16m"));
    static final Setup MEMCPY = limit(Product.MEMCPY, "12m");

    static Setup tailrace(Kind kind, TailraceVariant variant, Api api) {
        return new Setup(Product.TAILRACE, kind, variant.name(), api);
    }

    static Setup aeron(Kind kind, AeronVariant variant, Api api) {
        return new Setup(Product.AERON, kind, variant.name(), api);
    }

    private static Setup limit(Product product, String ringLength) {
        return new Setup(product, Kind.EXCLUSIVE, ringLength, product == Product.RAW ? Api.CLAIM : Api.OFFER);
    }

    /** Reads what {@link #toString} writes. */
    static Setup parse(String text) {
        String[] parts = text.toUpperCase(Locale.ROOT).split("/", -1);
        if (parts.length != 4) {
            throw new IllegalArgumentException("not a setup: text=" + text + ", expected=product/kind/variant/api");
        }
        return new Setup(
                Product.valueOf(parts[0]),
                Kind.valueOf(parts[1]),
                parts[2].toLowerCase(Locale.ROOT),
                Api.valueOf(parts[3]));
    }

    boolean isTailrace() {
        return product == Product.TAILRACE;
    }

    boolean isAeron() {
        return product == Product.AERON;
    }

    /** {@return whether it is Aeron with its defaults, and by offer} */
    boolean isShipped() {
        return isAeron() && variant.equals(AeronVariant.SHIPPED.name()) && api != Api.CLAIM;
    }

    /** {@return whether it is what nothing can outdo} */
    boolean isLimit() {
        return !isTailrace() && !isAeron();
    }

    /** {@return whether it can send such messages, this way} */
    boolean carries(Workload workload) {
        int payload = workload.payload();
        boolean canBatch = !workload.isRoundTrip() || workload.number() >= Candidate.Sender.GROUP;
        return switch (product) {
            case TAILRACE -> (api != Api.BATCH || canBatch) && TailraceCandidate.carries(variant, api, payload);
            case AERON -> AeronCandidate.carries(AeronVariant.named(variant), api, payload);
            case RAW -> payload <= RawStream.PAYLOAD;
            case MEMCPY -> workload.shape() == Workload.Shape.THROUGHPUT;
        };
    }

    /** {@return the JVM flags that its fork needs} Tailrace needs none. */
    List<String> jvmFlags() {
        return isAeron() ? AeronVariant.named(variant).jvmFlags() : List.of();
    }

    /** Starts it, on the thread of the caller, in a directory that does not exist yet. */
    Candidate start(Path directory) {
        return switch (product) {
            case TAILRACE -> new TailraceCandidate(this, directory);
            case AERON -> new AeronCandidate(this, AeronVariant.named(variant), directory);
            case RAW -> new RawStream(bytes(variant), directory);
            case MEMCPY -> new Memcpy(bytes(variant), directory);
        };
    }

    /** {@return the bytes that {@code 64k} or {@code 16m} stands for} */
    static int bytes(String length) {
        return AeronVariant.bytes(length);
    }

    @Override
    public String toString() {
        return (product + "/" + kind + "/" + variant + "/" + api).toLowerCase(Locale.ROOT);
    }
}
