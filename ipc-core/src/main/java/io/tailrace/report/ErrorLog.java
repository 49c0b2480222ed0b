/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.report;

import io.tailrace.file.FileFormatException;
import io.tailrace.memory.MappedBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import org.agrona.BitUtil;
import org.agrona.concurrent.SystemEpochClock;
import org.agrona.concurrent.errors.DistinctErrorLog;
import org.agrona.concurrent.errors.ErrorLogReader;
import org.jspecify.annotations.Nullable;

/**
 * The distinct errors of a driver or a client, in a region of a file: each error once, however often it occurs, so that
 * no storm of errors fills a disk. The records, which {@code FORMAT.md} describes, are those of Agrona's {@link
 * DistinctErrorLog}, each aligned to 8 bytes.
 *
 * <p>It continues after existing records of the region, such as those of the previous driver. Errors without room are
 * not recorded. Any thread.
 */
public final class ErrorLog {
    private final Supplier<@Nullable FileFormatException> truncation;
    private final DistinctErrorLog log;

    /**
     * Continues in a region.
     *
     * @param truncation returns a message if the region's file was truncated
     */
    public ErrorLog(MappedBuffer region, Supplier<@Nullable FileFormatException> truncation) {
        this.truncation = truncation;
        int end = end(region);
        this.log = new DistinctErrorLog(region.view(end, region.capacity() - end), SystemEpochClock.INSTANCE);
    }

    /**
     * Records an error.
     *
     * @return whether there was room for it, and the file is whole
     */
    public boolean record(Throwable error) {
        // The log counts with an atomic add, which would crash the process if the file were truncated.
        return truncation.get() == null && log.record(error);
    }

    public static boolean hasErrors(MappedBuffer region) {
        return ErrorLogReader.hasErrors(region);
    }

    /**
     * Reads the errors in a region that another process may be writing, or may have damaged.
     *
     * @param path what to name where something is wrong
     * @param errors receives each of them; there is none after damage
     * @throws FileFormatException if the region holds an invalid record
     */
    public static void read(Path path, MappedBuffer region, List<DistinctError> errors) throws FileFormatException {
        MappedBuffer copy = copy(region);
        try {
            ErrorLogReader.read(
                    copy,
                    (count, firstMs, lastMs, text) -> errors.add(new DistinctError(count, firstMs, lastMs, text)));
        } catch (IndexOutOfBoundsException | NegativeArraySizeException | IllegalArgumentException e) {
            throw new FileFormatException(path, "corrupt: error log, after record " + errors.size());
        }
    }

    /**
     * Copies the errors of an earlier driver into the still empty region of the next one: the latest ones, up to half
     * of the region.
     */
    public static void carryOver(MappedBuffer from, MappedBuffer to) {
        MappedBuffer old = copy(from);
        List<Integer> newestFirst = records(old);
        newestFirst.sort(Comparator.comparingLong(
                        (Integer offset) -> old.getLong(offset + DistinctErrorLog.LAST_OBSERVATION_TIMESTAMP_OFFSET))
                .reversed());
        int end = 0;
        for (int offset : newestFirst) {
            int length = old.getInt(offset);
            if (end + length <= to.capacity() / 2) {
                to.putBytes(end + Integer.BYTES, old, offset + Integer.BYTES, length - Integer.BYTES);
                // As Agrona does: a reader that sees the length sees all of the record.
                to.putIntRelease(end + DistinctErrorLog.LENGTH_OFFSET, length);
                end += align(length);
            }
        }
    }

    /** {@return a snapshot in memory that cannot be truncated} */
    private static MappedBuffer copy(MappedBuffer region) {
        MappedBuffer copy = MappedBuffer.allocate(region.capacity());
        copy.putBytes(0, region, 0, region.capacity());
        return copy;
    }

    private static int end(MappedBuffer region) {
        List<Integer> records = records(region);
        if (records.isEmpty()) {
            return 0;
        }
        int last = records.get(records.size() - 1);
        return last + align(region.getInt(last));
    }

    /** {@return the offsets of the records, up to the first that is invalid} */
    private static List<Integer> records(MappedBuffer region) {
        List<Integer> records = new ArrayList<>();
        int offset = 0;
        while (offset <= region.capacity() - DistinctErrorLog.ENCODED_ERROR_OFFSET) {
            int length = region.getInt(offset);
            if (length < DistinctErrorLog.ENCODED_ERROR_OFFSET || length > region.capacity() - offset) {
                break;
            }
            records.add(offset);
            offset += align(length);
        }
        return records;
    }

    private static int align(int length) {
        return BitUtil.align(length, DistinctErrorLog.RECORD_ALIGNMENT);
    }

    /**
     * An error, however often it occurred.
     *
     * @param text its stack trace; from a hostile owner any text, control characters included
     */
    public record DistinctError(int count, long firstMs, long lastMs, String text) {}
}
