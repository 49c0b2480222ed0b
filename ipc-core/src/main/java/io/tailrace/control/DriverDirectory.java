/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import io.tailrace.file.Ownership;
import io.tailrace.liveness.FileOwner;
import io.tailrace.liveness.KernelLock;
import io.tailrace.liveness.OwnerState;
import io.tailrace.sleep.DriverSleeper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The files of a media driver; {@code FORMAT.md} describes their purposes.
 *
 * @param path absolute
 */
public record DriverDirectory(Path path) {
    private static final Path MEMORY_FILE_SYSTEM = Path.of("/dev/shm");

    /** Java's name of each user that has none, as in a container with a number alone. */
    private static final String NO_NAME = "?";

    /** Ids are names of files. */
    private static final Pattern ID = Pattern.compile("[0-9]{1,18}");

    /** The greatest id that has a name. */
    public static final long MAX_ID = 999_999_999_999_999_999L;

    public DriverDirectory(Path path) {
        this.path = path.toAbsolutePath().normalize();
    }

    /**
     * {@return the default directory} {@code TAILRACE_DIR}, else {@code /dev/shm/tailrace-<user>}, else the same name
     * in the temporary directory; a user without a name has its number there. The only place in the libraries that
     * reads environment variables.
     *
     * @throws IllegalArgumentException if it is no path in this locale
     */
    public static Path byDefault() {
        return byDefault(
                System.getenv("TAILRACE_DIR"), System.getProperty("user.name"), System.getProperty("java.io.tmpdir"));
    }

    static Path byDefault(@Nullable String environment, String user, String temporaryDirectory) {
        boolean isNamed = environment != null && !environment.isBlank();
        try {
            if (isNamed) {
                return Path.of(environment);
            }
            Path parent = Files.isDirectory(MEMORY_FILE_SYSTEM) ? MEMORY_FILE_SYSTEM : Path.of(temporaryDirectory);
            return parent.resolve("tailrace-" + (user.equals(NO_NAME) ? ownUid() : user));
        } catch (InvalidPathException e) {
            String source = isNamed
                    ? "TAILRACE_DIR=" + environment
                    : "user.name=" + user + ", java.io.tmpdir=" + temporaryDirectory;
            throw new IllegalArgumentException(
                    "the default directory is no path in this locale: " + source + ", encoding="
                            + System.getProperty("sun.jnu.encoding") + ", cause=" + e.getReason()
                            + "; set LC_ALL=C.UTF-8, or name a directory in ASCII, in TAILRACE_DIR for instance",
                    e);
        }
    }

    private static int ownUid() {
        try {
            return Ownership.ownUid();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot find the user of this process: " + e.getMessage(), e);
        }
    }

    public Path lockFile() {
        return path.resolve("driver.lock");
    }

    public Path infoFile() {
        return path.resolve("driver.info");
    }

    public Path controlFile() {
        return path.resolve("control");
    }

    /** Where a starting driver moves an existing control file, so that no client joins a dead driver through it. */
    public Path previousControlFile() {
        return path.resolve("control.previous");
    }

    /**
     * {@return the control file that the last driver left, wherever the next driver has moved it; there may be none}
     */
    public Path lastControlFile() {
        return Files.exists(controlFile()) ? controlFile() : previousControlFile();
    }

    /** {@return the events, which outlive the driver} */
    public Path events() {
        return path.resolve("events");
    }

    /** {@return the events before those} */
    public Path eventsBefore() {
        return path.resolve("events.1");
    }

    /** {@return the socket of the driver's relay} */
    public Path wakes() {
        return path.resolve("wakes");
    }

    /** {@return the sockets that a driver may have made} */
    public List<Path> sockets() {
        return List.of(wakes(), DriverSleeper.socket(path));
    }

    public Path clients() {
        return path.resolve("clients");
    }

    public Path client(long clientId) {
        return clients().resolve(Long.toString(clientId));
    }

    public Path names() {
        return path.resolve("names");
    }

    /** {@return the notes of historians} */
    public Path histories() {
        return path.resolve("histories");
    }

    /** {@return the files of the links of bridges} */
    public Path links() {
        return path.resolve("links");
    }

    public Path logs() {
        return path.resolve("logs");
    }

    public Path log(long logId) {
        return logs().resolve(Long.toString(logId));
    }

    /**
     * Checks whether a driver runs here: by its lock, and if the lock is free or missing, by its process as named in
     * the control file.
     */
    public KernelLock.Holder probeDriver() throws IOException {
        return judge(KernelLock.probe(lockFile()));
    }

    /** Tool: checks the same, and returns the reason. */
    public OwnerState examineDriver() throws IOException {
        return examine(KernelLock.probe(lockFile()));
    }

    /** Driver: returns the reason why the previous driver counts as dead; the caller holds the lock. */
    public OwnerState examineDriverBehindLock() throws IOException {
        return examine(KernelLock.Holder.DEAD);
    }

    private OwnerState examine(KernelLock.Holder lock) throws IOException {
        return FileOwner.examine(lock, lastControlFile(), ControlFile.MAGIC, ControlFile.HEARTBEAT_NS_OFFSET);
    }

    /** Checks the same if the caller holds the driver's lock. */
    public KernelLock.Holder probeDriverBehindLock() throws IOException {
        return judge(KernelLock.Holder.DEAD);
    }

    private KernelLock.Holder judge(KernelLock.Holder lock) throws IOException {
        return FileOwner.judge(lock, lastControlFile(), ControlFile.MAGIC, ControlFile.HEARTBEAT_NS_OFFSET);
    }

    /** {@return the id that a file name represents; -1 if none} */
    public static long parseId(String name) {
        return ID.matcher(name).matches() ? Long.parseLong(name) : -1;
    }
}
