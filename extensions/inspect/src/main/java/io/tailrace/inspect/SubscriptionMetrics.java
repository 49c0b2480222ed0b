/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

import static io.tailrace.inspect.Metric.counter;
import static io.tailrace.inspect.Metric.gauge;

import io.tailrace.inspect.LogSnapshot.Subscriber;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The metrics of subscriptions. Subscriptions with the same stream, name and program share one entry, so a restarted
 * program continues its entry. The number of entries is limited: all other subscriptions share one more entry.
 *
 * @param lagBytes the lag of the subscription that is furthest behind
 * @param messages the messages read by all of them
 */
public record SubscriptionMetrics(long lagBytes, long messages, long losses, long lostBytes, long heldNs) {
    private static final String OTHER = "other";
    private static final double NS_PER_SECOND = 1e9;

    /** All metrics of subscriptions. */
    public static final List<Metric<SubscriptionMetrics>> ALL = List.of(
            gauge(
                    "tailrace_subscription_lag_bytes",
                    "How far the subscription is behind its publishers, in bytes.",
                    SubscriptionMetrics::lagBytes),
            counter(
                    "tailrace_subscription_messages",
                    "Messages that the subscription has read.",
                    SubscriptionMetrics::messages),
            counter(
                    "tailrace_subscription_overruns",
                    "How often publishers overwrote data that the subscription had not read (DROP, evicted).",
                    SubscriptionMetrics::losses),
            counter(
                    "tailrace_subscription_lost_bytes",
                    "Bytes that the subscription has lost in this way.",
                    SubscriptionMetrics::lostBytes),
            counter(
                    "tailrace_subscription_held_seconds",
                    "How long the subscription has held its publishers back, in seconds.",
                    seen -> seen.heldNs() / NS_PER_SECOND));

    /**
     * The labels of the figures.
     *
     * @param subscription its name, empty if it has none
     * @param program the program of its client, empty if unknown
     */
    public record Key(String stream, String subscription, String program) {
        static final Key OF_OTHERS = new Key(OTHER, OTHER, OTHER);
    }

    /**
     * {@return the metrics of all subscriptions, in the order of their streams}
     *
     * @param max the number of subscriptions that have labels of their own
     */
    public static Map<Key, SubscriptionMetrics> of(Snapshot snapshot, int max) {
        Map<Key, SubscriptionMetrics> all = new LinkedHashMap<>();
        for (StreamView stream : snapshot.streams()) {
            for (LogView log : stream.logs()) {
                for (Subscriber subscriber : log.at().subscribers()) {
                    ClientView client = snapshot.clients().get(subscriber.clientId());
                    Key key = new Key(stream.name(), subscriber.name(), client == null ? "" : client.program());
                    boolean hasRoom = all.size() < max || all.containsKey(key);
                    all.merge(hasRoom ? key : Key.OF_OTHERS, of(log, subscriber), SubscriptionMetrics::plus);
                }
            }
        }
        return all;
    }

    private static SubscriptionMetrics of(LogView log, Subscriber subscriber) {
        return new SubscriptionMetrics(
                log.at().lag(subscriber),
                subscriber.messages(),
                subscriber.losses(),
                subscriber.lostBytes(),
                subscriber.heldNs());
    }

    private SubscriptionMetrics plus(SubscriptionMetrics other) {
        return new SubscriptionMetrics(
                Math.max(lagBytes, other.lagBytes),
                messages + other.messages,
                losses + other.losses,
                lostBytes + other.lostBytes,
                heldNs + other.heldNs);
    }
}
