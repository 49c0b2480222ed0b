/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.view;

import io.tailrace.inspect.Host;
import io.tailrace.inspect.Host.ProcessView;
import io.tailrace.inspect.Storage;
import io.tailrace.tools.command.CommandRun;
import io.tailrace.tools.command.Context;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Terminal;
import io.tailrace.tools.command.Termination;
import io.tailrace.tools.command.ToolCommand;
import io.tailrace.tools.doctor.CheckCommand;
import io.tailrace.tools.doctor.CleanCommand;
import io.tailrace.tools.doctor.DoctorCommand;
import io.tailrace.tools.dump.DumpCommand;
import io.tailrace.tools.look.ClientsCommand;
import io.tailrace.tools.look.CountersCommand;
import io.tailrace.tools.look.EventsCommand;
import io.tailrace.tools.look.LsCommand;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs the commands that only read, in this process, on a host whose clock does not advance. */
final class LookingCommands {
    static final Host HOST = new StillHost();

    /** Sees no processes, and always has the same user. */
    static class StillHost implements Host {
        @Override
        public long nanoTime() {
            return GoldenFiles.NOW_NS;
        }

        @Override
        public Instant now() {
            return GoldenFiles.NOW;
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
    static CommandRun run(Path directory, String line) {
        return run(directory, line, Terminal.PLAIN);
    }

    /** Runs a command line. */
    static CommandRun run(Path directory, String line, Terminal terminal) {
        List<String> arguments = new ArrayList<>(List.of(line.split(" ", -1)));
        String name = arguments.remove(0);
        arguments.addAll(List.of("--dir", directory.toString()));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Termination termination = new Termination();
        if (List.of("check", "doctor").contains(name)) {
            termination.request(); // Their sleeps return at once.
        }
        Context context = new Context(termination, terminal, HOST, () -> new Output(out));
        return CommandRun.of(command(name), context, out, arguments.toArray(String[]::new));
    }

    private static ToolCommand command(String name) {
        return switch (name) {
            case "ls" -> new LsCommand();
            case "clients" -> new ClientsCommand();
            case "events" -> new EventsCommand();
            case "check" -> new CheckCommand();
            case "doctor" -> new DoctorCommand();
            case "counters" -> new CountersCommand();
            case "dump" -> new DumpCommand();
            case "clean" -> new CleanCommand();
            default -> throw new IllegalArgumentException(name);
        };
    }
}
