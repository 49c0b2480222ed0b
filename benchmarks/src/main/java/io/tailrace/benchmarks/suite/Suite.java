/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.suite;

import io.tailrace.benchmarks.lab.Jdk;
import io.tailrace.benchmarks.lab.Run;
import io.tailrace.benchmarks.lab.Run.Options;
import io.tailrace.benchmarks.lab.Section;
import io.tailrace.benchmarks.suite.Sections.Children;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The commands {@code quick} and {@code full}: all sections with all JDKs, then the report. */
public final class Suite {
    /** The usage. */
    public static final String USAGE = """
        quick|full [options]: all sections and the report; quick takes less than 10 minutes, full about 90 for \
        each JDK
          --java PATH        the java to measure (this one); full takes several of different versions
          --out DIR          for raw data and report (benchmark-results/TIME)
          --seed N           of the random orders
          --sections A,B     only these
          --anyway           also while others use the processors, which the report notes
        """;

    private static final int OK = 0;
    private static final int FAILED = 70;

    private final SuitePlan plan;
    private final long startNs = System.nanoTime();

    private Suite(SuitePlan plan) {
        this.plan = plan;
    }

    /** {@return the exit code} */
    public static int run(boolean quick, List<String> arguments) throws IOException {
        return new Suite(SuitePlan.parse(quick, arguments)).run();
    }

    private int run() throws IOException {
        Machine machine = Machine.check(plan.anyway(), this::say);
        if (machine.exitCode() != 0) {
            return machine.exitCode();
        }
        announce();
        Files.createDirectories(plan.out());
        Environment environment = Environment.before(plan, machine.othersPercent());
        environment.write(plan.out());
        List<String> failures;
        try (Children children = new Children()) {
            failures = measure(children);
        }
        environment.after(failures).write(plan.out());
        Report.write(plan.out());
        failures.forEach(failure -> say("FAILED: " + failure));
        say("the report: " + plan.out().resolve(Report.FILE).toAbsolutePath());
        return failures.isEmpty() ? OK : FAILED;
    }

    private void announce() {
        say(plan.describe() + "; about " + minutes(plan.duration()) + "; raw data and report in "
                + plan.out().toAbsolutePath());
        if (!plan.quick()) {
            List<String> more = Jdk.installed().stream()
                    .filter(java ->
                            plan.jdks().stream().noneMatch(jdk -> jdk.java().equals(java)))
                    .toList();
            if (!more.isEmpty()) {
                say("not measured: " + String.join(", ", more) + " (--java adds one of another version)");
            }
        }
    }

    private static String minutes(Duration duration) {
        return Math.max(1, (duration.toSeconds() + 30) / 60) + " min";
    }

    /** {@return the failures; the other sections are still measured} */
    private List<String> measure(Children children) {
        List<String> failures = new ArrayList<>();
        int number = 0;
        int count = plan.jdks().size() * plan.sections().size();
        for (Jdk jdk : plan.jdks()) {
            for (Section section : plan.sections()) {
                String what = section.name() + " with JDK " + jdk.feature();
                say(++number + " of " + count + ": " + what + ", about " + minutes(section.duration(plan.quick())));
                try {
                    section.run(plan.run(section, jdk, text -> say("  " + text)));
                } catch (RuntimeException e) {
                    children.awaitEndIfSignalled();
                    e.printStackTrace();
                    failures.add(what + ": " + e.getMessage());
                }
            }
        }
        return failures;
    }

    private void say(String text) {
        long seconds = (System.nanoTime() - startNs) / 1_000_000_000;
        System.err.printf("[%2d:%02d] %s%n", seconds / 60, seconds % 60, text);
    }

    /**
     * The sections and the JDKs that a run of the suite measures.
     *
     * @param seed of the first section; the next sections have the following seeds
     * @param anyway whether to measure also on a machine that is not quiet
     */
    record SuitePlan(boolean quick, List<Jdk> jdks, Path out, int seed, List<Section> sections, boolean anyway) {
        static SuitePlan parse(boolean quick, List<String> arguments) {
            Options options =
                    new Options(arguments, Set.of("--java", "--out", "--seed", "--sections"), Set.of("--anyway"));
            List<String> javas = options.all("--java");
            if (quick && javas.size() > 1) {
                throw new IllegalArgumentException("quick measures one JDK: --java " + String.join(", ", javas));
            }
            List<Section> sections = options.has("--sections")
                    ? options.list("--sections", "").stream()
                            .map(Sections::named)
                            .toList()
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
}
