/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.SubscriptionConfig;
import io.tailrace.driver.SimulatedClient.OpenSubscription;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * In a simulation, a name that subscriptions of a stream hold one after the other, and the messages owed to the next
 * holder.
 */
final class SimulatedName {
    private final String stream;
    private final String text;
    private final SubscriptionConfig.Policy policy;
    /** By log: the position that the last holder has stored. */
    private final Map<Long, Long> owed = new HashMap<>();
    /** Logs whose turn had not come yet for the last holder. */
    private final Set<Long> awaited = new HashSet<>();

    private OpenSubscription holder;
    private SimulatedClient last;
    private long keptUntilNs;
    /**
     * A client that asked while another client had the name, and got no answer: it may get the name when that client is
     * gone.
     */
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

    /** {@return its holder, null if there is none} */
    OpenSubscription holder() {
        return holder;
    }

    /**
     * {@return the client that had it last, or asked for it in vain} While that client lives, the driver may not know
     * yet.
     */
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
     * The name becomes vacant.
     *
     * @param told the position that the last holder has stored, by log
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

    /** A client has asked for it and got no answer. It may have had the name, and released it. */
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
