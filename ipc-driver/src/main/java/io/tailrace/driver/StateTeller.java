/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.control.Event;
import io.tailrace.control.EventBroadcast;
import io.tailrace.driver.SubscriptionEntry.ImageEntry;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells clients that ask for it everything that they hold, no faster than they read: the events have room for some thousands of
 * images, and a client may hold more of them, and all ask at once when a driver has come. A client that was lapped by what it had
 * asked for would ask again, for ever. Conductor only.
 */
final class StateTeller {
    private static final int MAX_EVENTS = 256;
    /** How long all wait for one that does not read. It may be stopped, and asks for everything again when it goes on. */
    private static final long PATIENCE_NS = 1_000_000_000;

    private final EventBroadcast.Sender events;
    private final int maxEvents;
    /** So far the events may be ahead of whoever reads them; the other half of them is for what happens meanwhile. */
    private final long window;
    /** What is to be told to each client, in order. Something may have gone by the time that its turn comes. */
    private final Map<Client, Deque<Supplier<@Nullable Event>>> untold = new HashMap<>();

    private long lastToldNs;
    /** Nobody waits for those who have read no further. */
    private long givenUp;

    StateTeller(EventBroadcast.Sender events) {
        this(events, MAX_EVENTS);
    }

    /**
     * Makes it.
     *
     * @param maxEvents so many go to a client in each cycle
     */
    StateTeller(EventBroadcast.Sender events, int maxEvents) {
        this.events = events;
        this.maxEvents = maxEvents;
        this.window = events.capacity() / 2;
    }

    /** {@return where everything else is sent that clients are told} */
    EventBroadcast.Sender events() {
        return events;
    }

    /** A client wants to be told everything, and then that this was all of it. What it wanted before, it wants no more. */
    void begin(Client client, long requestId) {
        Deque<Supplier<@Nullable Event>> state = new ArrayDeque<>();
        client.publications().values().forEach(publication -> state.add(() -> tell(publication)));
        for (SubscriptionEntry subscription : client.subscriptions().values()) {
            for (ImageEntry image : subscription.images().values()) {
                state.add(() -> tell(subscription, image));
            }
            if (subscription.isReady()) {
                state.add(() -> new Event.SubscriptionReady(client.id(), subscription.registrationId()));
            }
        }
        state.add(() -> new Event.StateComplete(client.id(), requestId));
        untold.put(client, state);
    }

    private static @Nullable Event tell(PublicationEntry publication) {
        Client client = publication.client();
        long id = publication.registrationId();
        boolean held = client.publications().get(id) == publication && publication.slot() != PublicationEntry.NO_SLOT;
        return held
                ? new Event.PublicationReady(client.id(), id, publication.log().id(), publication.slot())
                : null;
    }

    private static @Nullable Event tell(SubscriptionEntry subscription, ImageEntry image) {
        Client client = subscription.client();
        long id = subscription.registrationId();
        boolean held = client.subscriptions().get(id) == subscription
                && subscription.images().containsKey(image.log().id());
        return held
                ? new Event.ImageAvailable(client.id(), id, image.log().id(), image.slot(), image.joinPosition())
                : null;
    }

    /** Sends what says that all before it was told, and so must not overtake the state that is still being told. */
    void sendBehindState(Client client, Event event) {
        Deque<Supplier<@Nullable Event>> state = untold.get(client);
        if (state == null) {
            events.send(event);
        } else {
            state.add(() -> event);
        }
    }

    /** It has gone. */
    void forget(Client client) {
        untold.remove(client);
    }

    /** Tells each client that has asked a part, as far as nobody who reads is lapped. Returns how many events. */
    int doWork(long nowNs, List<Client> clients) {
        if (untold.isEmpty()) {
            lastToldNs = nowNs;
            return 0;
        }
        long least = leastRead(clients);
        int told = 0;
        for (Map.Entry<Client, Deque<Supplier<@Nullable Event>>> entry : untold.entrySet()) {
            // However slow it is, its own state must not lap it; the others wait for it only for a while.
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
            state.remove(); // Last: what found no heap is told again.
        }
        return told;
    }

    /** {@return how far all have read that read at all; who was lapped already has nothing more to lose} */
    private long leastRead(List<Client> clients) {
        long position = events.position();
        long least = position;
        for (Client client : clients) {
            long read = client.eventsRead(position);
            if (read > givenUp && read > position - events.capacity()) {
                least = Math.min(least, read);
            }
        }
        return least;
    }
}
