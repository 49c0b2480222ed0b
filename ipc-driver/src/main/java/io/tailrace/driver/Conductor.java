/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.control.Command;
import java.util.List;
import java.util.function.Consumer;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;

/**
 * The driver's duty cycle: clients that come, what they ask, what the keeper says, files, clients that die. Each cycle does
 * bounded work; what it decides stands in {@link StreamRegistry}.
 */
final class Conductor implements Agent {
    private static final int MAX_COMMANDS = 16;
    private static final int MAX_NEWS = 256;

    private final NanoClock clock;
    private final ClientRegistry clients;
    private final StreamRegistry streams;
    private final LogFactory factory;
    private final Mailbox news;
    private final OwnFiles ownFiles;
    private final DriverCounters counters;
    private final Consumer<Throwable> errors;

    /**
     * @param news what the keeper tells, to be run here
     * @param errors told why the driver ends by itself
     */
    Conductor(
            NanoClock clock,
            ClientRegistry clients,
            StreamRegistry streams,
            LogFactory factory,
            Mailbox news,
            OwnFiles ownFiles,
            DriverCounters counters,
            Consumer<Throwable> errors) {
        this.clock = clock;
        this.clients = clients;
        this.streams = streams;
        this.factory = factory;
        this.news = news;
        this.ownFiles = ownFiles;
        this.counters = counters;
        this.errors = errors;
    }

    @Override
    public String roleName() {
        return "tailrace-conductor";
    }

    @Override
    public int doWork() {
        long nowNs = clock.nanoTime();
        endWithoutFiles(nowNs);
        int work = clients.findNew(nowNs);
        for (Client client : List.copyOf(clients.clients())) {
            work += receive(client);
        }
        work += news.run(MAX_NEWS);
        work += streams.stateTeller().doWork(nowNs, clients.clients());
        work += factory.doWork(nowNs);
        for (Client client : clients.findDead(nowNs)) {
            streams.removeClient(client, () -> clients.forget(client));
            work++;
        }
        for (long id : clients.findDeadRefused(nowNs)) {
            streams.removeSlots(id, () -> clients.forget(id));
            work++;
        }
        counters.show(nowNs);
        return work > 0 ? PauseIdleStrategy.SOON : 0; // Who asked something often asks the next thing at once.
    }

    private void endWithoutFiles(long nowNs) {
        DirectoryException problem = ownFiles.check(nowNs);
        if (problem != null) {
            errors.accept(problem);
            streams.keeper().end();
            throw OwnFiles.termination();
        }
    }

    private int receive(Client client) {
        if (!client.isHeard()) {
            return 0;
        }
        try {
            int limit = client.isReadingEarlier() ? 1 : MAX_COMMANDS; // One, so that none goes for the other.
            return client.commands().receive(limit, command -> execute(client, command));
        } catch (RuntimeException e) {
            clients.refuse(client, e);
            return 1;
        }
    }

    /** What was asked of an earlier driver is asked of this one again; it may have heard the beginning of that list. */
    private void requestState(Client client, Command.RequestState request) {
        if (request.namesDriver() && !clients.isMadeToThisDriver(request)) {
            return;
        }
        if (request.namesDriver() || !client.isReadingEarlier()) {
            streams.removeUnlisted(client);
        }
        streams.stateTeller().begin(client, request.requestId());
    }

    private void execute(Client client, Command command) {
        if (command instanceof Command.AddPublication add) {
            streams.addPublication(client, add);
        } else if (command instanceof Command.AddSubscription add) {
            streams.addSubscription(client, add);
        } else if (command instanceof Command.RemovePublication remove) {
            streams.removePublication(client, remove.registrationId());
        } else if (command instanceof Command.RemoveSubscription remove) {
            streams.removeSubscription(client, remove.registrationId());
        } else if (command instanceof Command.CloseClient) {
            client.leave();
        } else if (command instanceof Command.RequestState request) {
            requestState(client, request);
        }
    }
}
