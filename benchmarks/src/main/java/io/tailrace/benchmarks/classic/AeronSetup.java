/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.classic;

import io.tailrace.benchmarks.lab.AeronVariant;
import java.util.List;
import java.util.stream.Stream;

/**
 * One way of using Aeron: {@code aeron/exclusive/1m-claim}.
 *
 * @param claims whether by tryClaim and commit, else by offer
 */
record AeronSetup(boolean exclusive, AeronVariant variant, boolean claims) {
    static final String PREFIX = "aeron/";

    private static final String CLAIM = "-claim";

    static AeronSetup shipped(boolean exclusive) {
        return new AeronSetup(exclusive, AeronVariant.SHIPPED, false);
    }

    /** {@return one for each variant, by offer} */
    static List<AeronSetup> all(boolean exclusive, List<AeronVariant> matrix) {
        return matrix.stream()
                .map(variant -> new AeronSetup(exclusive, variant, false))
                .toList();
    }

    AeronSetup byClaim() {
        return new AeronSetup(exclusive, variant, true);
    }

    /** Reads what {@link #toString} writes. */
    static AeronSetup parse(String text) {
        List<String> parts = List.of(text.split("/", -1));
        String variant = parts.get(2);
        boolean claims = variant.endsWith(CLAIM);
        return new AeronSetup(
                parts.get(1).equals("exclusive"),
                AeronVariant.named(claims ? variant.substring(0, variant.length() - CLAIM.length()) : variant),
                claims);
    }

    /** {@return the JVM flags that its fork needs, beside those of all} */
    Stream<String> jvmFlags() {
        return variant.jvmFlags().stream();
    }

    @Override
    public String toString() {
        return PREFIX + (exclusive ? "exclusive/" : "concurrent/") + variant.name() + (claims ? CLAIM : "");
    }
}
