/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.scaling;

import io.tailrace.benchmarks.lab.AeronVariant;
import io.tailrace.benchmarks.lab.TailraceVariant;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Which library carries the messages, through which kind of publications, and how it is configured.
 *
 * @param variant of Aeron: see {@link AeronVariant}; of Tailrace: see {@link TailraceVariant}
 */
record Contestant(Library library, Kind kind, String variant) {
    enum Library {
        TAILRACE,
        AERON
    }

    enum Kind {
        /** All publishers of a stream share a log. */
        CONCURRENT,
        /** Each publisher has a log of its own. */
        EXCLUSIVE
    }

    static Contestant tailrace(Kind kind, TailraceVariant variant) {
        return new Contestant(Library.TAILRACE, kind, variant.name());
    }

    static Contestant aeron(Kind kind, AeronVariant variant) {
        return new Contestant(Library.AERON, kind, variant.name());
    }

    /** Reads what {@link #toString} writes. */
    static Contestant parse(String name) {
        String[] parts = name.split("/", -1);
        if (parts.length != 3) {
            throw new IllegalArgumentException("not a contestant: name=" + name + ", expected=library/kind/variant");
        }
        return new Contestant(
                Library.valueOf(parts[0].toUpperCase(Locale.ROOT)),
                Kind.valueOf(parts[1].toUpperCase(Locale.ROOT)),
                parts[2]);
    }

    boolean isAeron() {
        return library == Library.AERON;
    }

    /** {@return the JVM flags that it needs} Tailrace needs none. */
    List<String> jvmFlags() {
        return isAeron() ? AeronVariant.named(variant).jvmFlags() : List.of();
    }

    /** Starts it, with its driver, in a directory that does not exist yet. */
    Product start(Path directory) {
        return isAeron()
                ? new AeronProduct(kind, AeronVariant.named(variant), directory)
                : new TailraceProduct(kind, variant, directory);
    }

    @Override
    public String toString() {
        return (library + "/" + kind + "/").toLowerCase(Locale.ROOT) + variant;
    }
}
