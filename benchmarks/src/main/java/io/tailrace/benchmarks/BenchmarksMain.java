/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks;

import io.tailrace.benchmarks.Idle.StartUp;
import io.tailrace.benchmarks.command.BenchCommand;
import io.tailrace.benchmarks.command.JitterCommand;
import io.tailrace.benchmarks.lab.Section;
import io.tailrace.benchmarks.suite.Report;
import io.tailrace.benchmarks.suite.Sections;
import io.tailrace.benchmarks.suite.Suite;
import io.tailrace.tools.TailraceMain;
import io.tailrace.tools.measure.BenchPublisher;
import io.tailrace.tools.measure.BenchSubscriber;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The benchmarks' command line. */
public final class BenchmarksMain {
    private static final int USAGE_ERROR = 64;

    private static final String USAGE = "usage: tailrace-bench COMMAND\n\n" + Suite.USAGE + Report.USAGE
            + Sections.USAGE + StartUp.USAGE + Idle.USAGE
            + "bench throughput|latency [options]: throughput or latency of a running driver\n"
            + "jitter [options]: how long the host delays a thread; --help lists the options of both\n"
            + "jmh [options of JMH]: the cost of one message in one thread, and what it allocates\n";
    private static final Set<String> HELP = Set.of("help", "--help", "-h");

    private BenchmarksMain() {}

    /** Arguments: a command and its options. */
    public static void main(String[] args) throws IOException {
        Locale.setDefault(Locale.ROOT);
        System.setProperty("java.awt.headless", "true"); // Plots need no screen.
        List<String> options = Arrays.asList(args).subList(Math.min(1, args.length), args.length);
        String command = args.length == 0 ? "" : args[0];
        String[] rest = options.toArray(String[]::new);
        switch (command) {
            case "bench" -> TailraceMain.run("tailrace-bench bench", BenchCommand::new, rest);
            case "jitter" -> TailraceMain.run("tailrace-bench jitter", JitterCommand::new, rest);
            case BenchPublisher.NAME, BenchSubscriber.NAME -> TailraceMain.main(args); // Processes of bench.
            default -> execute(command, options);
        }
    }

    private static void execute(String command, List<String> options) throws IOException {
        try {
            System.exit(run(command, options));
        } catch (IllegalArgumentException e) {
            System.err.println("tailrace-bench: " + e.getMessage() + "; tailrace-bench --help lists the commands");
            System.exit(USAGE_ERROR);
        }
    }

    private static int run(String command, List<String> options) throws IOException {
        Optional<Section> section = Sections.find(command);
        boolean asksForHelp = !command.equals("jmh") && options.stream().anyMatch(HELP::contains);
        if (HELP.contains(command) || asksForHelp) {
            System.out.print(section.map(Section::usage).orElse(USAGE));
            return 0;
        }
        switch (command) {
            case "quick", "full" -> {
                return Suite.run(command.equals("quick"), options);
            }
            case "report" -> Report.run(options);
            case "startup" -> StartUp.run(options);
            case "idle" -> Idle.run(options);
            case "jmh" ->
                org.openjdk.jmh.Main.main(
                        options.isEmpty() ? new String[] {"-prof", "gc"} : options.toArray(String[]::new));
            default -> {
                return Sections.run(
                        section.orElseThrow(() -> new IllegalArgumentException("no such command: " + command)),
                        options);
            }
        }
        return 0;
    }
}
