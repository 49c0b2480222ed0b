/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

import io.tailrace.inspect.LogSnapshot.Publisher;
import io.tailrace.inspect.LogSnapshot.Subscriber;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogLayout;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A log at one moment.
 *
 * @param id that of its directory
 * @param at what its meta file says
 * @param limit up to where claims may begin, as its publishers find it
 * @param openClaim for which the subscriber waits that is furthest behind, null if it could read on
 * @param takenNs when this was read
 */
public record LogView(
        long id,
        Path directory,
        LogSnapshot at,
        long limit,
        @Nullable OpenClaim openClaim,
        long takenNs) {
    /** The keeper looks twice a second at least, and notes the end of a hold within two. */
    private static final long JUST_NOW_NS = 2_500_000_000L;

    /**
     * Claimed space that is not committed yet.
     *
     * @param publisher whose it is; null if its header does not say yet, or that has gone
     */
    public record OpenClaim(long position, @Nullable Publisher publisher) {}

    static LogView read(long id, Path directory, LogBuffers log, long knownTail, long nowNs) {
        LogSnapshot at = LogSnapshot.read(log, knownTail, nowNs);
        // Behind the tail: it moves on, and so a tail that is past it was held back.
        return new LogView(id, directory, at, log.publisherLimit(), openClaim(log, at), nowNs);
    }

    private static @Nullable OpenClaim openClaim(LogBuffers log, LogSnapshot at) {
        Subscriber behind = at.isExclusive() || at.contradiction() != null ? null : at.furthestBehind(true);
        if (behind == null || behind.position() % FrameLayout.FRAME_ALIGNMENT != 0) {
            return null;
        }
        long position = behind.position();
        long header = log.headerAcquire(position);
        if (!log.isUncommitted(position)) {
            return null;
        }
        return new OpenClaim(position, header == 0 ? null : at.publisher(FrameLayout.owner(header)));
    }

    /** {@return the same with the publishers and subscribers of a client only} */
    LogView of(long clientId) {
        return new LogView(id, directory, at.of(clientId), limit, openClaim, takenNs);
    }

    public String stream() {
        return at.constants().stream();
    }

    /** {@return the length of its files} */
    public long bytes() {
        return LogLayout.filesLength(at.constants().termLength());
    }

    public boolean isEnded() {
        return at.isEnded();
    }

    /**
     * {@return whether its publishers wait, because a subscriber or the cleaning is behind} One that was refused may
     * sleep until half of what it may be ahead is read, and there is space meanwhile: so what the keeper has seen a
     * moment ago counts, too.
     */
    public boolean isHeldBack() {
        return !isEnded()
                && at.contradiction() == null
                && !at.publishers().isEmpty()
                && !at.subscribers().isEmpty()
                && (isFull() || wasJustHeldBack());
    }

    /** {@return whether the next claim would be refused} */
    private boolean isFull() {
        return at.tail() >= limit;
    }

    private boolean wasJustHeldBack() {
        Subscriber behind = at.furthestBehind(true);
        return at.heldSinceNs() != 0
                && takenNs - at.heldAtNs() < JUST_NOW_NS
                && behind != null
                && at.lag(behind) >= at.constants().window() / 4;
    }

    /** {@return how long its publishers have been held back; 0 if they are not, or nobody has noted it yet} */
    public long heldForNs(long nowNs) {
        long sinceNs = isHeldBack() ? at.heldSinceNs() : 0;
        return sinceNs == 0 ? 0 : Math.max(0, nowNs - sinceNs);
    }

    /** {@return for whom its publishers wait; null if for the cleaning, or if they are not held back} */
    public @Nullable Subscriber holdsBack() {
        Subscriber behind = isHeldBack() ? at.furthestBehind(true) : null;
        boolean waitsForIt =
                behind != null && (!isFull() || at.lag(behind) >= at.constants().window());
        return waitsForIt ? behind : null;
    }
}
