/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.view;

import io.tailrace.inspect.Host;
import io.tailrace.inspect.Host.ProcessView;
import io.tailrace.inspect.Storage;
import io.tailrace.tools.check.CheckCommand;
import io.tailrace.tools.clean.CleanCommand;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.Context;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Terminal;
import io.tailrace.tools.command.Termination;
import io.tailrace.tools.doctor.DoctorCommand;
import io.tailrace.tools.dump.DumpCommand;
import io.tailrace.tools.look.ClientsCommand;
import io.tailrace.tools.look.CountersCommand;
import io.tailrace.tools.look.ErrorsCommand;
import io.tailrace.tools.look.EventsCommand;
import io.tailrace.tools.look.LsCommand;
import io.tailrace.tools.look.StatCommand;
import io.tailrace.tools.look.TopCommand;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** Runs the commands that only read, in this process, on a host whose clock does not advance. */
final class LookingCommands {
    /** The result of a command. */
    record Run(int exitCode, String out, String failure) {}

    static final Host HOST = new StillHost();

    /** Sees no processes, and always has the same user. */
    static class StillHost implements Host {
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

        @Override
        public Storage storage(Path path) {
            return new Storage("tmpfs", 64 << 20, 40 << 20);
        }
    }

    private LookingCommands() {}

    /** Runs a command line, with a file for its output. */
    static Run run(Path directory, String line) {
        return run(directory, line, Terminal.PLAIN);
    }

    /** Runs a command line. */
    static Run run(Path directory, String line, Terminal terminal) {
        List<String> arguments = new ArrayList<>(List.of(line.split(" ", -1)));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Object command = command(arguments.remove(0), terminal, () -> new Output(bytes));
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

    private static Object command(String name, Terminal terminal, Supplier<Output> out) {
        Context context = new Context(new Termination(), terminal, HOST, out);
        Context hurried = new Context(hurry(), terminal, HOST, out);
        return switch (name) {
            case "ls" -> new LsCommand().in(context);
            case "top" -> new TopCommand().in(context);
            case "stat" -> new StatCommand().in(context);
            case "clients" -> new ClientsCommand().in(context);
            case "errors" -> new ErrorsCommand().in(context);
            case "events" -> new EventsCommand().in(context);
            case "check" -> new CheckCommand().in(hurried);
            case "doctor" -> new DoctorCommand().in(hurried);
            case "counters" -> new CountersCommand().in(context);
            case "dump" -> new DumpCommand().in(context);
            case "clean" -> new CleanCommand().in(context);
            default -> throw new IllegalArgumentException(name);
        };
    }

    /** {@return a termination whose sleeps return at once} */
    private static Termination hurry() {
        Termination termination = new Termination();
        termination.request();
        return termination;
    }
}
