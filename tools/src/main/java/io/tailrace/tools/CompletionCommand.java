/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import io.tailrace.inspect.SnapshotReader;
import io.tailrace.inspect.StreamView;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.look.LookCommand;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Writes the completion script that picocli generates from all sub-commands and their options. The script gets the
 * names of streams when the user completes one, from {@link StreamNames}.
 */
@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        description = "Prints a script for bash and zsh that completes commands, options and stream names.",
        footer = {
            "",
            "Completes only stream names of letters, digits and . _ - / + %% , so that none runs "
                    + "anything in the shell.",
            "",
            "Example:",
            "  tailrace completion >~/.tailrace-completion",
            "  source ~/.tailrace-completion    in .bashrc or .zshrc"
        })
final class CompletionCommand implements Callable<Integer> {
    private static final String STREAM = "STREAM";
    private static final String NAMES = "NAMES_OF_STREAMS";
    private static final String STREAMS_FUNCTION = """

            # The names of the streams in the directory that the command line means.
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
              "${COMP_WORDS[0]}" %s "${directory[@]}" 2>/dev/null </dev/null
            }
            """.formatted(StreamNames.NAME);

    private final Supplier<CommandLine> newRoot;

    /** Takes a supplier of command trees, because the command changes its tree. */
    CompletionCommand(Supplier<CommandLine> newRoot) {
        this.newRoot = newRoot;
    }

    @Override
    public Integer call() {
        try (Output out = Output.standard()) {
            out.text(script());
        }
        return ExitCode.OK;
    }

    /** {@return the script for the shell} */
    String script() {
        CommandLine root = newRoot.get();
        offer(root.getCommandSpec());
        return AutoComplete.bash(root.getCommandName(), root).replace("=(\"" + NAMES + "\")", "=($(_tailrace_streams))")
                + STREAMS_FUNCTION;
    }

    private static void offer(CommandSpec command) {
        for (PositionalParamSpec parameter : List.copyOf(command.positionalParameters())) {
            if (parameter.paramLabel().startsWith(STREAM)) {
                command.remove(parameter);
                command.add(parameter.toBuilder()
                        .completionCandidates(List.of(NAMES))
                        .build());
            }
        }
        for (OptionSpec option : List.copyOf(command.options())) {
            if (option.type().isEnum()) {
                command.remove(option);
                command.add(option.toBuilder()
                        .completionCandidates(words(option.type()))
                        .build());
            }
        }
        command.subcommands().values().forEach(sub -> offer(sub.getCommandSpec()));
    }

    /** {@return the values as the help writes them} */
    private static List<String> words(Class<?> values) {
        return Stream.of(values.getEnumConstants())
                .map(value -> value.toString().toLowerCase(Locale.ROOT))
                .toList();
    }

    /** For the script: prints the names of streams, one a line. It is not in the list of commands. */
    @Command(name = StreamNames.NAME, hidden = true)
    static final class StreamNames extends LookCommand {
        /** The name of this command. */
        static final String NAME = "stream-names";

        /** Names that no shell expands, splits or takes for an option: a stream's name must not run a command. */
        private static final Pattern HARMLESS = Pattern.compile("[A-Za-z0-9._/+%,][A-Za-z0-9._/+%,-]*");

        @Override
        protected int look(SnapshotReader reader, Output out) throws IOException {
            for (StreamView stream : reader.read().streams()) {
                if (HARMLESS.matcher(stream.name()).matches()) {
                    out.text(stream.name()).newLine();
                }
            }
            return ExitCode.OK;
        }
    }
}
