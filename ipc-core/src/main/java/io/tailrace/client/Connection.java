/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.client;

import io.tailrace.NoDriverException;
import io.tailrace.TailraceConfig;
import io.tailrace.TailraceException;
import io.tailrace.control.ClientFiles;
import io.tailrace.control.ControlFile;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.Trust;
import io.tailrace.file.FileAccess;
import io.tailrace.file.FileFormatException;
import io.tailrace.file.MappedFile;
import io.tailrace.internal.ErrorText;
import io.tailrace.liveness.KernelLock;
import io.tailrace.liveness.ProgramName;
import io.tailrace.report.ReportFile;
import io.tailrace.report.SuggestedCommand;
import io.tailrace.wait.Durations;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * This client's registration with one life of a media driver: the control file, and the client's own files there.
 *
 * @param trust checked in each life: another user may have created the directory in between
 * @param controlKey distinguishes the control file, which is mapped, from the next one at the same path
 */
record Connection(DriverDirectory directory, Trust trust, ControlFile control, Object controlKey, ClientFiles files) {
    private static final long RETRY_NS = 5_000_000;

    /**
     * Waits for a running driver, and registers this client with it. It retries within the time after failures that may
     * pass: a driver that stops or starts, a lack of space or of descriptors.
     *
     * @throws NoDriverException if there is none within the time; the message says what was found
     * @throws TailraceException if there is one that this client cannot use
     */
    static Connection make(TailraceConfig config) {
        DriverDirectory directory = new DriverDirectory(config.directory());
        Trust trust = new Trust(config.group());
        long startNs = System.nanoTime();
        while (true) {
            String problem;
            IOException cause = null;
            try {
                problem = findDriver(directory, trust);
                if (problem.isEmpty()) {
                    return join(directory, trust, config.name());
                }
            } catch (NoSuchFileException e) {
                problem = "the driver has just gone: missing=" + e.getFile();
            } catch (AccessDeniedException e) {
                throw new TailraceException(
                        "permission denied: path=" + e.getFile() + owner(directory.path())
                                + (e.getReason() == null ? "" : ", reason=" + e.getReason())
                                + ". Run as its owner, or share the directory with a group and name that on both sides"
                                + " (--group), or choose another directory (--dir)",
                        e);
            } catch (UserPrincipalNotFoundException e) {
                throw new TailraceException("no such group: group=" + config.group(), e);
            } catch (FileFormatException e) {
                throw new TailraceException("cannot connect: " + e.getMessage(), e);
            } catch (IOException e) {
                problem = ErrorText.of(e);
                cause = e;
            }
            if (System.nanoTime() - startNs > Durations.toNanos(config.connectTimeout())
                    || Thread.currentThread().isInterrupted()) {
                throw cause != null
                        ? new TailraceException("cannot connect: " + problem, cause)
                        : new NoDriverException("no media driver in " + directory.path() + " (" + problem
                                + "). Start one: " + SuggestedCommand.of("driver", "--dir", directory.path()));
            }
            config.driverInvoker().run();
            LockSupport.parkNanos(RETRY_NS);
        }
    }

    /** {@return a description of the problem; empty if a driver runs and has created its control file} */
    private static String findDriver(DriverDirectory directory, Trust trust) throws IOException {
        if (!Files.exists(directory.path(), LinkOption.NOFOLLOW_LINKS)) {
            return "the directory does not exist";
        }
        if (!trust.check(directory.path()).isDirectory()) {
            return "not a directory";
        }
        return switch (directory.probeDriver()) {
            case UNKNOWN -> "the directory holds no driver.lock";
            case DEAD -> "its last driver is dead";
            case ALIVE -> Files.exists(directory.controlFile()) ? "" : "the driver is still starting";
        };
    }

    private static Connection join(DriverDirectory directory, Trust trust, @Nullable String name) throws IOException {
        Object controlKey = MappedFile.identity(directory.controlFile());
        ControlFile control = openControl(directory, trust);
        Connection connection;
        try {
            connection = new Connection(directory, trust, control, controlKey, makeFiles(directory, control, name));
        } catch (IOException e) {
            control.close(); // Opened repeatedly.
            throw e;
        }
        control.ringDoorbell();
        boolean joined = false;
        try {
            joined = connection.isDriverAlive();
        } finally {
            if (!joined) {
                connection.close();
            }
        }
        if (!joined) { // The driver has stopped meanwhile, and may have deleted our files with its own.
            throw new NoSuchFileException(directory.controlFile().toString());
        }
        return connection;
    }

    private static ClientFiles makeFiles(DriverDirectory directory, ControlFile control, @Nullable String name)
            throws IOException {
        long clientId = control.nextId();
        return ClientFiles.create(
                directory.client(clientId),
                FileAccess.of(directory.path()),
                clientId,
                ProcessHandle.current().pid(),
                name == null ? ProgramName.ofThisProcess() : name);
    }

    private static ControlFile openControl(DriverDirectory directory, Trust trust) throws IOException {
        trust.check(directory.path()).requireSameOwner(directory.controlFile());
        return ControlFile.open(directory.controlFile());
    }

    private static String owner(Path path) {
        try {
            return ", owner=" + Files.getOwner(path, LinkOption.NOFOLLOW_LINKS).getName();
        } catch (IOException e) {
            return "";
        }
    }

    long clientId() {
        return files.clientId();
    }

    /** {@return whether the driver that this client joined is still alive} */
    boolean isDriverAlive() throws IOException {
        return directory.probeDriver() == KernelLock.Holder.ALIVE
                && MappedFile.identity(directory.controlFile()).equals(controlKey);
    }

    /**
     * Joins the next life of the driver, with the same id and files: its control file is another one.
     *
     * @return the new connection, or null while there is no driver
     * @throws IOException if this client cannot join it; the message says why
     */
    @Nullable
    Connection rejoin() throws IOException {
        try {
            return findDriver(directory, trust).isEmpty() ? joinNext() : null;
        } catch (NoSuchFileException e) {
            return null; // A driver is starting or stopping: the file existed a moment ago.
        }
    }

    private @Nullable Connection joinNext() throws IOException {
        Object newKey = MappedFile.identity(directory.controlFile());
        if (newKey.equals(controlKey)) {
            return null; // The driver holds the lock, but has not created its control file yet.
        }
        if (ClientFiles.probe(directory.client(clientId())) != KernelLock.Holder.ALIVE) {
            throw new IOException(
                    "this client's files were removed under it, and the new driver cannot know it: missing="
                            + directory.client(clientId()) + ". Close it and connect again");
        }
        ControlFile newControl = openControl(directory, trust);
        control.close();
        return new Connection(directory, trust, newControl, newKey, files);
    }

    /** Creates this client's file of counters or errors. */
    ReportFile createReport(ReportFile.Kind kind) throws IOException {
        return kind.create(directory.client(clientId()), FileAccess.of(directory.path()), clientId(), files.pid());
    }

    void close() throws IOException {
        control.close();
        files.close();
    }
}
