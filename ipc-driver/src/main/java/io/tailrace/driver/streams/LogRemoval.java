/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver.streams;

import io.tailrace.control.DriverDirectory;
import io.tailrace.internal.FaultPoint;
import io.tailrace.log.LogFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Deletes the files of logs, one file each cycle. The terms are truncated, too, so that their space is free at once,
 * although processes still have them mapped. Until then a log waits for the clients that have used it: each reports
 * that it has let go, or is proven dead.
 */
public final class LogRemoval {
    private static final long LOOK_NS = 1_000_000;
    /** Clients let go within milliseconds, unless a handler or the whole process stands still. */
    private static final long ALERT_NS = 1_000_000_000;

    /** A log that clients may still use, with the mark of each of them. */
    private record Waiting(Path log, long bytes, Map<Long, Long> marks) {}

    private final DriverDirectory directory;
    private final ClientRegistry users;
    private final Consumer<Throwable> errorHandler;

    /** @param isUsed whether clients may still use it, so that its files are only deleted */
    private record Deletion(Path log, boolean isUsed) {}

    /** Not an ArrayDeque: if an ArrayDeque finds no heap to grow, it is corrupt, and seems empty from then on. */
    private final Deque<Deletion> deletions = new ConcurrentLinkedDeque<>();

    private final Deque<Waiting> waiting = new ConcurrentLinkedDeque<>();
    private long lookedNs;
    private long alertUntilNs;
    private boolean isNew;

    public LogRemoval(DriverDirectory directory, ClientRegistry users, Consumer<Throwable> errorHandler) {
        this.directory = directory;
        this.users = users;
        this.errorHandler = errorHandler;
    }

    /** Removes a log that the driver no longer keeps, once its clients have let go. */
    public void remove(LogEntry log) {
        FaultPoint.reach("removal.begun");
        Map<Long, Long> marks = new HashMap<>();
        log.users().forEach(client -> marks.put(client, users.mark(client)));
        waiting.add(new Waiting(directory.log(log.id()), log.bytes(), marks));
        isNew = true;
    }

    /**
     * Deletes what an earlier driver left, and what cannot be used, at once. If that driver had begun to delete it,
     * nobody uses it; else any client may, and its space is free once they have unmapped it.
     */
    public void removeLeft(Path log) {
        boolean isWhole = Files.exists(LogFiles.metaPath(log), LinkOption.NOFOLLOW_LINKS);
        deletions.add(new Deletion(log, isWhole && !users.living().isEmpty()));
    }

    /** Removes a log of which no client was told. */
    public void remove(Path log) {
        deletions.add(new Deletion(log, false));
    }

    /** {@return the size of the logs that clients have not let go of} */
    long waitingBytes() {
        return waiting.stream().mapToLong(Waiting::bytes).sum();
    }

    /** {@return which client has not let go of removed logs, as a part of a sentence; empty if all have} */
    String describeHolder() {
        for (Waiting log : waiting) {
            for (long client : log.marks.keySet()) {
                return ". Removed logs of " + waitingBytes() + " bytes stay until " + users.describe(client)
                        + " lets go of them: is it stopped, or does a handler not return?";
            }
        }
        return "";
    }

    /** {@return whether a client is about to let go} It does not wake the conductor. */
    boolean isAwaited(long nowNs) {
        return !waiting.isEmpty() && nowNs - alertUntilNs < 0;
    }

    /**
     * Deletes one file of a log, or its directory when none is left. Returns 0 if there was nothing to do, or if it
     * failed and a later cycle tries again.
     */
    int doWork(long nowNs) {
        look(nowNs);
        Deletion next = deletions.peek();
        if (next == null) {
            return 0;
        }
        try {
            List<Path> files = list(next.log);
            if (files.isEmpty()) {
                Files.deleteIfExists(next.log);
                deletions.remove();
            } else if (next.isUsed) {
                // The meta file last: a later driver takes a log without one for a log that nobody uses.
                Files.deleteIfExists(files.get(files.size() - 1));
            } else {
                LogFiles.delete(files.get(0));
            }
            return 1;
        } catch (IOException e) {
            errorHandler.accept(e);
            deletions.addLast(next); // The reason may pass, such as a want of descriptors: it is tried again later.
            deletions.removeFirst();
            return 0;
        }
    }

    private void look(long nowNs) {
        if (isNew) {
            isNew = false;
            alertUntilNs = nowNs + ALERT_NS;
        } else if (waiting.isEmpty() || nowNs - lookedNs < LOOK_NS) {
            return;
        }
        lookedNs = nowNs;
        for (Waiting log : new ArrayList<>(waiting)) {
            log.marks.entrySet().removeIf(mark -> users.hasLetGo(mark.getKey(), mark.getValue()));
            if (log.marks.isEmpty()) {
                deletions.add(new Deletion(log.log, false));
                waiting.remove(log);
            }
        }
    }

    /** {@return the files in the order of names} The meta file is first: a directory without one is no log any more. */
    public static List<Path> list(Path folder) throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) { // A link may lead to another user's files.
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
