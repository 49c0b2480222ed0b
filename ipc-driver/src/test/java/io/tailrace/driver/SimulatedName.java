/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.SubscriptionConfig;
import io.tailrace.driver.SimulatedClient.OpenSubscription;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** A name that subscriptions of a stream have one after the other, and what the next one is owed, in a simulation. */
final class SimulatedName {
    private final String stream;
    private final String text;
    private final SubscriptionConfig.Policy policy;
    /** By log: the position that the last holder has told. */
    private final Map<Long, Long> owed = new HashMap<>();
    /** Logs that the last holder was to read, and whose turn had not come. */
    private final Set<Long> awaited = new HashSet<>();

    private OpenSubscription holder;
    private SimulatedClient last;
    private long keptUntilNs;
    /** A client that asked while another one had it, and got no answer: it may get the name when that one has gone. */
    private SimulatedClient asker;

    private Duration askersLease;

    SimulatedName(String stream, String text, SubscriptionConfig.Policy policy) {
        this.stream = stream;
        this.text = text;
        this.policy = policy;
    }

    String stream() {
        return stream;
    }

    /** A configuration for the next holder. */
    SubscriptionConfig with(SubscriptionConfig config, Duration lease) {
        return config.withPolicy(policy).withName(text, lease);
    }

    boolean gates() {
        return policy == SubscriptionConfig.Policy.BLOCK;
    }

    /** {@return who has it, null if nobody does} */
    OpenSubscription holder() {
        return holder;
    }

    /** {@return the client that had it last, or asked for it in vain} While it lives the driver may not know yet. */
    SimulatedClient last() {
        return last;
    }

    Map<Long, Long> owed() {
        return owed;
    }

    Set<Long> awaited() {
        return awaited;
    }

    void hold(SimulatedClient client, OpenSubscription subscription) {
        owed.clear();
        awaited.clear();
        holder = subscription;
        last = client;
        asker = null;
    }

    /**
     * Nobody holds it any more.
     *
     * @param told the position that the last holder has told, by log
     */
    void vacate(Map<Long, Long> told, long nowNs) {
        owed.putAll(told);
        awaited.addAll(holder.awaited());
        keptUntilNs = nowNs + holder.leaseNs();
        holder = null;
        if (asker != null) {
            askedInVain(asker, nowNs, askersLease);
        }
    }

    /** Somebody has asked for it and got no answer. It may have had it, and let it go. */
    void askedInVain(SimulatedClient client, long nowNs, Duration lease) {
        if (holder == null) {
            last = client;
            keptUntilNs = Math.min(keptUntilNs, nowNs + lease.toNanos());
        } else if (asker == null || lease.compareTo(askersLease) < 0) {
            asker = client;
            askersLease = lease;
        }
    }

    /** {@return whether its places are certain to be kept} */
    boolean isOwed(long nowNs) {
        return holder == null && keptUntilNs - nowNs > 0;
    }

    /** A log is new, and has a place for it from the first message on. */
    void onNewLog(long logId, long nowNs) {
        if (isOwed(nowNs)) {
            owed.put(logId, 0L);
        }
    }

    @Override
    public String toString() {
        return "name=" + text + ", stream=" + stream + ", policy=" + policy + ", owed=" + owed + ", awaited=" + awaited
                + ", keptUntilNs=" + keptUntilNs;
    }
}
