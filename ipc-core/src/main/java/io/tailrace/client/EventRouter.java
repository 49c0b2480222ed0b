/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.client;

import io.tailrace.control.Command;
import io.tailrace.control.CommandRing;
import io.tailrace.control.Event;
import io.tailrace.file.Mappings;
import java.util.function.Consumer;

/** Has each event of the driver done by what it is about. Under the conductor's lock. */
record EventRouter(
        CommandRing.Sender sender,
        ClientPublications publications,
        ClientSubscriptions subscriptions,
        Registrations registrations,
        StateRequests state)
        implements Consumer<Event> {
    @Override
    public void accept(Event event) {
        if (event instanceof Event.ImageAvailable available) {
            subscriptions.onImageAvailable(available);
        } else if (event instanceof Event.ImageUnavailable unavailable) {
            subscriptions.onImageUnavailable(unavailable.registrationId(), unavailable.logId());
        } else if (event instanceof Event.PublicationReady ready) {
            if (!registrations.answer(ready.registrationId(), ready)
                    && !publications.contains(ready.registrationId())) {
                sender.send(new Command.RemovePublication(ready.registrationId())); // Its caller has given up.
            }
            publications.confirm(ready);
        } else if (event instanceof Event.SubscriptionReady ready) {
            subscriptions.onReady(ready.registrationId());
            if (!registrations.answer(ready.registrationId(), ready)
                    && !subscriptions.contains(ready.registrationId())) {
                sender.send(new Command.RemoveSubscription(ready.registrationId()));
            }
        } else if (event instanceof Event.Failed failed) {
            subscriptions.forgetUnopened(failed.registrationId());
            if (!registrations.answer(failed.registrationId(), failed)) {
                subscriptions.giveUp(failed.registrationId(), failed.reason());
            }
            publications.giveUp(failed.registrationId(), failed.reason());
        } else if (event instanceof Event.StateComplete complete) {
            state.onComplete(complete.requestId());
        } else if (event instanceof Event.SpaceWanted) {
            Mappings.collect();
        }
    }
}
