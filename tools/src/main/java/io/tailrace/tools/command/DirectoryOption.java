/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import io.tailrace.control.DriverDirectory;
import io.tailrace.file.Ownership;
import io.tailrace.liveness.KernelLock;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The option {@code --dir}, the same in every sub-command, and the checks whether a command may use that directory.
 */
public final class DirectoryOption {
    @Option(
            names = {"-d", "--dir"},
            paramLabel = "DIR",
            description = "Directory of the media driver. Default: TAILRACE_DIR, else /dev/shm/tailrace-USER.")
    private @Nullable Path directory;

    /** {@return the given directory, else the default of this user} */
    public Path path() {
        return directory == null ? DriverDirectory.byDefault() : directory;
    }

    /**
     * {@return the directory of a driver, living or dead}
     *
     * @throws CommandException as {@link #require}
     */
    public DriverDirectory ofDriver() throws IOException {
        DriverDirectory driver = new DriverDirectory(path());
        require(driver);
        return driver;
    }

    /**
     * Requires the driver's lock file.
     *
     * @throws CommandException if there is none, or the directory belongs to another user who does not share it
     */
    public static void require(DriverDirectory driver) throws IOException {
        try {
            BasicFileAttributes lock =
                    Files.readAttributes(driver.lockFile(), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (lock.isRegularFile()) {
                return;
            }
        } catch (AccessDeniedException e) {
            throw notAllowed(driver, "not allowed to read");
        } catch (FileSystemException e) {
            // There is no lock file, or no directory.
        }
        if (driver.probeDriver() != KernelLock.Holder.UNKNOWN) {
            return; // The lock file has been removed, but the control file identifies the driver.
        }
        throw new CommandException(
                ExitCode.NO_DRIVER,
                "no directory of a media driver: path=" + driver.path() + " has no "
                        + driver.lockFile().getFileName() + ". Give --dir");
    }

    /**
     * Requires that this user may remove the driver's files: only the owner of the directory may. Another owner could
     * change its content at any moment.
     *
     * @throws CommandException if this user may not
     */
    public static void requireOwn(DriverDirectory driver) throws IOException {
        Ownership found = Ownership.of(driver.path());
        if (found.isLink()) {
            throw notAllowed(driver, "not removing anything behind a symbolic link");
        }
        if (!found.isOwn()) {
            throw notAllowed(driver, "not removing another user's files");
        }
    }

    private static CommandException notAllowed(DriverDirectory driver, String what) throws IOException {
        return new CommandException(
                ExitCode.PERMISSION,
                what + ": path=" + driver.path() + ", owner="
                        + Ownership.of(driver.path()).owner() + ". Run as its owner, or give another --dir");
    }
}
