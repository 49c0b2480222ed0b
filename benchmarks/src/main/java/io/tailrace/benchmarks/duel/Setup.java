/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import io.tailrace.benchmarks.lab.AeronVariant;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * What a fork measures: which library, which kind of publication, and how that is configured.
 *
 * @param variant of Aeron: see {@link AeronVariant}; of Tailrace: {@code default}, or a term length
 */
record Setup(Product product, Kind kind, String variant) {
    enum Product {
        TAILRACE,
        AERON
    }

    enum Kind {
        /** Any number of publishers share a log. */
        CONCURRENT,
        /** One publisher, one log. */
        EXCLUSIVE
    }

    static Setup tailrace(Kind kind, String variant) {
        return new Setup(Product.TAILRACE, kind, variant);
    }

    static Setup aeron(Kind kind, AeronVariant variant) {
        return new Setup(Product.AERON, kind, variant.name());
    }

    /** Reads what {@link #toString} writes. */
    static Setup parse(String text) {
        String[] parts = text.split("/", -1);
        if (parts.length != 3) {
            throw new IllegalArgumentException("not a setup: text=" + text + ", expected=product/kind/variant");
        }
        return new Setup(
                Product.valueOf(parts[0].toUpperCase(Locale.ROOT)),
                Kind.valueOf(parts[1].toUpperCase(Locale.ROOT)),
                parts[2]);
    }

    /** {@return the JVM flags that its fork needs} Tailrace needs none. */
    List<String> jvmFlags() {
        return product == Product.AERON ? AeronVariant.named(variant).jvmFlags() : List.of();
    }

    /** Starts it, on the thread of the caller, in a directory that does not exist yet. */
    Candidate start(Path directory) {
        return product == Product.AERON
                ? new AeronCandidate(kind, AeronVariant.named(variant), directory)
                : new TailraceCandidate(kind, variant, directory);
    }

    @Override
    public String toString() {
        return (product + "/" + kind + "/").toLowerCase(Locale.ROOT) + variant;
    }
}
