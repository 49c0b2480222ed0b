/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.suite;

import io.tailrace.benchmarks.lab.Section;
import io.tailrace.benchmarks.report.Chapter;
import io.tailrace.benchmarks.report.EnvironmentChapter;
import io.tailrace.benchmarks.report.Measurement;
import io.tailrace.benchmarks.report.Plots;
import io.tailrace.benchmarks.report.RawFile;
import io.tailrace.benchmarks.report.Summary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The report of a directory with raw data, rendered from these alone. */
public final class Report {
    /** The usage. */
    public static final String USAGE = """
            report DIR: renders the report again from the raw data in a directory
            """;

    static final String FILE = "report.md";

    private Report() {}

    /** The command {@code report}. */
    public static void run(List<String> arguments) throws IOException {
        if (arguments.size() != 1 || !Files.isDirectory(Path.of(arguments.get(0)))) {
            throw new IllegalArgumentException("report wants one directory with raw data: found=" + arguments);
        }
        Path directory = Path.of(arguments.get(0));
        write(directory);
        System.err.println("the report: " + directory.resolve(FILE).toAbsolutePath());
    }

    /** Refuses a directory without raw data. */
    static void write(Path directory) throws IOException {
        List<Measurement> all = RawFile.readAll(directory);
        if (all.isEmpty()) {
            throw new IllegalArgumentException("no raw data (*.jsonl, *.jsonl.gz): directory=" + directory);
        }
        Map<String, Object> facts = Environment.read(directory);
        Plots plots = new Plots(directory);
        EnvironmentChapter environment = new EnvironmentChapter(facts);
        StringBuilder text = new StringBuilder("# Tailrace beside its peers\n\n").append(environment.warnings(all));
        append(text, "Goals", () -> new Summary(all).toMarkdown(plots));
        for (Section section : Sections.ALL) {
            Chapter chapter = section.chapter();
            append(text, chapter.title(), () -> chapter.toMarkdown(all, plots));
        }
        append(text, "Environment", () -> environment.toMarkdown(all, plots));
        Files.writeString(directory.resolve(FILE), text);
    }

    /** A chapter that cannot be rendered, as of a run that was cut off, does not prevent the others. */
    private static void append(StringBuilder text, String title, Supplier<String> chapter) {
        String made;
        try {
            made = chapter.get();
        } catch (RuntimeException e) {
            e.printStackTrace();
            made = "**This chapter could not be made**: " + e + "\n";
        }
        if (!made.isEmpty()) {
            text.append("\n## ").append(title).append("\n\n").append(made);
        }
    }
}
