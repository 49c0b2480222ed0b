/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.control.ControlFile;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.EmbeddedDriver;
import io.tailrace.file.FileAccess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.GroupPrincipal;
import org.jspecify.annotations.Nullable;

/**
 * Lets {@link io.tailrace.Tailrace#open} embed a driver. The driver runs on one thread. If another driver has left its
 * files, the new driver takes the same term length and, unless the program names a group, the same group.
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
            return null; // The client connects to that driver.
        }
    }

    private static DriverConfig configFor(Path directory, @Nullable String group) {
        DriverConfig config = DriverConfig.DEFAULT.withDirectory(directory).withGroup(group);
        Path controlFile = new DriverDirectory(directory).lastControlFile();
        if (!Files.exists(controlFile)) {
            return config;
        }
        try (ControlFile previous = ControlFile.openReadOnly(controlFile)) {
            DriverConfig asBefore = config.withTermLength(previous.termLength());
            GroupPrincipal itsGroup = FileAccess.of(directory).group();
            return group != null || itsGroup == null ? asBefore : asBefore.withGroup(itsGroup.getName());
        } catch (IOException | IllegalArgumentException e) {
            return config; // The old files cannot be read. If they prevent the launch, the launch reports why.
        }
    }
}
