/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.suite;

import io.tailrace.benchmarks.lab.Jdk;
import io.tailrace.benchmarks.lab.Section;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The commands {@code quick} and {@code full}: all sections with all JDKs, then the report. */
public final class Suite {
    /** How to call it. */
    public static final String USAGE = """
        quick|full [options]: everything, and then the report; quick takes less than 10 minutes, full about 90 for \
        each JDK
          --java PATH        the java that is measured (this one); full takes several of different versions
          --out DIR          for raw data and report (benchmark-results/TIME)
          --seed N           of the random orders
          --sections A,B     only these
          --anyway           also if others use the processors; the report says so then
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

    /** {@return what failed; the other sections are measured all the same} */
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
}
