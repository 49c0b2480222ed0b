/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.control.ControlFile;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.EmbeddedDriver;
import io.tailrace.memory.FileAccess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.GroupPrincipal;
import org.jspecify.annotations.Nullable;

/**
 * Lets {@link io.tailrace.Tailrace#open} embed a driver: on one thread; where another one has left its files, with the same
 * term length and shared with the same group.
 */
public final class DriverProvider implements EmbeddedDriver.Provider {
    @Override
    public @Nullable EmbeddedDriver launch(Path directory) {
        try {
            return MediaDriver.launch(configFor(directory));
        } catch (DirectoryInUseException e) {
            return null; // Then there is one to connect to.
        }
    }

    private static DriverConfig configFor(Path directory) {
        DriverConfig config = DriverConfig.defaults().withDirectory(directory).withThreading(ThreadingMode.SHARED);
        Path controlFile = new DriverDirectory(directory).lastControlFile();
        if (!Files.exists(controlFile)) {
            return config;
        }
        try (ControlFile previous = ControlFile.openReadOnly(controlFile)) {
            GroupPrincipal group = FileAccess.of(directory).group();
            return config.withTermLength(previous.termLength()).withGroup(group == null ? null : group.getName());
        } catch (IOException | IllegalArgumentException e) {
            return config; // What it left cannot be read: nothing to go by, and whoever launches is told why if he
            // cannot.
        }
    }
}
