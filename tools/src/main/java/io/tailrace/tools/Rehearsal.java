/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import io.tailrace.PublicationConfig;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Terminal;
import io.tailrace.tools.command.Termination;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/**
 * Runs each command once, in a directory of its own, so that the JVM knows at its exit which classes they need. The
 * build makes an archive of these classes, from which all commands start in half of the time. The output of the
 * commands is not for users.
 */
final class Rehearsal implements Callable<Integer> {
    static final String NAME = "rehearse";
    private static final int TERM_LENGTH = 64 * 1024;
    private static final List<String> LINES = List.of(
            "pub quotes hello",
            "sub quotes --from oldest --count 1 --for 5s",
            "sub quotes --from oldest --count 1 --for 5s --format json",
            "ls --long",
            "ls --json",
            "clients",
            "clients --json",
            "events --errors",
            "counters",
            "counters --json",
            "dump quotes",
            "dump quotes --json",
            "check --format prometheus",
            "clean");

    private final Path directory;
    private final Termination termination;
    private final Terminal terminal;

    Rehearsal(String directory, Termination termination, Terminal terminal) {
        this.directory = Path.of(directory);
        this.termination = termination;
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        int worst = run(Stream.of("help"));
        try (Tailrace tailrace = Tailrace.open(TailraceConfig.DEFAULT.withDirectory(directory))) {
            tailrace.addSubscription("quotes"); // It reads nothing, so the message stays for the commands.
            tailrace.addPublication("quotes", PublicationConfig.DEFAULT.withTermLength(TERM_LENGTH));
            for (String line : LINES) {
                Stream<String> words = Stream.of(line.split(" ", -1));
                worst = Math.max(worst, run(Stream.concat(words, Stream.of("--dir", directory.toString()))));
            }
        }
        return worst;
    }

    private int run(Stream<String> words) {
        int code = TailraceMain.run(words.toArray(String[]::new), termination, terminal, false);
        return code == ExitCode.OK ? code : ExitCode.INTERNAL;
    }
}
