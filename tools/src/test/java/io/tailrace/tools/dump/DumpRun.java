/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import io.tailrace.inspect.LocalHost;
import io.tailrace.tools.JsonSchemas;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.Context;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Terminal;
import io.tailrace.tools.command.Termination;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** One call of the command and its result: an exception other than {@link CommandException} fails the test. */
public record DumpRun(int exitCode, String out, String error) {
    public static DumpRun of(Path driverDirectory, String... arguments) {
        List<String> all = new ArrayList<>(List.of("--dir", driverDirectory.toString()));
        all.addAll(List.of(arguments));
        return of(all.toArray(String[]::new));
    }

    static DumpRun of(String... arguments) {
        return of(new ByteArrayOutputStream(), arguments);
    }

    static DumpRun of(OutputStream out, String... arguments) {
        return of(new Termination(), out, arguments);
    }

    static DumpRun of(Termination termination, OutputStream out, String... arguments) {
        StringBuilder error = new StringBuilder();
        List<Exception> defects = new ArrayList<>();
        CommandLine line = new CommandLine(
                new DumpCommand().in(new Context(termination, Terminal.PLAIN, new LocalHost(), () -> new Output(out))));
        line.setParameterExceptionHandler((e, ignored) -> {
            error.append(e.getMessage());
            return 64;
        });
        line.setExecutionExceptionHandler((e, ignored, result) -> {
            if (e instanceof CommandException failure) {
                error.append(failure.getMessage());
                return failure.exitCode();
            }
            defects.add(e);
            return 70;
        });
        int exitCode = line.execute(arguments);
        if (!defects.isEmpty()) {
            throw new AssertionError("dump " + String.join(" ", arguments), defects.get(0));
        }
        String text = out instanceof ByteArrayOutputStream bytes ? bytes.toString(StandardCharsets.UTF_8) : "";
        if (List.of(arguments).contains("--json")) {
            JsonSchemas.assertValid("dump", text);
        }
        return new DumpRun(exitCode, text, error.toString());
    }

    List<String> lines() {
        return out.lines().toList();
    }

    /** {@return the lines of frames in the text format} */
    List<String> frames() {
        return lines().stream()
                .filter(line -> line.matches(" *[0-9]+ +[012] +[0-9]+  [A-Z].*"))
                .toList();
    }

    String lastLine() {
        List<String> lines = lines();
        return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
    }
}
