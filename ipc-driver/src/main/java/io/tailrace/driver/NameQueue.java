/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.codecs.FailureCode;
import io.tailrace.control.Command;
import io.tailrace.control.Vacancy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * Subscriptions whose name somebody holds. Each waits for a moment: its holder may be dead, which is to be proven, or
 * has closed it, which is to be read. If the holder lives the subscription is refused. Conductor only.
 */
final class NameQueue {
    private static final long PATIENCE_NS = 500_000_000;

    private record Waiting(Client client, Command.AddSubscription command, long sinceNs) {
        long registrationId() {
            return command.registrationId();
        }
    }

    private final StreamIndex index;
    private final VacantNames names;
    private final EndedLogs ended;
    private final NanoClock clock;
    private final List<Waiting> waiting = new ArrayList<>();

    NameQueue(StreamIndex index, VacantNames names, EndedLogs ended, NanoClock clock) {
        this.index = index;
        this.names = names;
        this.ended = ended;
        this.clock = clock;
    }

    VacantNames names() {
        return names;
    }

    EndedLogs ended() {
        return ended;
    }

    /** {@return a new subscription, with the places of its name; null if it waits for that, or has been refused} */
    @Nullable
    SubscriptionEntry admit(Client client, Command.AddSubscription command, StreamRegistry streams) {
        if (waits(client, command)) {
            return null;
        }
        Vacancy predecessor = names.find(command.key());
        String refusal = predecessor == null ? ended.refusePosition(command) : VacantNames.refuse(predecessor, command);
        if (refusal != null) {
            streams.fail(client, command.registrationId(), FailureCode.INVALID, refusal);
            return null;
        }
        return new SubscriptionEntry(client, command, predecessor);
    }

    private boolean waits(Client client, Command.AddSubscription command) {
        if (waiting.stream().anyMatch(other -> other.registrationId() == command.registrationId())) {
            return true; // Its client lists it, and knows no answer yet.
        }
        if (index.findHolder(command.key()) == null) {
            return false;
        }
        waiting.add(new Waiting(client, command, clock.nanoTime()));
        return true;
    }

    /** Who asked is gone, or does not want it any more. */
    void forget(Client client, Predicate<Command.AddSubscription> condition) {
        waiting.removeIf(request -> request.client() == client && condition.test(request.command()));
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    private static String refuse(SubscriptionEntry holder) {
        return "the name is held: stream=" + holder.stream() + ", name="
                + holder.command().name().text() + ", subscription=" + holder.registrationId() + ", pid="
                + holder.client().pid() + ". Close that subscription first, or choose another name";
    }

    /** Behind the burial of the dead: gives up what nobody wants, and decides who gets a name. Returns how many. */
    int doWork(long nowNs, StreamRegistry streams) {
        int decided = names.giveUpDue(nowNs);
        for (Waiting request : List.copyOf(waiting)) {
            SubscriptionEntry holder = index.findHolder(request.command().key());
            if (holder == null) {
                waiting.remove(request);
                streams.addSubscription(request.client(), request.command());
                decided++;
            } else if (nowNs - request.sinceNs() > PATIENCE_NS) {
                waiting.remove(request);
                streams.fail(request.client(), request.registrationId(), FailureCode.INVALID, refuse(holder));
                decided++;
            } else {
                holder.client().suspect();
            }
        }
        return decided;
    }
}
