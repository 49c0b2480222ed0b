/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import static io.tailrace.log.LogLayout.TERM_COUNT;

import io.tailrace.file.FileFormatException;
import io.tailrace.file.MappedFile;
import io.tailrace.file.Ownership;
import io.tailrace.file.Removal;
import io.tailrace.internal.PendingFault;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An opened log directory. Its files are checked against one another before anything in them is used. */
public final class LogFiles implements AutoCloseable {
    public static final String META_NAME = "meta";
    /** How many mappings an open log takes. */
    public static final int MAPPINGS = 1 + TERM_COUNT;

    /** The files that the opener may write to. */
    public enum Access {
        /** Nothing: tools. */
        NOTHING,
        /**
         * The subscriber's position in the meta file: for subscribers that do not hold publishers back indefinitely.
         */
        META,
        /**
         * The same, and it zeroes the memory it has read, although its {@link #buffers} are read-only: for other
         * subscribers.
         */
        CLEANED,
        /** Everything: publishers and the media driver. */
        EVERYTHING
    }

    private final Path directory;
    /** There are none for a log whose frames exist only in history, and no terms. */
    private final @Nullable MappedFile meta;

    private final MappedFile[] terms;
    private final LogBuffers buffers;

    private LogFiles(Path directory, @Nullable MappedFile meta, MappedFile[] terms, LogBuffers buffers) {
        this.directory = directory;
        this.meta = meta;
        this.terms = terms;
        this.buffers = buffers;
    }

    /** {@return a log that is gone and whose frames are in history; see {@link LogBuffers#ofReplay}} */
    public static LogFiles ofReplay(Path folder, LogBuffers buffers) {
        return new LogFiles(folder, null, new MappedFile[0], buffers);
    }

    /** {@return whether it exists only in history} */
    public boolean isGone() {
        return meta == null;
    }

    public static Path metaPath(Path directory) {
        return directory.resolve(META_NAME);
    }

    public static Path termPath(Path directory, int index) {
        return directory.resolve("term-" + index);
    }

    /**
     * Opens a log without checking its owner: for a tool, and for the driver that has just made it. Otherwise as {@link
     * #open(Path, Access, Ownership)}.
     */
    public static LogFiles open(Path directory, Access access) throws IOException {
        return open(directory, access, null);
    }

    /**
     * Opens a log.
     *
     * @param owner the required owner of the files
     * @throws FileFormatException if a file is truncated, corrupt, or of another version
     * @throws IOException if a file is missing or may not be read, or is another user's
     */
    public static LogFiles open(Path directory, Access access, @Nullable Ownership owner) throws IOException {
        List<MappedFile> files = new ArrayList<>(MAPPINGS);
        try {
            return open(directory, access, owner, files);
        } catch (IOException | RuntimeException | Error e) {
            files.forEach(MappedFile::close);
            throw e;
        }
    }

    /** @param files notified of the files that have been mapped */
    private static LogFiles open(Path directory, Access access, @Nullable Ownership owner, List<MappedFile> files)
            throws IOException {
        Path metaPath = metaPath(directory);
        MappedFile meta = openMeta(metaPath, access != Access.NOTHING, owner);
        files.add(meta);
        LogMeta.Constants constants = checked(metaPath, new LogMeta(meta.buffer())::constants);
        MappedFile[] terms = new MappedFile[TERM_COUNT];
        MappedBuffer[] termBuffers = new MappedBuffer[TERM_COUNT];
        for (int i = 0; i < TERM_COUNT; i++) {
            Path path = termPath(directory, i);
            terms[i] = map(path, access == Access.EVERYTHING || access == Access.CLEANED, owner);
            files.add(terms[i]);
            termBuffers[i] = access == Access.CLEANED ? terms[i].readOnlyBuffer() : terms[i].buffer();
            if (terms[i].length() != constants.termLength()) {
                throw new FileFormatException(
                        path, "wrong length: length=" + terms[i].length() + ", expected=" + constants.termLength());
            }
        }
        LogBuffers buffers = checked(metaPath, () -> new LogBuffers(meta.buffer(), termBuffers));
        return new LogFiles(directory, meta, terms, buffers);
    }

    /** Another process may write into the meta file while it is being checked. */
    private static <T> T checked(Path metaPath, Supplier<T> looking) throws FileFormatException {
        try {
            return looking.get();
        } catch (IllegalArgumentException e) {
            throw new FileFormatException(metaPath, "corrupt: " + e.getMessage());
        }
    }

