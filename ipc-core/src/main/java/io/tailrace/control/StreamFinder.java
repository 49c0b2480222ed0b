/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import io.tailrace.file.MappedFile;
import io.tailrace.internal.Uninterrupted;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the streams that match names and patterns, including later ones and those whose logs have ended. That maps
 * nothing. Used by one thread; any thread may close it.
 */
public final class StreamFinder implements AutoCloseable {
    private final DriverDirectory driver;
    private final List<String> patterns;
    private final boolean hasPattern;
    /** The names of streams, by the ids of their logs, which are never reused. */
    private final Map<Long, String> known = new HashMap<>();

    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile @Nullable WatchService watch;
    private @Nullable WatchKey key;

    /** @param patterns names of streams, or patterns in which {@code *} stands for any characters */
    public StreamFinder(DriverDirectory driver, List<String> patterns) {
        this.driver = driver;
        this.patterns = List.copyOf(patterns);
        this.hasPattern = patterns.stream().anyMatch(StreamFinder::isPattern);
    }

    /** {@return the streams that match now: each name, and the streams with a log that match a pattern} */
    public Set<String> find() throws IOException {
        Set<String> found = new TreeSet<>(patterns);
        if (hasPattern) {
            found.removeIf(StreamFinder::isPattern);
            found.addAll(list());
            found.removeIf(stream -> patterns.stream().noneMatch(pattern -> matches(pattern, stream)));
        }
        return found;
    }

    /**
     * Waits for a new log, but at most this long. If only names are given, or new logs are not reported, waits the full
     * time.
     *
     * @throws InterruptedException if the thread is interrupted
     * @throws ClosedWatchServiceException if this is closed, at the latest by the next call
     */
    public void await(long ms) throws InterruptedException {
        try {
            if (hasPattern) {
                awaitLog(ms);
                return;
            }
        } catch (IOException | OutOfMemoryError e) {
            // The folder may be created; or the JDK may start its thread later. The next call tries again.
        }
        if (closing.await(ms, TimeUnit.MILLISECONDS)) {
            throw new ClosedWatchServiceException();
        }
    }

    private void awaitLog(long ms) throws IOException, InterruptedException {
        WatchService current = watch == null ? FileSystems.getDefault().newWatchService() : watch;
        watch = current;
        if (closing.getCount() == 0) { // After the store: close() sees it, or this sees that it is closed.
            current.close();
        }
        if (key == null || !key.reset()) { // Another driver may have created the folder again.
            key = driver.logs().register(current, StandardWatchEventKinds.ENTRY_CREATE);
        }
        WatchKey found = current.poll(ms, TimeUnit.MILLISECONDS);
        if (found != null) {
            found.pollEvents();
        }
    }

    /** Ends a wait. May be called any number of times. */
    @Override
    public void close() throws IOException {
        closing.countDown();
        WatchService current = watch;
        if (current != null) {
            current.close();
        }
    }

    /** {@return the names of all streams that have a log now} */
    private Collection<String> list() throws IOException {
        List<Long> ids = new ArrayList<>();
        try (Stream<Path> folders = Files.list(driver.logs())) {
            folders.map(folder -> DriverDirectory.parseId(folder.getFileName().toString()))
                    .filter(id -> id >= 0)
                    .forEach(ids::add);
        } catch (NoSuchFileException e) {
            return List.of(); // No driver has created it yet.
        }
        known.keySet().retainAll(ids);
        for (long id : ids) {
            if (!known.containsKey(id)) {
                learn(id);
            }
        }
        return known.values();
    }

    /**
     * {@return the end of a log, in bytes; {@link LogLayout#NONE} if it has not ended; 0 if the driver does not have
     * it}
     */
    public static long endPosition(DriverDirectory directory, long logId) throws IOException {
        try (MappedFile meta = LogLayout.FORMAT.openReadOnly(LogFiles.metaPath(directory.log(logId)))) {
            return new LogMeta(meta.buffer()).endPositionAcquire();
        } catch (NoSuchFileException e) {
            return 0;
        }
    }

    private void learn(long id) throws IOException {
        byte[] start = new byte[LogLayout.STREAM_OFFSET + LogLayout.MAX_STREAM_LENGTH];
        try {
            int length = Uninterrupted.run(() -> {
                try (InputStream meta = Files.newInputStream(LogFiles.metaPath(driver.log(id)), NOFOLLOW_LINKS)) {
                    return meta.readNBytes(start, 0, start.length);
                }
            });
            int streamLength = start[LogLayout.STREAM_LENGTH_OFFSET] & 0xFF; // Little-endian, and at most 255.
            if (length == start.length && streamLength > 0) {
                known.put(id, new String(start, LogLayout.STREAM_OFFSET, streamLength, StandardCharsets.UTF_8));
            }
        } catch (NoSuchFileException e) {
            // It was deleted meanwhile.
        }
    }

    private static boolean isPattern(String stream) {
        return stream.indexOf('*') >= 0;
    }

    /** {@return whether a stream matches a name or a pattern} */
    public static boolean matches(String pattern, String stream) {
        String expression =
                Stream.of(pattern.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
        return Pattern.compile(expression, Pattern.DOTALL).matcher(stream).matches();
    }
}
