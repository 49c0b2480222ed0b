/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

import io.tailrace.inspect.LogSnapshot.Publisher;
import io.tailrace.inspect.LogSnapshot.Subscriber;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogLayout;
import io.tailrace.log.PublisherLimit;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A log at one moment.
 *
 * @param id the id of its directory
 * @param at the contents of its meta file
 * @param limit the position up to which claims may begin, as its publishers compute it
 * @param openClaim the claim that the furthest-behind subscriber waits for, null if it can read on
 * @param takenNs when this was read
 */
public record LogView(
        long id,
        Path directory,
        LogSnapshot at,
        long limit,
        @Nullable OpenClaim openClaim,
        long takenNs) {
    /** The keeper checks at least twice a second, and notes the end of a hold within two seconds. */
    private static final long JUST_NOW_NS = 2_500_000_000L;

    /**
     * Claimed space that is not committed yet.
     *
     * @param publisher its publisher; null if the header does not name it yet, or the publisher has gone
     */
    public record OpenClaim(long position, @Nullable Publisher publisher) {}

    static LogView read(long id, Path directory, LogBuffers log, long knownTail, long nowNs) {
        LogSnapshot at = LogSnapshot.read(log, knownTail, nowNs);
        // Read after the tail: the limit only grows, so a tail past the limit was held back.
        return new LogView(id, directory, at, new PublisherLimit(log).find(LogLayout.NONE), openClaim(log, at), nowNs);
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

    /** {@return the same view with only the publishers and subscribers of a client} */
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
     * {@return whether its publishers wait, because a subscriber or the cleaning is behind} A refused publisher may
     * sleep until half of its window is read, although there is space meanwhile. So a hold that the keeper has seen a
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

    /**
     * {@return how long its publishers have been held back; 0 if they are not, or if the keeper has not noted it yet}
     */
    public long heldForNs(long nowNs) {
        long sinceNs = isHeldBack() ? at.heldSinceNs() : 0;
        return sinceNs == 0 ? 0 : Math.max(0, nowNs - sinceNs);
    }

    /**
     * {@return the subscriber that its publishers wait for; null if they wait for the cleaning, or are not held back}
     */
    public @Nullable Subscriber holdsBack() {
        Subscriber behind = isHeldBack() ? at.furthestBehind(true) : null;
        boolean waitsForIt =
                behind != null && (!isFull() || at.lag(behind) >= at.constants().window());
        return waitsForIt ? behind : null;
    }
}
