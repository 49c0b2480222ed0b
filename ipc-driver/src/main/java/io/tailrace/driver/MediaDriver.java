/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.control.ControlFile;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.EmbeddedDriver;
import io.tailrace.control.EventBroadcast;
import io.tailrace.driver.streams.LogRemoval;
import io.tailrace.driver.streams.StateTeller;
import io.tailrace.file.FileAccess;
import io.tailrace.file.OpenFolder;
import io.tailrace.internal.ErrorText;
import io.tailrace.log.LogFiles;
import io.tailrace.sleep.ClientWakers;
import io.tailrace.sleep.DriverSleeper;
import io.tailrace.sleep.WakeRelay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.agrona.concurrent.SystemNanoClock;
import org.jspecify.annotations.Nullable;

/**
 * A media driver: makes logs, cleans them, decides how far publishers may go, proves deaths. One driver lives in a
 * directory at a time, standalone or embedded. Any thread may launch and close it.
 */
@SuppressWarnings("exports") // Only Tailrace.open uses it as an EmbeddedDriver.
public final class MediaDriver implements EmbeddedDriver {
    private final DirectoryHold hold;
    private final ControlFile control;
    private final DriverThread thread;
    private final Conductor conductor;
    private final WakeRelay relay;
    private final ErrorReporter errors;
    /** Held by the thread that closes. */
    private final ReentrantLock closing = new ReentrantLock();

    private volatile boolean closed;
    private volatile boolean hasLetGo;

    private MediaDriver(DriverConfig config, DirectoryHold hold, ControlFile control) throws IOException {
        this.hold = hold;
        this.control = control;
        this.errors = new ErrorReporter(control, config.errorHandler());
        this.thread =
                new DriverThread(config.threading(), () -> control.sleeper().take(hold.access()), errors, this::letGo);
        DriverDirectory directory = hold.directory();
        DriverWakers wakers = new DriverWakers(new ClientWakers(directory::client, directory.wakes(), errors), thread);
        this.conductor = new Conductor(
                config,
                hold,
                control,
                SystemNanoClock.INSTANCE,
                wakers,
                new StateTeller(
                        new EventBroadcast.Sender(control.events(), wakers::wakeConductor), StateTeller.MAX_EVENTS),
                thread,
                errors);
        this.relay = new WakeRelay(directory.wakes(), hold.access(), wakers, control::relay, errors);
        hold.writeInfo(control.pid());
    }

    /**
     * Launches a driver, which is ready when this method returns.
     *
     * @throws DirectoryInUseException if another driver lives in the directory
     * @throws DirectoryException if the directory cannot be used, for example because it belongs to another user
     */
    public static MediaDriver launch(DriverConfig config) {
        DirectoryHold hold = DirectoryHold.take(config);
        ControlFile control = null;
        try {
            control = makeControl(config, hold);
            MediaDriver driver = new MediaDriver(config, hold, control);
            driver.start(config.threading());
            return driver;
        } catch (IOException e) {
            giveUp(hold, control, e);
            throw new DirectoryException("cannot start in " + hold.directory().path() + ": " + ErrorText.of(e), e);
        } catch (Throwable e) {
            giveUp(hold, control, e);
            throw e;
        }
    }

    private static void giveUp(DirectoryHold hold, @Nullable ControlFile control, Throwable cause) {
        try (hold;
                control) { // Also if there is no heap for the note.
            hold.history().noteEnded("cannot start, " + ErrorText.of(cause));
        }
    }

    /** Makes the folders and the control file of a driver that holds the directory. */
    static ControlFile makeControl(DriverConfig config, DirectoryHold hold) throws IOException {
        DriverDirectory directory = hold.directory();
        PreviousDriver.retire(directory);
        PreviousDriver previous = PreviousDriver.examine(directory);
        previous.note(hold.history(), directory.examineDriverBehindLock());
        makeDirectory(directory.clients(), hold.access(), FileAccess.Entries.OF_EACH);
        makeDirectory(directory.logs(), hold.access(), FileAccess.Entries.OF_OWNER);
        makeDirectory(directory.names(), hold.access(), FileAccess.Entries.OF_OWNER);
        ControlFile control = createControl(config, hold, previous);
        try {
            PreviousDriver.carryErrorsOver(directory, control);
            Files.deleteIfExists(directory.previousControlFile());
            return control;
        } catch (Throwable e) {
            control.close(); // Else it says that a driver lives here, until this process ends.
            throw e;
        }
    }

    private void start(ThreadingMode threading) {
        try {
            thread.start(conductor);
            if (threading != ThreadingMode.INVOKER) {
                relay.start();
            }
        } catch (Throwable e) { // For example if there is no heap for a thread.
            relay.close();
            thread.close();
            throw e;
        }
    }

    /** Gives the directory up when this driver has ended by itself, so that another driver may take its place. */
    private void letGo() {
        if (!closed) {
            hasLetGo = true;
            relay.close();
            try (hold;
                    control) {
                // The control file goes first: a driver that finds the lock free must also find that this has ended.
            }
        }
    }

