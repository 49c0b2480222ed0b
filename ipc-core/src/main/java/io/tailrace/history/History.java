/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.history;

import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.TailraceException;
import io.tailrace.WaitPolicy;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.HistorianFile;
import io.tailrace.control.HistoryNotes;
import io.tailrace.control.KernelLock;
import io.tailrace.file.FileAccess;
import io.tailrace.history.HistoryConfig.Sync;
import io.tailrace.history.HistoryConfig.WhenFull;
import io.tailrace.internal.ErrorText;
import io.tailrace.internal.FaultPoint;
import io.tailrace.internal.Uninterrupted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.agrona.CloseHelper;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the history of streams in a directory: a client of a living media driver that subscribes to them and copies
 * their logs, position for position. It may be in the driver's process, or in one of its own, as
 * {@code tailrace history} is. Any thread.
 *
 * <p>It acknowledges only what it has written, so publishers wait for it as for any subscriber of policy BLOCK: what
 * they write over is in history. Its subscriptions have a name. When it ends, in good order or not, their places are
 * kept for the lease, and the next history of that name goes on there without a gap; where none comes in time,
 * publishers go on, and the next one has a gap, which it reports. The driver may end and come back meanwhile.
 */
public final class History implements AutoCloseable {
    private static final String PROGRAM = "history";

    private final HistoryConfig config;
    private final Path directory;
    private final CountDownLatch ended = new CountDownLatch(1);
    private @Nullable Tailrace client;
    private @Nullable KernelLock lock;
    private @Nullable HistorianFile file;
    private @Nullable StreamWatch watch;
    private @Nullable CopyLoop loop;

    private History(HistoryConfig config) {
        this.config = config;
        this.directory = config.directory().toAbsolutePath().normalize();
    }

    /**
     * Begins to keep history. Returns when it has subscribed to all streams that there are.
     *
     * @throws io.tailrace.NoDriverException if no driver lives in that directory
     * @throws io.tailrace.RegistrationException if the driver refuses a subscription, as where its name is held
     * @throws TailraceException if another historian, whose pid it says, has the directory, or it cannot be used
     */
    public static History launch(HistoryConfig config) {
        History history = new History(config);
        try {
            history.begin();
            return history;
        } catch (IOException e) {
            history.giveUp();
            throw new TailraceException(
                    "history not begun: path=" + history.directory + ", cause=" + ErrorText.of(e), e);
        } catch (RuntimeException | Error e) {
            history.giveUp();
            throw e;
        }
    }

    private void begin() throws IOException {
        Tailrace connected = Tailrace.connect(TailraceConfig.DEFAULT
                .withDirectory(config.driverDirectory())
                .withName(PROGRAM)
                .withErrorHandler(config.errorHandler()));
        client = connected;
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(directory.resolveSibling(""));
            FileAccess.PRIVATE.createDirectory(directory);
        }
        lock = KernelLock.tryAcquire(HistorianFile.lockFile(directory), FileAccess.PRIVATE);
        if (lock == null) {
            throw new TailraceException("history in use: path=" + directory + ", pid=" + findHolder()
                    + "; end that historian, or choose another directory");
        }
        HistorianFile made = HistorianFile.create(directory, settings(), HistoryStatus.nowMs());
        file = made;
        HistoryStatus status = new HistoryStatus(config, Space.of(directory, config.minFreeBytes()), made);
        connected.addCounters(PROGRAM, status);
        CopyLoop copies = new CopyLoop(status, connected.newWaitSet(WaitPolicy.ECONOMY), this::release);
        loop = copies;
        StreamWatch streams = new StreamWatch(connected, status, copies);
        watch = streams;
        streams.look();
        // Only now: a note of one that is refused would stay, and be taken for a dead historian's.
        HistoryNotes.write(
                new DriverDirectory(connected.directory()), new HistoryNotes.Note(directory, config.streams()));
        FaultPoint.reach("history.noted");
        copies.thread.start();
        start("tailrace-history-streams", streams);
        if (config.sync() instanceof Sync.Interval interval) {
            start("tailrace-history-sync", () -> force(copies, interval));
        }
    }

    private static void start(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void force(CopyLoop copies, Sync.Interval interval) {
        try {
            while (!ended.await(interval.time().toNanos(), TimeUnit.NANOSECONDS)) {
                copies.force();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException e) {
            copies.end(e);
        }
    }

    private HistorianFile.Settings settings() {
        int mode = config.sync() instanceof Sync.None ? 1 : config.sync() instanceof Sync.Interval ? 2 : 3;
        long everyMs = config.sync() instanceof Sync.Interval interval
                ? interval.time().toMillis()
                : 0;
        return new HistorianFile.Settings(
                mode,
                everyMs,
                config.whenFull() == WhenFull.DROP,
                config.minFreeBytes(),
                config.streams().size());
    }

    private String findHolder() {
        try {
            return Long.toString(HistorianFile.read(directory).pid());
        } catch (IOException e) {
            return "unknown";
        }
    }

    /** {@return whether it copies} Else it was closed, or has failed, which its error handler was told. */
    public boolean isRunning() {
        CopyLoop current = loop;
        return current != null && current.isRunning();
    }

    public HistoryConfig config() {
        return config;
    }

    /**
     * Acknowledges what it has written, forces it unless the configuration says never, and ends. Publishers wait for
     * the next history of its name until the lease ends, as for any subscription with a name. Any number of times.
     */
    @Override
    public void close() {
        CopyLoop current = loop;
        if (current != null && current.isRunning()) {
            current.end(null);
        }
        if (current != null) {
            Uninterrupted.join(current.thread);
        }
    }

    /** It has not begun. */
    private void giveUp() {
        HistorianFile current = file;
        if (current != null) {
            current.state(HistorianFile.State.FAILED);
        }
        release();
    }

    /** By the thread that copies, at its end; or before it has begun. */
    private void release() {
        ended.countDown();
        // The client before the lock: as soon as that is free, the next historian takes the name.
        CloseHelper.closeAll(config.errorHandler()::accept, watch, client, file, lock);
    }
}
