/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.SubscriberPolicy;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Who holds a publication back, as seen at one moment: the gating subscriber that is furthest behind; or, where that one has read
 * all there is, the publisher that has claimed the space at which it stands, and has not committed it yet.
 *
 * @param role which of the two
 * @param registrationId of its {@link Subscription} or {@link Publication}; 0 of a publisher that stands still before it has
 *     written whose claim it is, as {@code tailrace dump} tells in more detail
 * @param clientId its client, 0 if not known
 * @param pid its process, 0 if not known
 * @param bytesBehind from where it stands to the log's end
 */
public record Limiter(Role role, long registrationId, long clientId, long pid, long bytesBehind) {
    /** What somebody does with the log. */
    public enum Role {
        SUBSCRIBER,
        PUBLISHER
    }

    static @Nullable Limiter find(LogBuffers log, long tail) {
        LogMeta meta = log.meta();
        int slowest = -1;
        long least = Long.MAX_VALUE;
        for (int slot = 0; slot < LogLayout.MAX_SUBSCRIBERS; slot++) {
            boolean gates =
                    meta.subscriberAcquire(slot) != 0 && meta.subscriberPolicy(slot) != SubscriberPolicy.KIND_DROP;
            long position = meta.subscriberPositionAcquire(slot);
            if (gates && position < least) {
                slowest = slot;
                least = position;
            }
        }
        if (slowest < 0) {
            return null;
        }
        Limiter claimer = findClaimer(log, least, tail);
        return claimer != null
                ? claimer
                : new Limiter(
                        Role.SUBSCRIBER,
                        meta.subscriberAcquire(slowest),
                        meta.subscriberClient(slowest),
                        meta.subscriberPid(slowest),
                        tail - least);
    }

    /** Somebody else may write the position, so anything may stand there. */
    private static @Nullable Limiter findClaimer(LogBuffers log, long position, long tail) {
        boolean isInLog = position >= 0 && position < tail && position >= tail - log.ringLength();
        if (log.constants().kind() != LogLayout.KIND_CONCURRENT
                || !isInLog
                || position % FrameLayout.FRAME_ALIGNMENT != 0) {
            return null;
        }
        long header = log.term(position).getLongAcquire(log.offset(position));
        if (FrameLayout.length(header) > 0) {
            return null;
        }
        int owner = FrameLayout.owner(header);
        boolean isKnown = header != 0 && owner < LogLayout.MAX_PUBLISHERS;
        return new Limiter(
                Role.PUBLISHER,
                isKnown ? log.meta().publisherAcquire(owner) : 0,
                isKnown ? log.meta().publisherClient(owner) : 0,
                isKnown ? log.meta().publisherPid(owner) : 0,
                tail - position);
    }

    /** {@return a sentence for messages} */
    String describe() {
        String who = registrationId == 0
                ? "a publisher"
                : role.name().toLowerCase(Locale.ROOT) + " " + registrationId + " of pid " + pid;
        return role == Role.SUBSCRIBER
                ? who + " is " + bytesBehind + " bytes behind"
                : who + " has not committed a claim " + bytesBehind + " bytes behind";
    }
}
