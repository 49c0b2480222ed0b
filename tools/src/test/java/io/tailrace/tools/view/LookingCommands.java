/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.view;

import io.tailrace.tools.clients.ClientsCommand;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Terminal;
import io.tailrace.tools.command.Termination;
import io.tailrace.tools.counters.CountersCommand;
import io.tailrace.tools.errors.ErrorsCommand;
import io.tailrace.tools.ls.LsCommand;
import io.tailrace.tools.stat.StatCommand;
import io.tailrace.tools.top.TopCommand;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** Runs the commands that look and change nothing, in this process, on a host whose clock stands still. */
final class LookingCommands {
    /** What a command did. */
    record Run(int exitCode, String out, String failure) {}

    /** Sees no process, and its user is always the same. */
    static final Host HOST = new Host() {
        @Override
        public long nanoTime() {
            return GoldenDirectory.NOW_NS;
        }

        @Override
        public Instant now() {
            return GoldenDirectory.NOW;
        }

        @Override
        public @Nullable ProcessView process(long pid) {
            return null;
        }

        @Override
        public String owner(Path path) {
            return "ann";
        }
    };

    private LookingCommands() {}

    /** Runs a command line. */
    static Run run(Path directory, String line) {
        List<String> arguments = new ArrayList<>(List.of(line.split(" ", -1)));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Object command = command(arguments.remove(0), () -> new Output(bytes));
        arguments.addAll(List.of("--dir", directory.toString()));
        StringBuilder failure = new StringBuilder();
        CommandLine picocli = new CommandLine(command).setCaseInsensitiveEnumValuesAllowed(true);
        picocli.setExecutionExceptionHandler((e, ignored, result) -> {
            if (e instanceof CommandException expected) {
                failure.append(e.getMessage());
                return expected.exitCode();
            }
            throw e;
        });
        picocli.setParameterExceptionHandler((e, ignored) -> {
            throw e;
        });
        int exitCode = picocli.execute(arguments.toArray(String[]::new));
        return new Run(exitCode, bytes.toString(StandardCharsets.UTF_8), failure.toString());
    }

    private static Object command(String name, Supplier<Output> out) {
        Termination termination = new Termination();
        return switch (name) {
            case "ls" -> new LsCommand(termination, Terminal.PLAIN, HOST, out);
            case "top" -> new TopCommand(termination, Terminal.PLAIN, HOST, out);
            case "stat" -> new StatCommand(termination, HOST, out);
            case "clients" -> new ClientsCommand(Terminal.PLAIN, HOST, out);
            case "errors" -> new ErrorsCommand(Terminal.PLAIN, HOST, out);
            case "counters" -> new CountersCommand(termination, out);
            default -> throw new IllegalArgumentException(name);
        };
    }
}
