/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.suite;

import io.tailrace.benchmarks.lab.Jdk;
import io.tailrace.benchmarks.lab.Options;
import io.tailrace.benchmarks.lab.Run;
import io.tailrace.benchmarks.lab.Section;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The sections and the JDKs that a run of the suite measures.
 *
 * @param seed of the first section; the next ones have the next ones
 * @param anyway whether also on a machine that is not quiet
 */
record SuitePlan(boolean quick, List<Jdk> jdks, Path out, int seed, List<Section> sections, boolean anyway) {
    static SuitePlan parse(boolean quick, List<String> arguments) {
        Options options = new Options(arguments, Set.of("--java", "--out", "--seed", "--sections"), Set.of("--anyway"));
        List<String> javas = options.all("--java");
        if (quick && javas.size() > 1) {
            throw new IllegalArgumentException("quick measures one JDK: --java " + String.join(", ", javas));
        }
        List<Section> sections = options.has("--sections")
                ? options.list("--sections", "").stream().map(Sections::named).toList()
                : quick ? Sections.OF_QUICK : Sections.ALL;
        return new SuitePlan(
                quick,
                jdks(javas),
                Path.of(options.text("--out", Run.defaultOut())),
                options.number("--seed", Run.defaultSeed()),
                sections,
                options.has("--anyway"));
    }

    private static List<Jdk> jdks(List<String> javas) {
        List<Jdk> jdks = new ArrayList<>();
        for (String java : javas.isEmpty() ? List.of(Jdk.RUNNING) : javas) {
            Jdk jdk = Jdk.of(java);
            if (jdks.stream().anyMatch(other -> other.feature() == jdk.feature())) {
                throw new IllegalArgumentException(
                        "two JDKs of one version: --java " + java + ", version=" + jdk.feature());
            }
            jdks.add(jdk);
        }
        return jdks;
    }

    String mode() {
        return quick ? "quick" : "full";
    }

    Duration duration() {
        return sections.stream()
                .map(section -> section.duration(quick))
                .reduce(Duration.ZERO, Duration::plus)
                .multipliedBy(jdks.size());
    }

    Run run(Section section, Jdk jdk, Consumer<String> say) {
        return new Run(
                out, jdk.java(), jdk.feature(), quick, anyway, seed + sections.indexOf(section), Options.NONE, say);
    }

    String describe() {
        return mode() + ": " + names() + " with JDK "
                + jdks.stream().map(Jdk::version).collect(Collectors.joining(" and "));
    }

    String names() {
        return sections.stream().map(Section::name).collect(Collectors.joining(", "));
    }
}
