/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.client;

import io.tailrace.RegistrationException;
import io.tailrace.RegistrationException.Reason;
import io.tailrace.control.Command;
import io.tailrace.control.CommandRing;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.Event;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * This client's requests to the driver, and the driver's answers. Threads request registrations and find the answers
 * here; every other event is handled by its subject. After events were lost, or when the driver is a new one, this asks
 * the driver to announce everything again, and lists everything that this client holds or waits for. The driver drops
 * what is not listed; this client drops what is not announced. Used under the conductor's lock.
 */
final class Registrations implements Consumer<Event> {
    private final CommandRing.Sender sender;
    private final ClientPublications publications;
    private final ClientSubscriptions subscriptions;
    private final Map<Long, Command> asked = new HashMap<>();
    private final Map<Long, Event> answers = new HashMap<>();
    private Command.RequestState last = new Command.RequestState(0);
    private int count;
    private boolean stateNeeded;

    Registrations(CommandRing.Sender sender, ClientPublications publications, ClientSubscriptions subscriptions) {
        this.sender = sender;
        this.publications = publications;
        this.subscriptions = subscriptions;
    }

    /** Sends a request to the driver, and to each later driver until the answer is discarded. */
    void ask(long registrationId, Command command) {
        asked.put(registrationId, command);
        sender.send(command);
    }

    /** Keeps an answer for the thread that waits for it. Returns whether a thread does. */
    private boolean answer(long registrationId, Event answer) {
        boolean awaited = asked.containsKey(registrationId);
        if (awaited) {
            answers.put(registrationId, answer);
        }
        return awaited;
    }

    @Nullable
    Event findAnswer(long registrationId) {
        return answers.get(registrationId);
    }

    /** No thread waits for it any more. */
    void forget(long registrationId) {
        asked.remove(registrationId);
        answers.remove(registrationId);
    }

    /** Ends a wait that is interrupted or takes too long. */
    static void checkWait(long startNs, long timeoutNs, String stream, DriverDirectory directory) {
        String driver = "the media driver: stream=" + stream + ", directory=" + directory.path();
        if (Thread.currentThread().isInterrupted()) {
            throw new RegistrationException(Reason.INTERRUPTED, "interrupted while waiting for " + driver);
        }
        if (System.nanoTime() - startNs > timeoutNs) {
            throw new RegistrationException(
                    Reason.TIMED_OUT, "no answer within " + timeoutNs / 1_000_000 + " ms from " + driver);
        }
    }

    /** {@return the exception for a program whose request the driver has refused} */
    static RegistrationException refused(Event.Failed failed) {
        Reason cause =
                switch (failed.code()) {
                    case INVALID -> Reason.INVALID;
                    case LIMIT -> Reason.LIMIT;
                    case STORAGE -> Reason.STORAGE;
                    default -> Reason.INTERNAL;
                };
        return new RegistrationException(cause, failed.reason());
    }

    @Override
    public void accept(Event event) {
        if (event instanceof Event.ImageAvailable available) {
            subscriptions.onImageAvailable(available);
        } else if (event instanceof Event.ImageUnavailable unavailable) {
            subscriptions.onImageUnavailable(unavailable.registrationId(), unavailable.logId());
        } else if (event instanceof Event.PublicationReady ready) {
            if (!answer(ready.registrationId(), ready) && !publications.contains(ready.registrationId())) {
                sender.send(new Command.RemovePublication(ready.registrationId())); // The caller has given up.
            }
            publications.confirm(ready);
        } else if (event instanceof Event.SubscriptionReady ready) {
            subscriptions.onReady(ready.registrationId());
            if (!answer(ready.registrationId(), ready) && !subscriptions.contains(ready.registrationId())) {
                sender.send(new Command.RemoveSubscription(ready.registrationId()));
            }
        } else if (event instanceof Event.Failed failed) {
            subscriptions.forgetUnopened(failed.registrationId());
            if (!answer(failed.registrationId(), failed)) {
                subscriptions.giveUp(failed.registrationId(), failed.reason());
            }
            publications.giveUp(failed.registrationId(), failed.reason());
        } else if (event instanceof Event.StateComplete complete && complete.requestId() == last.requestId()) {
            subscriptions.completeState();
        }
    }

    /** Called when an event of the driver is lost, or the driver holds something that this client does not. */
    void needState() {
        stateNeeded = true;
    }

    boolean isStateNeeded() {
        return stateNeeded;
    }

    /**
     * Asks a driver for everything. An earlier request is void, because its answer may be lost too, unless the driver
     * cannot have read the request yet.
     */
    void askForState(long incarnation) {
        stateNeeded = true; // If this fails half-way, it is repeated.
        subscriptions.beginState();
        // Otherwise the whole answer is still outstanding.
        if (!sender.isWaiting(last) || !last.isMadeTo(incarnation)) {
            last = Command.RequestState.madeTo(incarnation, ++count);
            publications.list().forEach(sender::send);
            subscriptions.list().forEach(sender::send);
            asked.values().forEach(sender::send);
            sender.send(last);
        }
        stateNeeded = false;
    }
}
