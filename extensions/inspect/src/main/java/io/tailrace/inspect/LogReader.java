/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

import io.tailrace.control.DriverDirectory;
import io.tailrace.file.FileFormatException;
import io.tailrace.file.MappingLimit;
import io.tailrace.internal.PendingFault;
import io.tailrace.log.LogFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads the logs in a driver's directory. Keeps their files mapped, read-only, as long as they exist: an id is never
 * used twice. One thread.
 */
public final class LogReader implements AutoCloseable {
    /** A log whose files are mapped, and its tail when it was last read. */
    private static final class Open {
        private final LogFiles files;
        private long tail;

        Open(LogFiles files) {
            this.files = files;
        }
    }

    private final DriverDirectory directory;
    private final Host host;
    private final Map<Long, Open> open = new HashMap<>();

    /** Makes a reader; opens nothing yet. */
    public LogReader(DriverDirectory directory, Host host) {
        this.directory = directory;
        this.host = host;
    }

    /**
     * Reads all logs, in the order in which they were made.
     *
     * @param unreadable receives the logs that cannot be read
     * @throws IOException if their folder cannot be read
     */
    public List<LogView> read(List<Unreadable> unreadable) throws IOException {
        SortedMap<Long, Path> paths = SnapshotReader.foldersById(directory.logs());
        open.keySet().removeIf(id -> !paths.containsKey(id) && close(open.get(id)));
        List<LogView> logs = new ArrayList<>();
        for (Map.Entry<Long, Path> log : paths.entrySet()) {
            Unreadable failure = read(log.getKey(), log.getValue(), logs);
            if (failure != null) {
                close(open.remove(log.getKey()));
                // A log that was removed since the folder was listed does not count.
                if (Files.exists(log.getValue(), LinkOption.NOFOLLOW_LINKS)) {
                    unreadable.add(failure);
                }
            }
        }
        return logs;
    }

    /** {@return why the log cannot be read, null if it can} */
    private @Nullable Unreadable read(long id, Path path, List<LogView> logs) {
        try {
            Open log = open.get(id);
            if (log == null) {
                MappingLimit.ofProcess().require(LogFiles.MAPPINGS);
                log = new Open(LogFiles.open(path, LogFiles.Access.NOTHING));
                open.put(id, log);
            }
            FileFormatException truncation = log.files.findTruncation();
            if (truncation != null) {
                return Unreadable.log(path, truncation);
            }
            LogView view = LogView.read(id, path, log.files.buffers(), log.tail, host.nanoTime());
            PendingFault.raise(); // Checked before the values are used.
            log.tail = view.at().contradiction() == null ? view.at().tail() : 0;
            logs.add(view);
            return null;
        } catch (IOException e) {
            return Unreadable.log(path, e);
        } catch (InternalError e) {
            return Unreadable.truncated("log", path);
        } catch (RuntimeException e) { // The file may be damaged; the other logs are still sound.
            return new Unreadable(Unreadable.Reason.CORRUPT, path + ": corrupt: " + e);
        }
    }

    private static boolean close(@Nullable Open log) {
        if (log != null) {
            log.files.close();
        }
        return true;
    }

    @Override
    public void close() {
        open.values().forEach(LogReader::close);
        open.clear();
    }
}