    private static ControlFile createControl(DriverConfig config, DirectoryHold hold, PreviousDriver previous)
            throws IOException {
        try {
            return tryCreateControl(config, hold, previous);
        } catch (IOException e) { // There may be no space left until the files of dead clients are deleted.
            PreviousDriver.deleteDead(hold.directory(), hold.history());
            return tryCreateControl(config, hold, previous);
        }
    }

    private static ControlFile tryCreateControl(DriverConfig config, DirectoryHold hold, PreviousDriver previous)
            throws IOException {
        return ControlFile.create(
                hold.directory().controlFile(),
                hold.access(),
                previous.nextIncarnation(),
                ProcessHandle.current().pid(),
                config.termLength(),
                previous.nextId());
    }

    private static void makeDirectory(Path path, FileAccess access, FileAccess.Entries entries) throws IOException {
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            access.applyToDirectory(path, entries); // The previous driver may have shared it with another group.
        } else {
            access.createDirectory(path, entries);
        }
    }

    /**
     * Runs one cycle in {@link ThreadingMode#INVOKER}, unless a thread already runs one. Any thread: each
     * client call that waits may run it, including the calls of a dispatch.
     *
     * @return work done; 0 if a cycle is already running
     * @throws IllegalStateException if the driver has a thread of its own
     */
    public int invoke() {
        return thread.invoke();
    }

    public Path directory() {
        return hold.directory().path();
    }

    /**
     * {@return how threads of this process sleep: {@code futex}, or {@code sockets} and the reason why futexes are not
     * used} Takes some 50 ms the first time.
     */
    public static String sleepMechanism() {
        return DriverSleeper.mechanism();
    }

    /**
     * {@return whether it was not closed and has not ended by itself} When its files are removed or truncated, the
     * driver ends, reports that to the error handler and releases its lock, so that another driver may take its place.
     */
    @Override
    public boolean isRunning() {
        return !closed && thread.isRunning();
    }

    /** Ends the driver. May be called any number of times. Clients notice within a second. */
    @Override
    public void close() {
        if (!closing.tryLock()) {
            if (errors.isReporting()) {
                return; // The thread that closes waits for the cycle in which the error handler has called this.
            }
            closing.lock();
        }
        try {
            if (!closed) {
                closed = true;
                end();
            }
        } finally {
            closing.unlock();
        }
    }

    private void end() {
        boolean interrupted = Thread.interrupted(); // An interrupt must not prevent the wait for the thread.
        relay.close();
        thread.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        try (hold;
                control) { // Released in any case, also if heap runs short here.
            boolean isOurs = !hasLetGo && conductor.filesCheck().areInPlace();
            try {
                deleteFiles(isOurs);
            } finally {
                if (isOurs) { // Else another driver may write the history.
                    hold.history().noteEnded("");
                }
            }
        } catch (IOException e) {
            throw new DirectoryException("cannot delete the driver's files: " + ErrorText.of(e), e);
        }
    }

    /**
     * Deletes all files except the lock file, the events and the retained logs. If a client lives, deletes nothing: the
     * next driver takes the files over.
     */
    private void deleteFiles(boolean isOurs) throws IOException {
        DriverDirectory directory = hold.directory();
        if (!isOurs || !conductor.clients().nobodyLives() || conductor.names().mayBeTakenOver()) {
            return; // A client uses the files, or will, or they already belong to another driver.
        }
        try (OpenFolder folder = OpenFolder.open(directory.path())) {
            // The control file goes first: a client that joins meanwhile misses it and stays away, or is seen below.
            PreviousDriver.end(folder, directory, control);
            if (conductor.clients().nobodyLives()) {
                conductor.clients().noteAllGone();
                deleteLogs(folder, conductor.keeper().endAll(SystemNanoClock.INSTANCE.nanoTime()));
                deleteTree(folder, directory.clients());
                deleteTree(folder, directory.names());
                deleteTree(folder, directory.infoFile());
                for (Path socket : directory.sockets()) { // If the previous driver was killed.
                    deleteTree(folder, socket);
                }
            }
        } catch (NoSuchFileException e) {
            // The whole directory was deleted.
        }
    }

    private void deleteLogs(OpenFolder folder, List<Long> retained) throws IOException {
        if (!Files.isDirectory(hold.directory().logs(), LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (OpenFolder logs = OpenFolder.open(hold.directory().logs())) {
            for (String name : logs.list()) {
                if (!retained.contains(DriverDirectory.parseId(name))) {
                    for (Path file : LogRemoval.list(hold.directory().logs().resolve(name))) {
                        if (!Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
                            LogFiles.delete(file); // This process has it mapped, and may live on.
                        }
                    }
                    logs.deleteTree(name);
                }
            }
        }
        if (retained.isEmpty()) {
            deleteTree(folder, hold.directory().logs());
        }
    }

    private static void deleteTree(OpenFolder folder, Path path) throws IOException {
        folder.deleteTree(path.getFileName().toString());
    }
}
