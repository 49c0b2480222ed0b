/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A media driver that runs in this process. */
public interface EmbeddedDriver extends AutoCloseable {
    /** {@return whether it runs: not closed, and not stopped by itself} */
    boolean isRunning();

    @Override
    void close();

    /** The code of the driver. It is in another module; {@link java.util.ServiceLoader} finds it. */
    interface Provider {
        /**
         * {@return a driver in the directory, or null if another one runs there}
         *
         * @param group that shares the files; null for that of the previous driver, if any
         */
        @Nullable
        EmbeddedDriver launch(Path directory, @Nullable String group);
    }
}
