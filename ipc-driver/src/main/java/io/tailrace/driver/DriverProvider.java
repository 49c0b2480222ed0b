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
 * Lets {@link io.tailrace.Tailrace#open} embed a driver: on one thread; where another one has left its files, with the
 * same term length and, unless the program names one, shared with the same group.
 */
@SuppressWarnings("exports") // ServiceLoader asks for a public class; programs do not use it.
public final class DriverProvider implements EmbeddedDriver.Provider {
    /** For {@link java.util.ServiceLoader}. */
    public DriverProvider() {}

    @Override
    public @Nullable EmbeddedDriver launch(Path directory, @Nullable String group) {
        try {
            return MediaDriver.launch(configFor(directory, group));
        } catch (DirectoryInUseException e) {
            return null; // Then there is one to connect to.
        }
    }

    private static DriverConfig configFor(Path directory, @Nullable String group) {
        DriverConfig config = DriverConfig.defaults()
                .withDirectory(directory)
                .withGroup(group)
                .withThreading(ThreadingMode.SHARED);
        Path controlFile = new DriverDirectory(directory).lastControlFile();
        if (!Files.exists(controlFile)) {
            return config;
        }
        try (ControlFile previous = ControlFile.openReadOnly(controlFile)) {
            DriverConfig asBefore = config.withTermLength(previous.termLength());
            GroupPrincipal itsGroup = FileAccess.of(directory).group();
            return group != null || itsGroup == null ? asBefore : asBefore.withGroup(itsGroup.getName());
        } catch (IOException | IllegalArgumentException e) {
            return config; // What it left cannot be read: nothing to go by, and whoever launches is told why if he
            // cannot.
        }
    }
}
