/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.look;

import io.tailrace.control.DriverDirectory;
import io.tailrace.inspect.ClientView;
import io.tailrace.inspect.Snapshot;
import io.tailrace.inspect.SnapshotReader;
import io.tailrace.inspect.Unreadable;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.Console;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.ToolCommand;
import java.io.IOException;
import java.util.List;

/**
 * A command that reads a driver's directory. It maps the files read-only and needs no driver, so it also works on what
 * a dead driver left.
 */
public abstract class LookCommand extends ToolCommand {
    /** The time between the first two snapshots. */
    protected static final long APART_NS = 100_000_000;

    @Override
    public final Integer call() throws IOException {
        DriverDirectory driver = directory().ofDriver();
        try (SnapshotReader reader = new SnapshotReader(driver, context().host());
                Output out = context().newOutput().get()) {
            return look(reader, out);
        }
    }

    /** Reads, writes what it finds, and returns the exit code. */
    protected abstract int look(SnapshotReader reader, Output out) throws IOException;

    /** Warns beside the data if the driver does not live and work: the data may be old. */
    protected static void tellDriver(Snapshot now) {
        ClientView driver = now.driver();
        String life = driver.life(now.takenNs());
        if (!life.equals("lives")) {
            Console.say("the driver is " + life + ": " + driver.reason(now.takenNs()) + ", pid="
                    + driver.owner().pid());
        }
    }

    /**
     * Writes out the data, and only then reports what could not be read: the first failure as the command's own.
     *
     * @return the exit code, if everything could be read
     */
    protected static int end(Output out, List<Unreadable> unreadable) {
        out.flush();
        if (unreadable.isEmpty()) {
            return ExitCode.OK;
        }
        unreadable.stream().skip(1).map(Unreadable::message).forEach(Console::error);
        throw new CommandException(unreadable.get(0));
    }
}
