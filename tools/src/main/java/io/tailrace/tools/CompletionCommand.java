/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Output;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Writes the completion script that picocli generates from all sub-commands and their options. The script gets the
 * names of streams from {@code ls} when the user completes one.
 */
@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        description = "Prints a script for bash and zsh that completes commands, options and stream names.",
        footer = {
            "Completes only stream names of letters, digits and . _ - / + %% , so that none runs "
                    + "anything in the shell.",
            "Example:",
            "  tailrace completion >~/.tailrace-completion",
            "  source ~/.tailrace-completion    in .bashrc or .zshrc"
        })
final class CompletionCommand implements Callable<Integer> {
    private static final String NAMES = "NAMES_OF_STREAMS";
    private static final String STREAMS_FUNCTION = """

            # The names of the streams in the directory that the command line means, as far as no shell expands them.
            function _tailrace_streams() {
              local directory=()
              local i
              for (( i=1; i<COMP_CWORD-1; i++ )); do
                case "${COMP_WORDS[i]}" in
                  -d|--dir)
                    if [ "${COMP_WORDS[i+1]}" = "=" ]; then ((i++)); fi
                    directory=(--dir "${COMP_WORDS[i+1]}")
                    ;;
                esac
              done
              "${COMP_WORDS[0]}" ls --json "${directory[@]}" 2>/dev/null </dev/null |
                sed -n 's|.*"kind":"stream","stream":"\\([A-Za-z0-9._/+%,][A-Za-z0-9._/+%,-]*\\)".*|\\1|p'
            }
            """;

    private final Supplier<CommandLine> newRoot;

    /** Takes a supplier of command trees, because the command changes its tree. */
    CompletionCommand(Supplier<CommandLine> newRoot) {
        this.newRoot = newRoot;
    }

    @Override
    public Integer call() {
        CommandLine root = newRoot.get();
        offer(root.getCommandSpec());
        String script = AutoComplete.bash(root.getCommandName(), root);
        try (Output out = Output.standard()) {
            out.text(script.replace("=(\"" + NAMES + "\")", "=($(_tailrace_streams))") + STREAMS_FUNCTION);
        }
        return ExitCode.OK;
    }

    /** Offers the names of streams, and the values of options as the help writes them. */
    private static void offer(CommandSpec command) {
        for (ArgSpec each : List.copyOf(command.args())) {
            if (each instanceof PositionalParamSpec parameter
                    && parameter.paramLabel().startsWith("STREAM")) {
                command.remove(each);
                command.add(parameter.toBuilder()
                        .completionCandidates(List.of(NAMES))
                        .build());
            } else if (each instanceof OptionSpec option && option.type().isEnum()) {
                List<String> words = Stream.of(option.type().getEnumConstants())
                        .map(value -> value.toString().toLowerCase(Locale.ROOT))
                        .toList();
                command.remove(each);
                command.add(option.toBuilder().completionCandidates(words).build());
            }
        }
        command.subcommands().values().forEach(sub -> offer(sub.getCommandSpec()));
    }
}
