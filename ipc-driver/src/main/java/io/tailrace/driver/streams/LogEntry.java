/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver.streams;

import io.tailrace.log.LogFiles;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.maintain.LogMaintenance;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A log as the registries know it: being made, or kept, with its publications. */
public final class LogEntry {
    private final LogMeta.Constants constants;
    private final Set<PublicationEntry> publications = new LinkedHashSet<>();
    private final Set<Long> users = new HashSet<>();
    private @Nullable LogFiles files;
    private @Nullable LogMaintenance kept;

    public LogEntry(LogMeta.Constants constants) {
        this.constants = constants;
    }

    /**
     * {@return logs, or items with one log each, in the order in which a subscription reads them} First the ended logs,
     * then the others, in the order of their creation.
     */
    static <T> List<T> inReadingOrder(Collection<T> items, Function<T, LogEntry> logOf) {
        Comparator<T> byLife = Comparator.comparing(item -> logOf.apply(item).isLiving());
        return items.stream()
                .sorted(byLife.thenComparing(item -> logOf.apply(item).id()))
                .toList();
    }

    public long id() {
        return constants.logId();
    }

    public String stream() {
        return constants.stream();
    }

    int kind() {
        return constants.kind();
    }

    LogMeta.Constants constants() {
        return constants;
    }

    /** {@return the size of its files, whether or not they are made yet} */
    long bytes() {
        return LogLayout.filesLength(constants.termLength());
    }

    /** {@return whether it has publications, or is a mirror that may get a publication} */
    boolean isLiving() {
        return !publications.isEmpty() || (constants.mirror() != null && !isEnded());
    }

    /**
     * {@return whether its source may continue} Mirrors only. Once the source may not continue, the mirror only waits
     * for its end.
     */
    boolean sourceGoesOn() {
        return kept == null || kept.log().meta().sourceEndAcquire() == LogMeta.GOES_ON;
    }

    private boolean isEnded() {
        return kept != null && kept.isEnded();
    }

    /**
     * {@return its publications} Once the last publication has gone, the log ends and takes no more, unless it is a
     * mirror.
     */
    Set<PublicationEntry> publications() {
        return publications;
    }

    /** {@return the clients that have been told of the log, and may have it mapped} */
    public Set<Long> users() {
        return users;
    }

    /** {@return the log, or null while it is being made} */
    @Nullable
    public LogMaintenance kept() {
        return kept;
    }

    /** {@return its files, or null while it is being made} */
    @Nullable
    LogFiles files() {
        return files;
    }

    public void open(LogFiles newFiles, LogMaintenance newKept) {
        files = newFiles;
        kept = newKept;
    }

    /** {@return an entry for the same log that has no files open} */
    LogEntry ofClosed() {
        LogEntry closed = new LogEntry(constants);
        closed.users.addAll(users);
        return closed;
    }

    public void close() {
        if (files != null) {
            files.close();
        }
    }
}
