/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver.streams;

import io.tailrace.file.MappingLimit;
import io.tailrace.file.MappingLimitException;
import io.tailrace.log.LogFiles;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The room for another log: the limits on the number and the bytes of logs, and whether this process may map another
 * one.
 */
public record LogRoom(
        int maxLogs,
        long maxLogBytes,
        StreamIndex index,
        RetainedLogs retained,
        LogRemoval removal,
        MappingLimit mappings) {
    /** There is no room for a log. The message names the limit, the client that holds the most, and the way out. */
    static final class ShortageException extends IOException {
        private static final long serialVersionUID = 1L;

        ShortageException(String message) {
            super(message);
        }
    }

    /** Checks that this process may map another log. */
    void requireMappings() throws MappingLimitException {
        mappings.require(LogFiles.MAPPINGS);
    }

    /**
     * Makes room for a log by removing retained logs, the oldest first, but only if that helps.
     *
     * @param log is in the index, as are the logs that wait after it
     * @param waiting how many logs wait for room, including this one
     * @param waitingBytes the size of these logs
     * @throws ShortageException if the living logs leave no room
     * @throws MappingLimitException if this process may not map it
     */
    void require(LogEntry log, int waiting, long waitingBytes) throws IOException {
        long count = index.logCount() - waiting + 1L;
        long bytes = index.logBytes() - waitingBytes + removal.waitingBytes() + log.bytes();
        if (count > maxLogs) {
            throw new ShortageException("too many logs: logs=" + (count - 1) + ", max=" + maxLogs
                    + describeLargest("logs", other -> 1)
                    + ". Close unneeded publications, or start the driver with a larger --max-logs (Limits)");
        }
        if (bytes > maxLogBytes) {
            throw new ShortageException("too many bytes of logs: bytes=" + (bytes - log.bytes()) + ", asked for="
                    + log.bytes() + ", max=" + maxLogBytes
                    + describeLargest("bytes", LogEntry::bytes)
                    + ". Close unneeded publications, ask for shorter terms "
                    + "(PublicationConfig.withTermLength), or start the driver with a larger --max-log-bytes (Limits)");
        }
        requireMappings();
        boolean gaveBack = true;
        while (gaveBack && (count + retained.count() > maxLogs || isMore(bytes, retained.bytes()))) {
            gaveBack = retained.giveBack();
        }
    }

    /** {@return whether the sum exceeds the limit} Without overflow. */
    private boolean isMore(long bytes, long retainedBytes) {
        return bytes > maxLogBytes - retainedBytes;
    }

    /** {@return which client holds the most, as a part of a sentence} */
    private String describeLargest(String unit, ToLongFunction<LogEntry> size) {
        Map<ClientEntry, Long> sizes = new HashMap<>();
        for (LogEntry log : index.logs()) {
            for (ClientEntry client : holders(log)) {
                sizes.merge(client, size.applyAsLong(log), Long::sum);
            }
        }
        Map.@Nullable Entry<ClientEntry, Long> largest =
                sizes.entrySet().stream().max(Map.Entry.comparingByValue()).orElse(null);
        return largest == null
                ? ""
                : ". The most are held by " + largest.getKey().describe() + ": " + unit + "=" + largest.getValue();
    }

    /** {@return the clients that publish to a log, or that read it if it has ended} */
    private Set<ClientEntry> holders(LogEntry log) {
        Set<ClientEntry> holders = new HashSet<>();
        log.publications().forEach(publication -> holders.add(publication.client()));
        if (holders.isEmpty()) {
            index.subscriptionsOf(log.stream()).stream()
                    .filter(subscription -> subscription.images().containsKey(log.id()))
                    .forEach(subscription -> holders.add(subscription.client()));
        }
        return holders;
    }

    /** Reports if there are more logs than the limit, which an earlier driver has made. */
    public void reportExcess(Consumer<Throwable> errors) {
        if (index.logCount() > maxLogs || index.logBytes() > maxLogBytes) {
            errors.accept(new IllegalStateException("the previous driver left more logs than the limit. They stay, "
                    + "and no log is added meanwhile: logs=" + index.logCount() + ", max=" + maxLogs
                    + ", bytes=" + index.logBytes() + ", max=" + maxLogBytes
                    + describeLargest("logs", other -> 1)));
        }
    }
}
