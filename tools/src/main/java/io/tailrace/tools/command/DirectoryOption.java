/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import io.tailrace.control.DriverDirectory;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option {@code --dir}, the same in every sub-command. */
public final class DirectoryOption {
    @Option(
            names = {"-d", "--dir"},
            paramLabel = "DIR",
            description = "Directory of the media driver. Default: TAILRACE_DIR, else /dev/shm/tailrace-USER.")
    private @Nullable Path directory;

    /** {@return the directory that was given, else the default of this user} */
    public Path path() {
        return directory == null ? DriverDirectory.byDefault() : directory;
    }

    /**
     * {@return the directory of a driver, living or dead}
     *
     * @throws CommandException as {@link DriverFiles#require}
     */
    public DriverDirectory ofDriver() throws IOException {
        DriverDirectory driver = new DriverDirectory(path());
        DriverFiles.require(driver);
        return driver;
    }
}
