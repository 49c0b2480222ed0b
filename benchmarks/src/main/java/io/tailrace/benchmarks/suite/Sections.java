/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.suite;

import io.tailrace.benchmarks.classic.ClassicSection;
import io.tailrace.benchmarks.cooperative.CooperativeSection;
import io.tailrace.benchmarks.dispatch.DispatchSection;
import io.tailrace.benchmarks.duel.DuelSection;
import io.tailrace.benchmarks.injector.InjectorSection;
import io.tailrace.benchmarks.memory.MemorySection;
import io.tailrace.benchmarks.process.ProcessSection;
import io.tailrace.benchmarks.scaling.ScalingSection;
import io.tailrace.benchmarks.tail.TailSection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What the suite consists of. */
public final class Sections {
    /** In the order of the report. */
    static final List<Section> ALL = List.of(
            new ClassicSection(),
            new DuelSection(),
            new ProcessSection(),
            new ScalingSection(),
            new TailSection(),
            new MemorySection(),
            new CooperativeSection(),
            new InjectorSection(),
            new DispatchSection());

    /** What somebody waits for. */
    static final List<Section> OF_QUICK = ALL.stream()
            .filter(section -> Set.of("classic", "duel", "process").contains(section.name()))
            .toList();

    private Sections() {}

    /** {@return the section of that name, if there is one} */
    static Optional<Section> find(String name) {
        return ALL.stream().filter(section -> section.name().equals(name)).findFirst();
    }

    static Section named(String name) {
        return find(name)
                .orElseThrow(() -> new IllegalArgumentException("no such section: name=" + name + ", known="
                        + String.join(", ", ALL.stream().map(Section::name).toList())));
    }
}
