/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import io.tailrace.control.ClientFiles;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.Heartbeat;
import io.tailrace.control.OwnerState;
import io.tailrace.inspect.LogSnapshot;
import io.tailrace.inspect.LogSnapshot.Publisher;
import io.tailrace.log.LogBuffers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The first space that was claimed and is not committed yet: readers wait for it first.
 *
 * @param end of the claim; of a hole at least up to here
 * @param owner the slot in its header, {@link Frame#NO_OWNER} if it has none: then it is a hole
 * @param publishers who has that slot; of a hole every publisher that is not known to be dead
 */
record Uncommitted(long position, long end, int owner, List<Holder> publishers) {
    /** What the kernel lock of a publisher's client says. */
    enum Life {
        LIVES,
        DEAD,
        /** There are no clients beside the log: it is a copy. */
        UNKNOWN
    }

    /** A publisher that may have to do with it; its heartbeat is known where its client's files are there. */
    record Holder(Publisher publisher, Life life, Heartbeat heartbeat) {
        /** A log's directory lies two folders below its driver's. */
        static Holder of(Publisher publisher, Path log) {
            Path logs = log.toAbsolutePath().normalize().getParent();
            Path driver = logs == null ? null : logs.getParent();
            if (driver != null && Files.isDirectory(new DriverDirectory(driver).clients())) {
                try {
                    OwnerState client = ClientFiles.examine(new DriverDirectory(driver).client(publisher.clientId()));
                    // No lock file: a driver took it away after a proven death.
                    return new Holder(publisher, client.lives() ? Life.LIVES : Life.DEAD, client.heartbeat());
                } catch (IOException e) {
                    // It is another user's.
                }
            }
            return new Holder(publisher, Life.UNKNOWN, Heartbeat.UNKNOWN);
        }
    }

    boolean isHole() {
        return owner == Frame.NO_OWNER;
    }

    /** {@return it, null if there is none, or the positions contradict one another} */
    static @Nullable Uncommitted find(LogBuffers log, LogSnapshot snapshot, Path directory) {
        if (snapshot.contradiction() != null) {
            return null;
        }
        FrameWalker walker = new FrameWalker(
                        log, snapshot.cleaningTarget(), snapshot.readableTail(), 0, (from, to) -> {})
                .withFixedEnd();
        while (walker.next() && walker.frame().kind != Frame.Kind.CORRUPT) {
            Frame frame = walker.frame();
            if (frame.isUncommitted()) {
                return frame.owner == Frame.NO_OWNER
                        ? hole(frame.position, walker, snapshot, directory)
                        : claim(frame, snapshot, directory);
            }
        }
        return null;
    }

    private static Uncommitted claim(Frame frame, LogSnapshot snapshot, Path directory) {
        Publisher publisher = snapshot.publisher(frame.owner);
        List<Holder> holders = publisher == null ? List.of() : List.of(Holder.of(publisher, directory));
        return new Uncommitted(frame.position, frame.end, frame.owner, holders);
    }

    /** The walk stops at each end of a term; a hole does not. */
    private static Uncommitted hole(long start, FrameWalker walker, LogSnapshot snapshot, Path directory) {
        long end = start;
        Frame frame = walker.frame();
        do {
            end = frame.end;
        } while (walker.next() && frame.isUncommitted() && frame.owner == Frame.NO_OWNER && frame.position == end);
        List<Holder> candidates = snapshot.publishers().stream()
                .map(publisher -> Holder.of(publisher, directory))
                .filter(holder -> holder.life() != Life.DEAD)
                .toList();
        return new Uncommitted(start, end, Frame.NO_OWNER, candidates);
    }
}
