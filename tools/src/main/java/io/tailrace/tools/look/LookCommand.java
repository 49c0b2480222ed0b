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
 * A command that looks at a driver's directory. It maps the files for reading only and needs no driver, so it works on
 * one that lives, and on what a dead one left.
 */
public abstract class LookCommand extends ToolCommand {
    /** How far the first two looks lie apart. */
    protected static final long APART_NS = 100_000_000;

    @Override
    public final Integer call() throws IOException {
        DriverDirectory driver = directory().ofDriver();
        try (SnapshotReader reader = new SnapshotReader(driver, context().host());
                Output out = context().newOutput().get()) {
            return look(reader, out);
        }
    }

    /** Looks, writes what it sees, and returns the exit code. */
    protected abstract int look(SnapshotReader reader, Output out) throws IOException;

    /** Says beside the data where the driver does not live and work: then the data may be old. */
    protected static void tellDriver(Snapshot now) {
        ClientView driver = now.driver();
        String life = driver.life(now.takenNs());
        if (!life.equals("lives")) {
            Console.say("the driver is " + life + ": " + driver.reason(now.takenNs()) + ", pid="
                    + driver.owner().pid());
        }
    }

    /**
     * Shows what was written, and only then says what could not be read: the first as the command's own failure.
     *
     * @return the exit code, if all could be read
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
