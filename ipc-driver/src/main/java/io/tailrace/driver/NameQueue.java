/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.codecs.FailureCode;
import io.tailrace.control.Command;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.agrona.concurrent.NanoClock;

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
    private final NanoClock clock;
    private final List<Waiting> waiting = new ArrayList<>();

    NameQueue(StreamIndex index, NanoClock clock) {
        this.index = index;
        this.clock = clock;
    }

    /** Lets a subscription wait if another one holds its name. Returns whether it waits. */
    boolean waits(Client client, Command.AddSubscription command) {
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

    /** Behind the burial of the dead. Returns how many have waited long enough. */
    int doWork(long nowNs, StreamRegistry streams) {
        int decided = 0;
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
