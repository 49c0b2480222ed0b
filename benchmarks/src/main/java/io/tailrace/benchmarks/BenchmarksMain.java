/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks;

import io.tailrace.benchmarks.bridge.BridgeCommand;
import io.tailrace.benchmarks.history.HistoryCommand;
import io.tailrace.benchmarks.lab.Lab.UnfitException;
import io.tailrace.benchmarks.pair.ProcessCommand;
import io.tailrace.benchmarks.report.Report;
import io.tailrace.benchmarks.waiting.WaitingCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/** The benchmarks' command line; {@code tailrace-bench --help} lists what it can do. */
@Command(
        name = "tailrace-bench",
        description = "Measures Tailrace beside its peers. Begin with: tailrace-bench process --quick",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            ProcessCommand.class,
            WaitingCommand.class,
            HistoryCommand.class,
            BridgeCommand.class,
            BenchmarksMain.JmhCommand.class,
            BenchmarksMain.ReportCommand.class
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:measured",
            "64:wrong command line",
            "70:the measurement failed, such as by a lost message",
            "75:fewer than two processors, or others use a tenth of one: end them, or measure --anyway"
        })
public final class BenchmarksMain implements Runnable {
    private static final int USAGE = 64;
    private static final int FAILED = 70;
    private static final int UNFIT = 75;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private BenchmarksMain() {}

    /** Arguments: a command and its options. */
    public static void main(String[] args) {
        System.exit(execute(args));
    }

    /** {@return the exit code} */
    static int execute(String... args) {
        Locale.setDefault(Locale.ROOT);
        CommandLine command = new CommandLine(new BenchmarksMain());
        OptionSpec help = OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("Prints this.")
                .build();
        command.getCommandSpec().addOption(help);
        command.getSubcommands().values().stream()
                .filter(each -> !(each.getCommand() instanceof JmhCommand))
                .forEach(each -> each.getCommandSpec().addOption(help));
        command.setCaseInsensitiveEnumValuesAllowed(true);
        command.setParameterExceptionHandler((e, wrong) -> {
            System.err.println("tailrace-bench: " + e.getMessage() + "; --help lists what there is");
            return USAGE;
        });
        command.setExecutionExceptionHandler((e, failed, parsed) -> {
            if (e instanceof UnfitException || e instanceof IllegalArgumentException) {
                System.err.println("tailrace-bench: " + e.getMessage());
                return e instanceof UnfitException ? UNFIT : USAGE;
            }
            e.printStackTrace();
            return FAILED;
        });
        return command.execute(args);
    }

    /** Without a command. */
    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "no command");
    }

    /** The command {@code report}. */
    @Command(name = "report", description = "Makes the report again, from the raw data alone.")
    static final class ReportCommand implements Runnable {
        @Parameters(paramLabel = "DIR", description = "Directory of a run.")
        private Path directory = Path.of("");

        @Override
        public void run() {
            System.out.print(Report.write(directory));
        }
    }

    /** The command {@code jmh}. */
    @Command(
            name = "jmh",
            description =
                    "JMH, for all that happens in one process: 'jmh -l' lists the benchmarks, 'jmh -h' the options.")
    static final class JmhCommand implements Runnable {
        @Unmatched
        private List<String> arguments = new ArrayList<>(); // picocli adds to it.

        @Override
        public void run() {
            try {
                org.openjdk.jmh.Main.main(arguments.toArray(String[]::new));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
