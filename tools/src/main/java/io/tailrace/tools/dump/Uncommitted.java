/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import io.tailrace.control.ClientFiles;
import io.tailrace.control.DriverDirectory;
import io.tailrace.inspect.LogSnapshot;
import io.tailrace.inspect.LogSnapshot.Publisher;
import io.tailrace.liveness.Heartbeat;
import io.tailrace.liveness.OwnerState;
import io.tailrace.log.LogBuffers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The first space that is claimed but not committed: readers wait for it first.
 *
 * @param end the end of the claim; a hole reaches at least to here
 * @param owner the slot in its header, {@link Frame#NO_OWNER} without a header: then it is a hole
 * @param publishers the publisher in that slot; for a hole, every publisher that is not known to be dead
 */
record Uncommitted(long position, long end, int owner, List<Holder> publishers) {
    /** The state of a publisher's client by its kernel lock. */
    enum Life {
        LIVES,
        DEAD,
        /** There are no clients beside the log, because it is a copy. */
        UNKNOWN
    }

    /** A publisher that may own the space; its heartbeat is known if its client's files are there. */
    record Holder(Publisher publisher, Life life, Heartbeat heartbeat) {
        /** A log's directory is two levels below its driver's. */
        static Holder of(Publisher publisher, Path log) {
            Path logs = log.toAbsolutePath().normalize().getParent();
            Path driver = logs == null ? null : logs.getParent();
            if (driver != null && Files.isDirectory(new DriverDirectory(driver).clients())) {
                try {
                    OwnerState client = ClientFiles.examine(new DriverDirectory(driver).client(publisher.clientId()));
                    // Without a lock file the client is dead: a driver removed the file after it had proof of the
                    // death.
                    return new Holder(publisher, client.lives() ? Life.LIVES : Life.DEAD, client.heartbeat());
                } catch (IOException e) {
                    // The files belong to another user.
                }
            }
            return new Holder(publisher, Life.UNKNOWN, Heartbeat.UNKNOWN);
        }
    }

    boolean isHole() {
        return owner == Frame.NO_OWNER;
    }

    /** {@return the first uncommitted space, null if there is none or the positions contradict one another} */
    static @Nullable Uncommitted find(LogBuffers log, LogSnapshot snapshot, Path directory) {
        if (snapshot.contradiction() != null) {
            return null;
        }
        FrameWalker walker = new FrameWalker(
                        log, snapshot.cleaningTarget(), snapshot.readableTail(), 0, (from, to) -> {})
                .withFixedEnd();
        while (walker.next() && walker.frame().kind != Frame.Kind.CORRUPT) {
            Frame frame = walker.frame();
            if (frame.kind == Frame.Kind.CLAIMED) {
                return frame.isHole()
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

    /** The walk stops at each end of a term, but a hole may continue in the next term. */
    private static Uncommitted hole(long start, FrameWalker walker, LogSnapshot snapshot, Path directory) {
        long end = start;
        do {
            end = walker.frame().end;
        } while (walker.next() && walker.frame().isHole() && walker.frame().position == end);
        List<Holder> candidates = snapshot.publishers().stream()
                .map(publisher -> Holder.of(publisher, directory))
                .filter(holder -> holder.life() != Life.DEAD)
                .toList();
        return new Uncommitted(start, end, Frame.NO_OWNER, candidates);
    }
}
