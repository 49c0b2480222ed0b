/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;

/** A command: its options, {@code --dir} among them, and its work in a context. */
public abstract class ToolCommand implements Callable<Integer> {
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

    /** {@return the option for the driver's directory} */
    protected final DirectoryOption directory() {
        return directory;
    }
}
