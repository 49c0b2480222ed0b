/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.history;

import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.TailraceException;
import io.tailrace.WaitPolicy;
import io.tailrace.WaitSet;
import io.tailrace.control.DriverDirectory;
import io.tailrace.file.FileAccess;
import io.tailrace.follow.FollowerLoop;
import io.tailrace.history.HistoryConfig.Sync;
import io.tailrace.history.HistoryConfig.WhenFull;
import io.tailrace.history.replay.HistoryNotes;
import io.tailrace.history.segment.BlockClock;
import io.tailrace.liveness.KernelLock;
import io.tailrace.report.HistorianFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.agrona.CloseHelper;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the history of streams in a directory: a client of a running media driver that subscribes to the streams and
 * copies their logs, position for position. It may run in the driver's process or in a process of its own, as {@code
 * tailrace history} does. Any thread may use it.
 *
 * <p>It acknowledges only what it has written, so publishers wait for it as for any subscriber of policy BLOCK, and
 * everything they overwrite is in history. Its subscriptions have a name. When a history ends, in good order or not,
 * their places are kept for the lease, and the next history of that name continues there without a gap. If none starts
 * in time, publishers continue, and the next history has a gap, which it reports. The driver may stop and restart
 * meanwhile.
 */
public final class History implements AutoCloseable {
    private static final String PROGRAM = "history";

    private final HistoryConfig config;
    private final Path directory;
    private final CountDownLatch ended = new CountDownLatch(1);
    private @Nullable Tailrace client;
    private @Nullable KernelLock lock;
    private @Nullable HistorianFile file;
    private @Nullable StreamCopies copies;
    private @Nullable CopyLoop loop;

    private History(HistoryConfig config) {
        this.config = config;
        this.directory = config.directory().toAbsolutePath().normalize();
    }

    /**
     * Starts to keep history. Returns when it has subscribed to all existing streams.
     *
     * @throws io.tailrace.NoDriverException if no driver runs in that directory
     * @throws io.tailrace.RegistrationException if the driver refuses a subscription, for example because its name is
     *     held
     * @throws TailraceException if another historian uses the directory (the message names its pid), or the directory
     *     cannot be used
     */
    public static History launch(HistoryConfig config) {
        History history = new History(config);
        return FollowerLoop.begin(history::begin, history::giveUp, "history not begun: path=" + history.directory);
    }

    private History begin() throws IOException {
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
                    + "; stop that historian, or choose another directory");
        }
        HistorianFile made = HistorianFile.create(directory, settings(), HistoryStatus.nowMs());
        file = made;
        HistoryStatus status =
                new HistoryStatus(config, Space.of(directory, config.minFreeBytes()), BlockClock.of(directory), made);
        connected.addCounters(PROGRAM, status);
        WaitSet waitSet = connected.newWaitSet(WaitPolicy.ECONOMY);
        StreamCopies streams = new StreamCopies(connected, status, waitSet);
        copies = streams;
        CopyLoop copying = new CopyLoop(status, streams, waitSet, this::release);
        loop = copying;
        streams.find();
        // Written only now: the note of a refused historian would stay and be mistaken for a dead historian's.
        HistoryNotes.write(
                new DriverDirectory(connected.directory()), new HistoryNotes.Note(directory, config.streams()));
        streams.start("tailrace-history-streams", copying, status::report);
        if (config.sync() instanceof Sync.Interval interval) {
            Thread syncing = new Thread(() -> force(copying, interval), "tailrace-history-sync");
            syncing.setDaemon(true);
            syncing.start();
        }
        copying.start(); // Last: if a step before it fails, nothing works on what is released.
        return this;
    }

    private void force(CopyLoop copying, Sync.Interval interval) {
        try {
            while (!ended.await(interval.time().toNanos(), TimeUnit.NANOSECONDS)) {
                copying.force();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException e) {
            copying.fail(e);
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

    /** {@return whether it is copying} If not, it was closed, or it has failed and its error handler was notified. */
    public boolean isRunning() {
        CopyLoop current = loop;
        return current != null && current.isRunning();
    }

    public HistoryConfig config() {
        return config;
    }

    /**
     * Acknowledges what it has written, forces it to disk unless the configuration says never, and ends. Publishers
     * wait for the next history of its name until the lease ends, as for any subscription with a name. May be called
     * any number of times.
     */
    @Override
    public void close() {
        CopyLoop current = loop;
        if (current != null) {
            current.close();
        }
    }

    /** It has not started. */
    private void giveUp() {
        HistorianFile current = file;
        if (current != null) {
            current.state(HistorianFile.State.FAILED);
        }
        release();
    }

    /** Called by the copying thread at its end, or before it has started. */
    private void release() {
        ended.countDown();
        // The client is closed before the lock: as soon as the lock is free, the next historian takes the name.
        CloseHelper.closeAll(config.errorHandler()::accept, copies, client, file, lock);
    }
}
