/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A media driver that lives in this process. */
public interface EmbeddedDriver extends AutoCloseable {
    /** {@return whether it works: not closed, and not ended by itself} */
    boolean isRunning();

    @Override
    void close();

    /** Finds the driver's code, which is in another module, through {@link java.util.ServiceLoader}. */
    interface Provider {
        /**
         * {@return a driver in the directory, or null if another one lives there}
         *
         * @param group that shares the files; null for the one of the driver before it, if any
         */
        @Nullable
        EmbeddedDriver launch(Path directory, @Nullable String group);
    }
}
