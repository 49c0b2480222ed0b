/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.scaling;

import io.tailrace.benchmarks.lab.AeronVariant;
import io.tailrace.benchmarks.lab.AeronVariant.DriverIdle;
import java.util.List;

/** The configurations of Aeron that take part. */
final class AeronMatrix {
    /** With terms as short as Tailrace's here: the curves have these. */
    static final List<AeronVariant> SHORT_TERMS = List.of(
            new AeronVariant("64k", 64 << 10, true, DriverIdle.BACKOFF),
            new AeronVariant("64k-subscriber", 64 << 10, true, DriverIdle.SUBSCRIBER));

    /** A pilot chooses the best of these for the grid. */
    static final List<AeronVariant> TUNED = List.of(
            SHORT_TERMS.get(0),
            SHORT_TERMS.get(1),
            new AeronVariant("1m", 1 << 20, true, DriverIdle.BACKOFF),
            new AeronVariant("1m-subscriber", 1 << 20, true, DriverIdle.SUBSCRIBER),
            new AeronVariant("4m", 4 << 20, true, DriverIdle.BACKOFF),
            new AeronVariant("4m-subscriber", 4 << 20, true, DriverIdle.SUBSCRIBER));

    /** What a quick pilot chooses from. */
    static final List<AeronVariant> QUICK = List.of(TUNED.get(0), TUNED.get(1), TUNED.get(4));

    private AeronMatrix() {}

    static AeronVariant named(String name) {
        return name.equals(AeronVariant.SHIPPED.name())
                ? AeronVariant.SHIPPED
                : TUNED.stream()
                        .filter(variant -> variant.name().equals(name))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException("no such variant of Aeron: name=" + name));
    }
}
