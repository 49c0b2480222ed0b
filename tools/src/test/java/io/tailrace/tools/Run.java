/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.testing.Await;
import io.tailrace.tools.command.Context;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Terminal;
import io.tailrace.tools.command.Termination;
import io.tailrace.tools.command.ToolCommand;
import io.tailrace.tools.command.ToolHost;
import java.io.ByteArrayOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.OptionSpec;

/**
 * A command that has run in this process, which saves the start of a JVM. It must need no signal, no input and no other
 * user; what {@code pub} and {@code sub} print is not in the output.
 */
record Run(int code, String out, String err) {
    /** Runs a command line on the driver's directory, unless the line names another one. */
    static Run of(ToolDirectory directory, String line) {
        return of(directory, line.split(" ", -1));
    }

    static Run of(ToolDirectory directory, String... words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        StringBuilder err = new StringBuilder();
        Context context = new Context(new Termination(), Terminal.PLAIN, new ToolHost(), () -> new Output(out));
        CommandLine root = CommandTree.root(context.termination(), context.terminal(), false);
        moveInto(context, root);
        root.setOut(new PrintWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), true));
        IParameterExceptionHandler usual = root.getParameterExceptionHandler();
        root.setParameterExceptionHandler((e, arguments) -> {
            err.append("tailrace: ").append(Failure.ofUsage(e)).append('\n');
            return usual.handleParseException(e, arguments);
        });
        root.setExecutionExceptionHandler((e, command, parsed) -> {
            Failure failure = Failure.of(e);
            err.append("tailrace: ").append(failure.message()).append('\n');
            return failure.exitCode();
        });
        int code = root.execute(withDirectory(root, directory, words));
        return new Run(code, out.toString(StandardCharsets.UTF_8), err.toString());
    }

    private static void moveInto(Context context, CommandLine command) {
        if (command.getCommand() instanceof ToolCommand tool) {
            tool.in(context);
        }
        command.getSubcommands().values().forEach(below -> moveInto(context, below));
    }

    private static String[] withDirectory(CommandLine root, ToolDirectory directory, String... words) {
        CommandLine command = root;
        for (int i = 0; i < words.length && command.getSubcommands().containsKey(words[i]); i++) {
            command = command.getSubcommands().get(words[i]);
        }
        Map<String, OptionSpec> options = command.getCommandSpec().optionsMap();
        boolean takesOne = options.containsKey("--dir") && !List.of(words).contains("--dir");
        Stream<String> more = takesOne ? Stream.of("--dir", directory.driver().toString()) : Stream.of();
        return Stream.concat(Stream.of(words), more).toArray(String[]::new);
    }

    /** {@return the output of a command that must succeed} */
    static String out(ToolDirectory directory, String line) {
        Run run = of(directory, line);
        assertEquals(ExitCode.OK, run.code, run::toString);
        return run.out;
    }

    /** Repeats a command until its output contains all these parts; returns that output. */
    static String await(ToolDirectory directory, String line, String... parts) {
        String[] out = new String[1];
        Await.until(line + ": " + List.of(parts), () -> {
            out[0] = of(directory, line).out;
            return Stream.of(parts).allMatch(out[0]::contains);
        });
        return out[0];
    }

    /** Requires this exit code and one line of error that contains all these parts. */
    void assertFails(int exitCode, String... parts) {
        assertEquals(exitCode, code, this::toString);
        assertTrue(err.startsWith("tailrace: "), this::toString);
        assertEquals(err.length() - 1, err.indexOf('\n'), this::toString);
        assertHas(err, parts);
    }

    static void assertHas(String text, String... parts) {
        for (String part : parts) {
            assertTrue(text.contains(part), () -> "no '" + part + "' in " + text);
        }
    }
}
