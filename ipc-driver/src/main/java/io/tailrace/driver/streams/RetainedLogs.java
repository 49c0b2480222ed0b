/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver.streams;

import io.tailrace.control.DriverDirectory;
import io.tailrace.file.Exhaustion;
import io.tailrace.file.HugePages;
import io.tailrace.internal.ErrorText;
import io.tailrace.internal.FaultPoint;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogEnd;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.maintain.LogMaintenance;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * Ended logs without a reader, whose files stay for a while. Each meta file says when its log ended and how long it
 * stays, so the next driver continues with the remaining time. The files are closed: they take space, but no mappings.
 */
public final class RetainedLogs {
    private static final long INTERVAL_NS = 100_000_000;

    private record Log(LogEntry entry, LogEnd end) {}

    private final DriverDirectory directory;
    private final long timeNs;
    private final long maxBytes;
    private final LogRemoval removal;
    private final NanoClock clock;
    private final Consumer<Throwable> errorHandler;
    /** By id, which is the order in which they were made. */
    private final Map<Long, Log> logs = new TreeMap<>();

    private final long fileUnit;
    private long lastLookNs;

    /**
     * @param timeNs how long a log stays unless its publications have asked for a time
     * @param maxBytes the greatest size of all these logs together; the log that ended first is deleted first
     */
    public RetainedLogs(
            DriverDirectory directory,
            long timeNs,
            long maxBytes,
            LogRemoval removal,
            NanoClock clock,
            Consumer<Throwable> errorHandler) {
        this.directory = directory;
        this.timeNs = timeNs;
        this.maxBytes = maxBytes;
        this.removal = removal;
        this.clock = clock;
        this.errorHandler = errorHandler;
        this.fileUnit = HugePages.fileUnit(directory.path());
    }

    /** Takes over a finished log: its files stay for a while, or are deleted. May run twice. */
    public void take(LogEntry log) {
        LogMaintenance kept = log.kept();
        if (kept == null || !mayStay(kept.log())) {
            log.close();
            removal.remove(log);
            return;
        }
        LogMeta meta = kept.log().meta();
        LogEnd.note(meta, clock.nanoTime());
        if (LogEnd.read(meta).retainNs() == 0) {
            LogEnd.retain(meta, timeNs(log.constants()));
        }
        FaultPoint.reach("retention.marked");
        logs.put(log.id(), new Log(log.ofClosed(), LogEnd.read(meta)));
        log.close();
        while (bytes() > maxBytes) {
            giveBack();
        }
    }

    /** {@return whether a log is retained when it is finished} A log without a message is of no use. */
    private boolean mayStay(LogBuffers log) {
        boolean hasMessages = log.meta().endPositionAcquire() > log.constants().beginPosition();
        return maxBytes > 0 && timeNs(log.constants()) > 0 && hasMessages;
    }

    LogRemoval removal() {
        return removal;
    }

    long nowNs() {
        return clock.nanoTime();
    }

    /** {@return how long a log stays: its first publication may have asked for another time} */
    long timeNs(LogMeta.Constants log) {
        return log.askedRetainNs() == LogEnd.DRIVERS_RETENTION ? timeNs : log.askedRetainNs();
    }

    public long bytes() {
        return logs.values().stream().mapToLong(log -> log.entry.bytes()).sum();
    }

    public int count() {
        return logs.size();
    }

    public List<Long> ids() {
        return List.copyOf(logs.keySet());
    }

    /** Removes the log that ended first. Returns whether there was one. */
    boolean giveBack() {
        Log oldest = logs.values().stream()
                .min(Comparator.comparingLong(log -> log.end.endedNs()))
                .orElse(null);
        if (oldest != null) {
            remove(oldest);
        }
        return oldest != null;
    }

    private void remove(Log log) {
        removal.remove(log.entry);
        logs.remove(log.entry.id()); // Last: if heap runs short above, it is tried again.
    }

    /** Ten times a second: removes logs whose time is over, and one more log if the file system is about to be full. */
    int doWork(long nowNs) {
        if (logs.isEmpty() || nowNs - lastLookNs < INTERVAL_NS) {
            return 0;
        }
        lastLookNs = nowNs;
        List<Log> over = logs.values().stream()
                .filter(log -> log.end.remainingNs(nowNs) == 0)
                .toList();
        over.forEach(this::remove);
        return over.isEmpty() && !giveBackWhereShort() ? 0 : 1;
    }

    /** Removes a log if a new log would find no space: clients need space, too, and take it without asking. */
    private boolean giveBackWhereShort() {
        Log any = logs.values().iterator().next();
        long usable = directory.path().toFile().getUsableSpace();
        return usable < LogLayout.filesLength(any.entry.constants().termLength(), fileUnit) && giveBack();
    }

    /** {@return the properties of a stream's retained logs, in the order in which they were made} */
    List<LogMeta.Constants> of(String stream) {
        return logs.values().stream()
                .map(log -> log.entry.constants())
                .filter(constants -> constants.stream().equals(stream))
                .toList();
    }

    /** Opens a log for reading. Returns null if it is unusable; then it is removed, unless the reason may pass. */
    @Nullable
    public LogEntry open(long logId, LogFactory factory) {
        Log retained = Objects.requireNonNull(logs.get(logId));
        Path path = directory.log(logId);
        try {
            LogEntry log = factory.open(path, logId);
            log.users().addAll(retained.entry.users());
            return log;
        } catch (IOException | RuntimeException e) {
            if (Exhaustion.isOfSystem(e)) {
                errorHandler.accept(e);
                return null; // The log may be readable later.
            }
            errorHandler.accept(new IOException(
                    "a log that has ended cannot be read, and is deleted: path=" + path + ", " + ErrorText.of(e), e));
            remove(retained);
            return null;
        }
    }

    /** From now on the keeper keeps the log again, because a subscription reads it. */
    void forget(long logId) {
        logs.remove(logId);
    }
}
