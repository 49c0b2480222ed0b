/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.control.EmbeddedDriver;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Lets {@link io.tailrace.Tailrace#open} embed a driver: one thread, defaults otherwise. */
public final class DriverProvider implements EmbeddedDriver.Provider {
    @Override
    public @Nullable EmbeddedDriver launch(Path directory) {
        try {
            return MediaDriver.launch(
                    DriverConfig.defaults().withDirectory(directory).withThreading(ThreadingMode.SHARED));
        } catch (DirectoryInUseException e) {
            return null; // Then there is one to connect to.
        }
    }
}
