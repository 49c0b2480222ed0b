/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;

/** A command: options, {@code --dir} among them, and what it does with them in its surroundings. */
public abstract class ToolCommand implements Callable<Integer> {
    @Mixin
    private final DirectoryOption directory = new DirectoryOption();

    private @Nullable Context context;

    /** Lets it run there. Before it is called. */
    public final ToolCommand in(Context surroundings) {
        context = surroundings;
        return this;
    }

    protected final Context context() {
        return Objects.requireNonNull(context);
    }

    /** {@return what asks it to end} */
    protected final Termination termination() {
        return context().termination();
    }

    /** {@return where its driver is} */
    protected final DirectoryOption directory() {
        return directory;
    }
}
