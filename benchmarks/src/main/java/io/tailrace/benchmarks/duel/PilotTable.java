/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import io.tailrace.benchmarks.lab.AeronVariant;
import io.tailrace.benchmarks.report.Table;
import java.util.List;
import java.util.stream.Stream;

/** The matrix of Aeron's variants and ways to publish, from which the pilot chose. */
final class PilotTable {
    private PilotTable() {}

    static String of(Figures pilot) {
        List<String> variants = variants(pilot);
        Table table = new Table(Stream.concat(Stream.of(""), variants.stream()).toArray(String[]::new));
        for (Cell cell : pilot.cells()) {
            for (Api api : Api.values()) {
                List<Setup> setups = pilot.setups(cell, setup -> setup.api() == api);
                if (!setups.isEmpty()) {
                    table.row(
                            Words.of(cell, api),
                            variants.stream()
                                    .map(variant -> figure(pilot, cell, setups, variant))
                                    .toList());
                }
            }
        }
        StringBuilder text = new StringBuilder(table.toString());
        variants.forEach(variant ->
                text.append("\n- ").append(AeronVariant.named(variant).describe()));
        return text.append('\n').toString();
    }

    /** {@return all that were tried, in the order of the matrix} */
    private static List<String> variants(Figures pilot) {
        return pilot.all().stream()
                .map(m -> Setup.parse(m.candidate()).variant())
                .distinct()
                .toList();
    }

    private static String figure(Figures pilot, Cell cell, List<Setup> setups, String variant) {
        return setups.stream()
                .filter(setup -> setup.variant().equals(variant))
                .map(setup -> Words.value(cell.workload(), pilot.median(cell, setup)))
                .findFirst()
                .orElse("–");
    }
}
