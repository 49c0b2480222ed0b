/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** A command: its options, {@code --dir} among them, and its work in a context. */
@Command(mixinStandardHelpOptions = true)
public abstract class ToolCommand implements Callable<Integer> {
    private static final long CHECK_NS = 1_000_000_000;

    @Mixin
    private final DirectoryOption directory = new DirectoryOption();

    private @Nullable Context context;

    /** Sets the context. Call it before the command runs. */
    public final ToolCommand in(Context surroundings) {
        context = surroundings;
        return this;
    }

    protected final Context context() {
        return Objects.requireNonNull(context);
    }

    /** {@return the termination that asks it to end} */
    protected final Termination termination() {
        return context().termination();
    }

    /** Prints that the command is ready, and returns after a signal; false if the work ended by itself. */
    protected final boolean serve(String ready, BooleanSupplier isRunning) {
        Output.standard().text("READY " + ready).newLine().flush();
        while (!termination().isRequested()) {
            if (!isRunning.getAsBoolean()) {
                return false;
            }
            termination().sleep(CHECK_NS);
        }
        return true;
    }

    /** {@return the option for the driver's directory} */
    protected final DirectoryOption directory() {
        return directory;
    }
}
