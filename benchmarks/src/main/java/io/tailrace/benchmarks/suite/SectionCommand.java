/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.suite;

import io.tailrace.benchmarks.raw.RawFile;
import io.tailrace.benchmarks.report.Plots;
import java.util.List;
import java.util.stream.Collectors;

/** A section as a command of its own: measures with one JDK, then prints its part of the report. */
public final class SectionCommand {
    /** How to call it. */
    public static final String USAGE = Sections.ALL.stream().map(Section::name).collect(Collectors.joining("|")) + " "
            + Run.OPTIONS + ": one section alone\n";

    private SectionCommand() {}

    /** {@return whether there is a section of that name; then it has run} */
    public static boolean run(String name, List<String> arguments) {
        return Sections.find(name).map(section -> run(section, arguments)).isPresent();
    }

    private static Run run(Section section, List<String> arguments) {
        Run run = measure(section, arguments);
        System.out.println("# " + section.chapter().title() + "\n");
        System.out.print(section.chapter().toMarkdown(RawFile.readAll(run.out()), new Plots(run.out())));
        return run;
    }

    @SuppressWarnings("try") // The children are only ended.
    private static Run measure(Section section, List<String> arguments) {
        try (Children children = new Children()) {
            return section.command(arguments);
        }
    }
}
