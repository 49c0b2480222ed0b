/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver.streams;

import io.tailrace.codecs.FailureCode;
import io.tailrace.control.Command;
import io.tailrace.control.Event;
import io.tailrace.control.EventBroadcast;
import io.tailrace.control.Vacancy;
import io.tailrace.file.Ownership;
import java.io.IOException;
import java.util.List;

/**
 * What a person wants done about subscribers of others that hold publishers back. Only the driver's own user and root
 * may: a member of the group could damage the logs anyhow, but shall not take messages from a colleague by a slip.
 * Conductor only.
 *
 * <p>Each may be asked for again, after a driver died or heap ran short; what is done already stays so, and the answer
 * is the same.
 */
public record Interventions(StreamIndex index, Names names, KeeperProxy keeper, EventBroadcast.Sender events) {
    /** Does what the end of its lease does to a vacant name. */
    public void release(Client client, Command.Release command) {
        Vacancy.Key key = new Vacancy.Key(command.stream(), command.name());
        SubscriptionEntry holder = index.findHolder(key);
        Vacancy vacancy = names.find(key);
        if (!isAllowed(client)) {
            refuse(client, command.registrationId(), FailureCode.INVALID, ONLY_OWN);
        } else if (holder != null) {
            String who = "client " + holder.client().id() + " (pid " + holder.client().pid() + ")";
            String problem = "the name is held by " + who + ": stream=" + key.stream() + ", name=" + key.name();
            refuse(client, command.registrationId(), FailureCode.LIMIT, problem + ". Only a vacant name is released");
        } else {
            if (vacancy != null) {
                names.giveUp(vacancy);
            }
            confirm(client, command.registrationId());
        }
    }

    /** Has the keeper evict all subscribers of a client that gate on a stream. */
    public void evict(Client client, Command.Evict command) {
        if (!isAllowed(client)) {
            refuse(client, command.registrationId(), FailureCode.INVALID, ONLY_OWN);
            return;
        }
        for (SubscriptionEntry subscription : List.copyOf(index.subscriptionsOf(command.stream()))) {
            if (subscription.client().id() == command.evictedId()) {
                keeper.evict(index.logsOf(command.stream()), subscription.registrationId());
            }
        }
        confirm(client, command.registrationId());
    }

    private static final String ONLY_OWN =
            "not allowed: only the driver's own user and root release names and evict subscribers";

    private static boolean isAllowed(Client client) {
        try {
            Ownership owner = Ownership.of(client.directory());
            return owner.isOwn() || owner.isRoots();
        } catch (IOException e) {
            return false;
        }
    }

    private void refuse(Client client, long registrationId, FailureCode code, String problem) {
        events.send(new Event.Failed(client.id(), registrationId, code, problem));
    }

    /** Behind what the keeper does for it. */
    private void confirm(Client client, long registrationId) {
        keeper.afterAnswers(() -> events.send(new Event.Done(client.id(), registrationId)));
    }
}
