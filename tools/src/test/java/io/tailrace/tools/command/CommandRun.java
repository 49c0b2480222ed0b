/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import io.tailrace.inspect.LocalHost;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;

/** One call of a command, in this process: an exception other than {@link CommandException} fails the test. */
public record CommandRun(int exitCode, String out, String error) {
    /** Runs it on this host. */
    public static CommandRun of(ToolCommand command, String... arguments) {
        return of(command, new Termination(), new ByteArrayOutputStream(), arguments);
    }

    /** Runs it on this host, on a driver's directory. */
    public static CommandRun in(Path directory, ToolCommand command, String... options) {
        return in(directory, command, new Termination(), new ByteArrayOutputStream(), options);
    }

    /** As above; {@code out} is the text of the result only if it is a byte array. */
    public static CommandRun in(
            Path directory, ToolCommand command, Termination termination, OutputStream out, String... options) {
        Stream<String> arguments = Stream.concat(Stream.of("--dir", directory.toString()), Stream.of(options));
        return of(command, termination, out, arguments.toArray(String[]::new));
    }

    /** Runs it on this host; {@code out} is the text of the result only if it is a byte array. */
    public static CommandRun of(ToolCommand command, Termination termination, OutputStream out, String... arguments) {
        Context context = new Context(termination, Terminal.PLAIN, new LocalHost(), () -> new Output(out));
        return of(command, context, out, arguments);
    }

    /** Runs it in a context that writes to {@code out}. */
    public static CommandRun of(ToolCommand command, Context context, OutputStream out, String... arguments) {
        StringBuilder error = new StringBuilder();
        List<Exception> defects = new ArrayList<>();
        CommandLine line =
                Quantity.register(new CommandLine(command.in(context)).setCaseInsensitiveEnumValuesAllowed(true));
        line.setParameterExceptionHandler((e, ignored) -> {
            error.append(e.getMessage());
            return ExitCode.USAGE;
        });
        line.setExecutionExceptionHandler((e, ignored, result) -> {
            if (e instanceof CommandException failure) {
                error.append(failure.getMessage());
                return failure.exitCode();
            }
            defects.add(e);
            return ExitCode.OK;
        });
        int exitCode = line.execute(arguments);
        if (!defects.isEmpty()) {
            throw new AssertionError(String.join(" ", arguments), defects.get(0));
        }
        String text = out instanceof ByteArrayOutputStream bytes ? bytes.toString(StandardCharsets.UTF_8) : "";
        return new CommandRun(exitCode, text, error.toString());
    }

    public List<String> lines() {
        return out.lines().toList();
    }

    /** {@return the last line; "" if there is none} */
    public String lastLine() {
        List<String> lines = lines();
        return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
    }
}
