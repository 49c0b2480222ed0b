/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import io.tailrace.control.ClientFiles;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.Heartbeat;
import io.tailrace.control.KernelLock;
import io.tailrace.inspect.LogSnapshot;
import io.tailrace.inspect.LogSnapshot.Publisher;
import io.tailrace.inspect.LogSnapshot.Subscriber;
import io.tailrace.log.LogBuffers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who keeps a log from going on at this moment: whose claim readers wait for first, and which subscriber publishers
 * wait for.
 *
 * @param uncommitted the first claim that is not committed, null if there is none
 * @param furthestBehind of the subscribers that publishers wait for the one with the least position, null if all of
 *     them have read everything
 * @param lag how far that is behind the tail, in bytes
 */
record Holders(@Nullable Uncommitted uncommitted, @Nullable Subscriber furthestBehind, long lag) {
    /** What the kernel lock of a publisher's client says. */
    enum Life {
        LIVES,
        DEAD,
        /** There are no clients beside the log: it is a copy. */
        UNKNOWN
    }

    /** A publisher that may have to do with it; its heartbeat is known where its client's files are there. */
    record Holder(Publisher publisher, Life life, Heartbeat heartbeat) {}

    /**
     * Space that was claimed and is not committed yet.
     *
     * @param end of the claim; of a hole at least up to here
     * @param owner the slot in its header, {@link Frame#NO_OWNER} if it has none: then it is a hole
     * @param publishers who has that slot; of a hole every publisher that is not known to be dead
     */
    record Uncommitted(long position, long end, int owner, List<Holder> publishers) {
        boolean isHole() {
            return owner == Frame.NO_OWNER;
        }
    }

    static Holders find(LogBuffers log, LogSnapshot snapshot, Path directory) {
        Subscriber behind = snapshot.furthestBehind();
        Uncommitted uncommitted = snapshot.contradiction() == null ? uncommitted(log, snapshot, directory) : null;
        return new Holders(uncommitted, behind, behind == null ? 0 : snapshot.lag(behind));
    }

    private static @Nullable Uncommitted uncommitted(LogBuffers log, LogSnapshot snapshot, Path directory) {
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
        List<Holder> holders = publisher == null ? List.of() : List.of(holder(directory, publisher));
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
                .map(publisher -> holder(directory, publisher))
                .filter(holder -> holder.life() != Life.DEAD)
                .toList();
        return new Uncommitted(start, end, Frame.NO_OWNER, candidates);
    }

    /** A log's directory lies two folders below its driver's. */
    private static Holder holder(Path log, Publisher publisher) {
        Path logs = log.toAbsolutePath().normalize().getParent();
        Path parent = logs == null ? null : logs.getParent();
        if (parent == null) {
            return new Holder(publisher, Life.UNKNOWN, Heartbeat.UNKNOWN);
        }
        DriverDirectory driver = new DriverDirectory(parent);
        if (!Files.isDirectory(driver.clients())) {
            return new Holder(publisher, Life.UNKNOWN, Heartbeat.UNKNOWN);
        }
        Path client = driver.client(publisher.clientId());
        Life life = life(client);
        return new Holder(publisher, life, life == Life.LIVES ? Heartbeat.of(client) : Heartbeat.UNKNOWN);
    }

    private static Life life(Path client) {
        try {
            boolean lives = ClientFiles.probe(client) == KernelLock.Holder.ALIVE;
            return lives ? Life.LIVES : Life.DEAD; // No lock file: a driver took it away behind a proven death.
        } catch (IOException e) {
            return Life.UNKNOWN;
        }
    }
}
