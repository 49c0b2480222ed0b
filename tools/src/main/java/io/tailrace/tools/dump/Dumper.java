/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import io.tailrace.inspect.Unreadable;
import io.tailrace.internal.PendingFault;
import io.tailrace.log.LogFiles;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.Console;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Termination;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Opens logs, shows them, and sums up the failures. One thread. */
final class Dumper {
    /** The pause between two checks while no log changes; there is none while one does. */
    private static final long LOOK_NS = 2_000_000;

    private final Report report;
    private final Output out;
    private final Selection selection;
    private long anomalies;
    private @Nullable CommandException failure;

    /** For one log after another. */
    Dumper(Report report, Output out, Selection selection) {
        this.report = report;
        this.out = out;
        this.selection = selection;
    }

    private interface Action {
        void run() throws IOException;
    }

    /**
     * Shows the current content of a log.
     *
     * @param verify whether to check everything, after the log's state is shown
     */
    void dump(Path log, boolean verify) {
        guard(log, () -> {
            try (LogDump dump = new LogDump(log, report, selection)) {
                dump.summary();
                anomalies += verify ? dump.verify() : 0;
                dump.list(!verify);
                PendingFault.raise(); // Before any result is used.
                out.flush();
                if (!verify) { // A verification has listed everything as anomalies.
                    tell(log, dump.firstProblem());
                }
            }
        });
    }

    /**
     * Shows the current content of logs, then new frames, until all logs have ended or the command is asked to end.
     */
    void follow(List<Path> paths, Termination termination) {
        List<LogDump> logs = new ArrayList<>();
        try {
            for (Path path : paths) {
                guard(path, () -> {
                    LogDump log = new LogDump(path, report, selection);
                    log.summary();
                    log.follow();
                    PendingFault.raise();
                    logs.add(log);
                });
            }
            out.flush();
            while (!logs.isEmpty() && !termination.isRequested()) {
                boolean moved = false;
                for (LogDump log : List.copyOf(logs)) {
                    moved |= step(log, logs);
                }
                out.flush();
                if (!moved) {
                    termination.sleep(LOOK_NS);
                }
            }
            List.copyOf(logs).forEach(log -> end(log, logs));
        } finally {
            logs.forEach(LogDump::close);
        }
    }

    /** Returns whether there was anything new. */
    private boolean step(LogDump log, List<LogDump> logs) {
        boolean[] moved = {false};
        boolean sound = guard(log.path(), () -> {
            moved[0] = log.step();
            PendingFault.raise();
        });
        if (!sound || log.isDone()) {
            end(log, logs);
        }
        return moved[0];
    }

    private void end(LogDump log, List<LogDump> logs) {
        log.total();
        out.flush();
        tell(log.path(), log.firstProblem());
        logs.remove(log);
        log.close();
    }

    private void tell(Path log, @Nullable String problem) {
        if (problem != null) {
            fail(new CommandException(
                    ExitCode.CORRUPT, log + ": corrupt: " + problem + "; --verify checks everything"));
        }
    }

    /** The first failure ends the command; later ones are reported here. */
    private void fail(CommandException newFailure) {
        if (failure == null) {
            failure = newFailure;
        } else {
            Console.error(newFailure);
        }
    }

    /** Runs an action on a log, whatever its files contain; returns whether it succeeded. */
    private boolean guard(Path log, Action action) {
        try {
            action.run();
            return true;
        } catch (IOException e) {
            fail(new CommandException(Unreadable.log(log, e)));
        } catch (CommandException e) {
            throw e;
        } catch (RuntimeException e) { // Reads of a truncated or deleted file may return anything.
            if (isReadable(log) && !(e instanceof IllegalArgumentException)) {
                throw e;
            }
            fail(unreadable(log, "corrupt: " + e));
        } catch (InternalError e) {
            fail(unreadable(log, "a file became shorter while it was read"));
        }
        return false;
    }

    /** The driver deletes the meta file of a log first, and then truncates its terms. */
    private static CommandException unreadable(Path log, String damage) {
        return Files.exists(LogFiles.metaPath(log))
                ? new CommandException(ExitCode.CORRUPT, log + ": " + damage)
                : new CommandException(ExitCode.IO_FAILED, log + ": removed while it was read");
    }

    private static boolean isReadable(Path log) {
        try (LogFiles files = LogFiles.open(log, LogFiles.Access.NOTHING)) {
            PendingFault.raise();
            return files.findTruncation() == null;
        } catch (IOException | InternalError e) {
            return false;
        }
    }

    /**
     * {@return whether there was no anomaly}
     *
     * @throws CommandException if a log could not be read, or is not a log
     */
    boolean isSound() {
        if (failure != null) {
            throw failure;
        }
        return anomalies == 0;
    }
}
