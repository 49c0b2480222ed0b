/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.scaling;

import io.tailrace.benchmarks.lab.AeronVariant;
import java.util.List;
import java.util.stream.Stream;

/** The configurations of Aeron that take part. {@code subscriber}: the first subscriber's thread runs the driver. */
final class AeronMatrix {
    /** With terms as short as Tailrace's here: the curves have these. */
    static final List<AeronVariant> SHORT_TERMS = variants("64k", "64k-subscriber");

    /** A pilot chooses the best of these for the grid. */
    static final List<AeronVariant> TUNED =
            variants("64k", "64k-subscriber", "1m", "1m-subscriber", "4m", "4m-subscriber");

    /** What a quick pilot chooses from. */
    static final List<AeronVariant> QUICK = variants("64k", "64k-subscriber", "4m");

    private AeronMatrix() {}

    private static List<AeronVariant> variants(String... names) {
        return Stream.of(names).map(AeronVariant::named).toList();
    }
}
