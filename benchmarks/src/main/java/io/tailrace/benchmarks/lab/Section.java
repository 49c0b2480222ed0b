/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import io.tailrace.benchmarks.report.Chapter;
import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A part of the suite, and a command of its own.
 *
 * @param name of the command, and in raw data
 * @param quick approximate time of a quick run with one JDK
 * @param full approximate time of a full run with one JDK
 * @param ownUsage lists the section's own options, one a line; may be empty
 * @param measure measures with one JDK
 * @param chapter its part of the report
 */
public record Section(
        String name, Duration quick, Duration full, String ownUsage, Consumer<Lab> measure, Chapter chapter) {
    private static final Pattern OPTION = Pattern.compile("^ +(--[a-z-]+)\\b", Pattern.MULTILINE);

    /** Without options of its own. */
    public Section(String name, Duration quick, Duration full, Consumer<Lab> measure, Chapter chapter) {
        this(name, quick, full, "", measure, chapter);
    }

    /** {@return its usage} */
    public String usage() {
        return name + " [options]: this section alone, under " + (full.toMinutes() + 1) + " minutes, with --quick "
                + (quick.toMinutes() + 1) + "\n" + Run.USAGE + ownUsage;
    }

    /** {@return the section's own options, which its usage lists} */
    public Set<String> options() {
        return OPTION.matcher(ownUsage).results().map(match -> match.group(1)).collect(Collectors.toSet());
    }

    /** Measures with one JDK, and records everything. */
    public void run(Run run) {
        try (Lab lab = new Lab(run, name)) {
            measure.accept(lab);
        }
    }

    public Duration duration(boolean isQuick) {
        return isQuick ? quick : full;
    }
}
