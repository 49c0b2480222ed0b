/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import io.tailrace.events.Events;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.SubscriberPolicy;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Who holds a publication back, as seen at one moment: the gating subscriber that is furthest behind; where that
 * subscriber has read everything up to an open claim, the publisher of the claim; and where no subscriber is a window
 * behind, and yet nothing can be offered, the media driver, which has not made space.
 *
 * @param role which of the three; of the driver all ids are 0
 * @param registrationId of its {@link Subscription} or {@link Publication}; 0 of a publisher that stands still before
 *     it has written its name into the claim; {@code tailrace dump} tells more
 * @param clientId its client, 0 if not known
 * @param pid its process, 0 if not known
 * @param bytesBehind from where it stands, or the driver has cleaned, to the log's end
 * @param name of a subscription that has one; empty: none
 * @param vacantFor how long the name is still kept where nobody holds it, and then all else is of its last holder; null
 *     if the subscription is there
 */
public record Limiter(
        Role role,
        long registrationId,
        long clientId,
        long pid,
        long bytesBehind,
        String name,
        @Nullable Duration vacantFor) {
    /** Somebody without a name. */
    public Limiter(Role role, long registrationId, long clientId, long pid, long bytesBehind) {
        this(role, registrationId, clientId, pid, bytesBehind, "", null);
    }

    /** What somebody does with the log. */
    public enum Role {
        SUBSCRIBER,
        PUBLISHER,
        DRIVER
    }

    /** {@return whether space is missing for which no subscriber is to blame} Allocates nothing. */
    static boolean isDriver(LogBuffers log, long tail, long limit) {
        int slowest = slowest(log.meta());
        long windowEnd = slowest < 0
                ? Long.MAX_VALUE
                : log.meta().subscriberPositionAcquire(slowest)
                        + log.constants().window();
        return tail >= limit && tail < windowEnd && log.meta().subscriberCountAcquire() > 0;
    }

    static @Nullable Limiter find(LogBuffers log, long tail, long limit) {
        LogMeta meta = log.meta();
        if (isDriver(log, tail, limit)) {
            return new Limiter(Role.DRIVER, 0, 0, 0, tail - meta.cleanPositionAcquire());
        }
        int slowest = slowest(meta);
        if (slowest < 0) {
            return null;
        }
        long position = meta.subscriberPositionAcquire(slowest);
        Limiter claimer = findClaimer(log, position, tail);
        long vacantForNs = meta.names().vacantForNs(slowest, System.nanoTime());
        return claimer != null
                ? claimer
                : new Limiter(
                        Role.SUBSCRIBER,
                        meta.subscriberAcquire(slowest),
                        meta.subscriberClient(slowest),
                        meta.subscriberPid(slowest),
                        tail - position,
                        meta.names().read(slowest).text(),
                        vacantForNs < 0 ? null : Duration.ofNanos(vacantForNs));
    }

    /** {@return the slot of the gating subscriber that is furthest behind, less than none if nobody gates} */
    private static int slowest(LogMeta meta) {
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
        return slowest;
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

    void nameIn(Events.BackPressure pressure) {
        pressure.by(role.name(), registrationId, clientId, pid, name, bytesBehind);
    }

    /** {@return a sentence for messages} */
    public String describe() {
        if (role == Role.DRIVER) {
            return "the media driver has not made space, and is " + bytesBehind + " bytes behind";
        }
        if (vacantFor != null) {
            return "nobody holds the name " + name + ", which is " + bytesBehind + " bytes behind, is given up in "
                    + vacantFor.toSeconds() + " s, and was held last by pid " + pid;
        }
        String who = registrationId == 0
                ? "a publisher"
                : role.name().toLowerCase(Locale.ROOT) + " " + registrationId + " of pid " + pid;
        return role == Role.SUBSCRIBER
                ? who + " is " + bytesBehind + " bytes behind"
                : who + " has not committed a claim " + bytesBehind + " bytes behind";
    }
}
