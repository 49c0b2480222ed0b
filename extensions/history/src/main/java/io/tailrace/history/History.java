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
import io.tailrace.report.GuardedHandler;
import io.tailrace.report.HistorianFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

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
    private final CopyLoop loop;

    private History(HistoryConfig config, CopyLoop loop) {
        this.config = config;
        this.loop = loop;
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
        HistoryConfig guarded = config.withErrorHandler(new GuardedHandler(config.errorHandler()));
        Path directory = config.directory().toAbsolutePath().normalize();
        return FollowerLoop.begin(
                (opened, release) -> begin(guarded, directory, opened, release),
                guarded.errorHandler(),
                "history not begun: path=" + directory);
    }

    private static History begin(HistoryConfig config, Path directory, List<AutoCloseable> opened, Runnable release)
            throws IOException {
        Tailrace client = Tailrace.connect(TailraceConfig.DEFAULT
                .withDirectory(config.driverDirectory())
                .withName(PROGRAM)
                .withErrorHandler(config.errorHandler()));
        opened.add(client);
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(directory.resolveSibling(""));
            FileAccess.PRIVATE.createDirectory(directory);
        }
        KernelLock lock = KernelLock.tryAcquire(HistorianFile.lockFile(directory), FileAccess.PRIVATE);
        if (lock == null) {
            throw new TailraceException("history in use: path=" + directory + ", pid=" + findHolder(directory)
                    + "; stop that historian, or choose another directory");
        }
        opened.add(lock); // After the client: as soon as the lock is free, the next historian takes the name.
        Space space = Space.of(directory, config.minFreeBytes());
        BlockClock clock = BlockClock.of(directory);
        HistoryStatus status = new HistoryStatus(
                config, space, clock, HistorianFile.create(directory, settings(config), HistoryStatus.nowMs()));
        opened.add(1, status);
        client.addCounters(PROGRAM, status);
        WaitSet waitSet = client.newWaitSet(WaitPolicy.ECONOMY);
        StreamCopies copies = new StreamCopies(client, status, waitSet);
        opened.add(0, copies);
        CountDownLatch ended = new CountDownLatch(1);
        opened.add(0, ended::countDown);
        CopyLoop loop = new CopyLoop(status, copies, waitSet, release);
        copies.find();
        // Written only now: the note of a refused historian would stay and be mistaken for a dead historian's.
        HistoryNotes.write(new DriverDirectory(client.directory()), new HistoryNotes.Note(directory, config.streams()));
        copies.start("tailrace-history-streams", loop, status::report);
        if (config.sync() instanceof Sync.Interval interval) {
            Thread syncing = new Thread(() -> force(loop, interval, ended), "tailrace-history-sync");
            syncing.setDaemon(true);
            syncing.start();
        }
        loop.start(); // Last: if a step before it fails, nothing works on what is released.
        return new History(config, loop);
    }

    private static void force(CopyLoop loop, Sync.Interval interval, CountDownLatch ended) {
        try {
            while (!ended.await(interval.time().toNanos(), TimeUnit.NANOSECONDS)) {
                try {
                    loop.force();
                } catch (OutOfMemoryError | StackOverflowError e) {
                    // Transient, as in the loop: the next time forces what is left.
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException e) {
            loop.fail(e);
        }
    }

    private static HistorianFile.Settings settings(HistoryConfig config) {
        Sync sync = config.sync();
        return new HistorianFile.Settings(
                sync instanceof Sync.None ? 1 : sync instanceof Sync.Interval ? 2 : 3,
                sync instanceof Sync.Interval interval ? interval.time().toMillis() : 0,
                config.whenFull() == WhenFull.DROP,
                config.minFreeBytes(),
                config.streams().size());
    }

    private static String findHolder(Path directory) {
        try {
            return Long.toString(HistorianFile.read(directory).pid());
        } catch (IOException e) {
            return "unknown";
        }
    }

    /** {@return whether it is copying} If not, it was closed, or it has failed and its error handler was notified. */
    public boolean isRunning() {
        return loop.isRunning();
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
        loop.close();
    }
}