    /**
     * {@return whether a log outlives its holders: it keeps places of names, which the deaths of their holders do not
     * free, or it is a mirror that waits for its next publisher}
     */
    public static boolean outlivesHolders(LogMeta meta, long nowNs) {
        boolean keeps = isMirrorThatGoesOn(meta, nowNs);
        for (int slot = 0; slot < LogLayout.MAX_SUBSCRIBERS; slot++) {
            keeps |= meta.subscribers().acquire(slot) != 0 && meta.keepsName(slot, nowNs);
        }
        return keeps;
    }

    /**
     * {@return whether a log is a mirror that waits for its next publisher, or has one, as far as is noted}
     *
     * @param nowNs of CLOCK_MONOTONIC
     */
    public static boolean isMirrorThatGoesOn(LogMeta meta, long nowNs) {
        LogMirror mirror = meta.constants().mirror();
        long sinceNs = meta.vacantSinceNs();
        return mirror != null
                && meta.endPositionAcquire() == LogLayout.NONE
                && meta.sourceEndAcquire() == LogMeta.GOES_ON
                && (sinceNs == 0 || sinceNs > nowNs || nowNs - sinceNs < mirror.leaseNs());
    }

    /** {@return the clients that have a slot in a log} */
    public static Set<Long> holders(LogMeta meta) {
        Set<Long> clients = new HashSet<>();
        for (LogMeta.SlotTable slots : List.of(meta.publishers(), meta.subscribers())) {
            for (int slot = 0; slot < LogLayout.MAX_SUBSCRIBERS; slot++) {
                if (slots.acquire(slot) != 0) {
                    clients.add(slots.client(slot));
                }
            }
        }
        return clients;
    }

    /**
     * Reads in the meta file of a log.
     *
     * @throws FileFormatException if it is invalid
     */
    public static <T> T readMeta(Path directory, Function<LogMeta, T> reading) throws IOException {
        Path path = metaPath(directory);
        try (MappedFile file = openMeta(path, false, null)) {
            T read = checked(path, () -> reading.apply(new LogMeta(file.buffer())));
            // Checked before the result is used: a file that was truncated meanwhile lists no clients.
            PendingFault.raise();
            return read;
        }
    }

    /**
     * Releases the waits for a subscriber that cannot open a log that has ended: from now on its position is the end.
     *
     * @return whether the log has ended
     */
    public static boolean skipToEnd(Path directory, int slot, @Nullable Ownership owner) throws IOException {
        try (MappedFile file = openMeta(metaPath(directory), true, owner)) {
            LogMeta meta = new LogMeta(file.buffer());
            long end = meta.endPositionAcquire();
            if (end != LogLayout.NONE) {
                meta.subscriberPositionRelease(slot, end);
            }
            return end != LogLayout.NONE;
        }
    }

    private static MappedFile openMeta(Path path, boolean writable, @Nullable Ownership owner) throws IOException {
        if (owner != null) {
            owner.requireSameOwner(path);
        }
        return writable ? LogLayout.FORMAT.openReadWrite(path) : LogLayout.FORMAT.openReadOnly(path);
    }

    private static MappedFile map(Path path, boolean writable, @Nullable Ownership owner) throws IOException {
        if (owner != null) {
            owner.requireSameOwner(path);
        }
        return writable ? MappedFile.openReadWrite(path) : MappedFile.openReadOnly(path);
    }

    /**
     * Deletes a file of a log that no client uses any more. A term is truncated, too, so that its space is free at
     * once. The meta file stays readable where it is mapped: closed publications and images answer from it.
     */
    public static void delete(Path file) throws IOException {
        if (file.endsWith(META_NAME)) {
            Files.deleteIfExists(file);
        } else {
            Removal.delete(file);
        }
    }

    /** {@return a message if one of the files was truncated, else null} As {@link MappedFile#findTruncation}. */
    public @Nullable FileFormatException findTruncation() {
        FileFormatException truncation = meta == null ? null : meta.findTruncation(metaPath(directory));
        for (int i = 0; i < terms.length && truncation == null; i++) {
            truncation = terms[i].findTruncation(termPath(directory, i));
        }
        return truncation;
    }

    public Path directory() {
        return directory;
    }

    public LogBuffers buffers() {
        return buffers;
    }

    /**
     * Closes it when no thread is inside any more, although the program may still refer to objects made from it: the
     * terms are unmapped all the same.
     */
    public void release() {
        close();
        buffers.releaseTerms();
    }

    /**
     * {@return the log for writing, if it was opened so} It keeps the memory mapped, even after {@link #release}. There
     * is no second mapping, because a process may have thousands of logs open.
     */
    public LogBuffers writableBuffers() {
        return new LogBuffers(
                Objects.requireNonNull(meta).buffer(),
                Arrays.stream(terms).map(MappedFile::buffer).toArray(MappedBuffer[]::new));
    }

    @Override
    public void close() {
        if (meta != null) {
            meta.close();
        }
        for (MappedFile term : terms) {
            term.close();
        }
    }
}
