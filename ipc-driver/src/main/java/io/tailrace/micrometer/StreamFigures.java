/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.micrometer;

import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.LogTail;
import io.tailrace.log.SubscriberPolicy;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** What the logs of a stream say at one moment; or those of several streams that share a tag. One thread. */
final class StreamFigures {
    private static final long MAX_POSITION = 1L << 62;

    private final Map<Long, Long> tails = new HashMap<>();
    private final Set<Long> subscriptions = new HashSet<>();
    private int publications;
    private long lag;
    private double lagRatio;
    private long droppingLag;
    private boolean isHeldBack;

    /**
     * Adds a log.
     *
     * @param clientId whose publications and subscriptions count; 0 for those of all
     * @return whether that client has any there
     */
    boolean add(long logId, LogBuffers log, long clientId) {
        LogMeta meta = log.meta();
        boolean isEnded = meta.endPositionAcquire() != LogLayout.NONE;
        Map<Long, Long> positions = positions(meta, clientId, true);
        Map<Long, Long> dropping = positions(meta, clientId, false);
        int publishers = isEnded ? 0 : publishers(meta, clientId);
        if (clientId != 0 && publishers == 0 && positions.isEmpty() && dropping.isEmpty()) {
            return false;
        }
        long tail = tail(log); // Behind the positions, of which none is past it then.
        tails.put(logId, tail);
        publications += publishers;
        subscriptions.addAll(positions.keySet());
        subscriptions.addAll(dropping.keySet());
        for (long position : positions.values()) {
            long behind = Math.max(0, tail - position);
            lag = Math.max(lag, behind);
            lagRatio = Math.max(lagRatio, (double) behind / log.constants().window());
        }
        for (long position : dropping.values()) {
            droppingLag = Math.max(droppingLag, tail - position);
        }
        boolean isRead = meta.subscriberCountAcquire() > 0;
        isHeldBack |= publishers > 0 && isRead && tail >= log.publisherLimit(); // Behind the tail, as it moves on.
        return true;
    }

    /** Adds a stream with the same tag. */
    void add(StreamFigures other) {
        tails.putAll(other.tails);
        subscriptions.addAll(other.subscriptions);
        publications += other.publications;
        lag = Math.max(lag, other.lag);
        lagRatio = Math.max(lagRatio, other.lagRatio);
        droppingLag = Math.max(droppingLag, other.droppingLag);
        isHeldBack |= other.isHeldBack;
    }

    private static Map<Long, Long> positions(LogMeta meta, long clientId, boolean gating) {
        Map<Long, Long> positions = new HashMap<>();
        for (int slot = 0; slot < LogLayout.MAX_SUBSCRIBERS; slot++) {
            long registrationId = meta.subscriberAcquire(slot);
            boolean gates = meta.subscriberPolicy(slot) != SubscriberPolicy.KIND_DROP;
            if (registrationId != 0 && gates == gating && (clientId == 0 || meta.subscriberClient(slot) == clientId)) {
                long position = meta.subscriberPositionAcquire(slot);
                if (meta.subscriberAcquire(slot) == registrationId) { // Else the position may be another's.
                    positions.put(registrationId, position);
                }
            }
        }
        return positions;
    }

    private static int publishers(LogMeta meta, long clientId) {
        int publishers = 0;
        for (int slot = 0; slot < LogLayout.MAX_PUBLISHERS; slot++) {
            boolean counts = clientId == 0 || meta.publisherClient(slot) == clientId;
            publishers += meta.publisherAcquire(slot) != 0 && counts ? 1 : 0;
        }
        return publishers;
    }

    private static long tail(LogBuffers log) {
        long clean = log.meta().cleanPositionAcquire();
        long target = log.meta().cleaningTargetAcquire();
        boolean arePossible =
                clean >= 0 && clean <= target && target <= MAX_POSITION && target - clean <= log.ringLength();
        return arePossible
                ? LogTail.find(log, target, clean + log.ringLength())
                : log.meta().tailAcquire();
    }

    /** {@return the tails of the logs by their ids} */
    Map<Long, Long> tails() {
        return tails;
    }

    long position() {
        return tails.values().stream().mapToLong(Long::longValue).sum();
    }

    int publications() {
        return publications;
    }

    int subscriptions() {
        return subscriptions.size();
    }

    /** {@return how far the slowest of the subscribers is behind that publishers do not wait for, in bytes} */
    long droppingLag() {
        return droppingLag;
    }

    /** {@return how far the slowest of the subscribers is behind that publishers wait for, in bytes} */
    long lag() {
        return lag;
    }

    /** {@return the most of what publishers may be ahead that a subscriber is behind} */
    double lagRatio() {
        return lagRatio;
    }

    /** {@return whether the next claim would be refused} */
    boolean isHeldBack() {
        return isHeldBack;
    }
}
