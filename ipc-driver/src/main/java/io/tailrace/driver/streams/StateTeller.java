/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver.streams;

import io.tailrace.control.Event;
import io.tailrace.control.EventBroadcast;
import io.tailrace.driver.streams.Registration.Phase;
import io.tailrace.driver.streams.SubscriptionEntry.ImageEntry;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reports to a client that asks everything that it holds, no faster than the clients read.
 *
 * <p>The events have room for some thousands of images. A client may hold more, and all clients ask at once when a
 * driver has started. If the answer lapped a client, the client would ask again, for ever. So each client notes in its
 * commands file how far it has read the events, and the driver's state reports stay at most half of the buffer ahead of
 * all clients that read. This needs no protocol of parts and answers; the state of one client does not lap another
 * client; and a stopped client costs the others a second. New events are sent at once meanwhile.
 */
public class StateTeller {
    public static final int MAX_EVENTS = 256;
    /**
     * How long all wait for a client that does not read. A stopped client asks for everything again when it continues.
     */
    private static final long PATIENCE_NS = 1_000_000_000;

    private final EventBroadcast.Sender events;
    private final int maxEvents;
    /** How far the state may be ahead of a client that reads. The other half of the events is for new events. */
    private final long window;
    /**
     * The events still to be sent to each client, in order. A supplier returns null if its subject has gone by then.
     */
    private final Map<ClientEntry, Deque<Supplier<@Nullable Event>>> untold = new HashMap<>();

    private long lastToldNs;
    /** Clients that have read no further than this are not waited for. */
    private long givenUp;

    /** @param maxEvents the greatest number of events sent to a client in each cycle */
    public StateTeller(EventBroadcast.Sender events, int maxEvents) {
        this.events = events;
        this.maxEvents = maxEvents;
        this.window = events.capacity() / 2;
    }

    /** {@return the sender for all other events} */
    public EventBroadcast.Sender events() {
        return events;
    }

    /** Begins to report everything to a client, with a final event. Replaces the rest of an earlier report. */
    public void begin(ClientEntry client, long requestId) {
        Deque<Supplier<@Nullable Event>> state = new ArrayDeque<>();
        client.held(PublicationEntry.class).forEach(publication -> addReady(state, publication));
        client.held(SubscriptionEntry.class).forEach(subscription -> {
            LogEntry.inReadingOrder(subscription.images().values(), ImageEntry::log)
                    .forEach(image -> state.add(() -> tell(subscription, image)));
            addReady(state, subscription);
        });
        state.add(() -> new Event.StateComplete(client.id(), requestId));
        untold.put(client, state);
    }

    private static void addReady(Deque<Supplier<@Nullable Event>> state, Registration registration) {
        if (registration.isIn(Phase.READY)) {
            state.add(() -> registration.isIn(Phase.READY) ? registration.ready() : null);
        }
    }

    private static @Nullable Event tell(SubscriptionEntry subscription, ImageEntry image) {
        boolean held = !subscription.isIn(Phase.REMOVED)
                && subscription.images().containsKey(image.log().id());
        return held ? subscription.available(image) : null;
    }

    /** Sends an event that must not overtake the state that is still being reported to a client. */
    void sendBehindState(ClientEntry client, Event event) {
        Deque<Supplier<@Nullable Event>> state = untold.get(client);
        if (state == null) {
            events.send(event);
        } else {
            state.add(() -> event);
        }
    }

    public boolean isTelling() {
        return !untold.isEmpty();
    }

    void forget(ClientEntry client) {
        untold.remove(client);
    }

    /**
     * Reports a part to each client that has asked, as far as no reading client is lapped. Returns the number of
     * events.
     */
    public int doWork(long nowNs, List<ClientEntry> clients) {
        if (untold.isEmpty()) {
            lastToldNs = nowNs;
            return 0;
        }
        long least = leastRead(clients);
        int told = 0;
        for (Map.Entry<ClientEntry, Deque<Supplier<@Nullable Event>>> entry : untold.entrySet()) {
            // A client's own state must never lap it, however slow it is. The others wait for it only for a while.
            long read = entry.getKey().eventsRead(events.position());
            told += tellPart(entry.getValue(), Math.min(least, read) + window);
        }
        untold.values().removeIf(Deque::isEmpty);
        if (told > 0) {
            lastToldNs = nowNs;
        } else if (nowNs - lastToldNs > PATIENCE_NS) {
            givenUp = least;
            lastToldNs = nowNs;
        }
        return told;
    }

    private int tellPart(Deque<Supplier<@Nullable Event>> state, long limit) {
        int told = 0;
        while (told < maxEvents && !state.isEmpty() && events.position() < limit) {
            Event event = state.element().get();
            if (event != null) {
                events.send(event);
                told++;
            }
            state.remove(); // Last: if heap runs short above, the event is sent again.
        }
        return told;
    }

    /** {@return how far the slowest client has read} Clients that were given up or already lapped are left out. */
    private long leastRead(List<ClientEntry> clients) {
        long position = events.position();
        long least = position;
        for (ClientEntry client : clients) {
            long read = client.eventsRead(position);
            if (read > givenUp && read > position - events.capacity()) {
                least = Math.min(least, read);
            }
        }
        return least;
    }
}
