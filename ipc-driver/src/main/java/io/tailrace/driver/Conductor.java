/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.control.Command;
import io.tailrace.control.ControlFile;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.EventBroadcast;
import io.tailrace.control.SubscriptionFiles;
import io.tailrace.control.VacancyFiles;
import io.tailrace.driver.streams.Admission;
import io.tailrace.driver.streams.ClientEntry;
import io.tailrace.driver.streams.ClientRegistry;
import io.tailrace.driver.streams.LogFactory;
import io.tailrace.driver.streams.LogKeeper;
import io.tailrace.driver.streams.LogRemoval;
import io.tailrace.driver.streams.Names;
import io.tailrace.driver.streams.RetainedLogs;
import io.tailrace.driver.streams.StateTeller;
import io.tailrace.driver.streams.StreamIndex;
import io.tailrace.driver.streams.StreamRegistry;
import io.tailrace.events.Events;
import io.tailrace.file.MappingLimit;
import io.tailrace.internal.PendingFault;
import io.tailrace.liveness.Heartbeat.LifeWatch;
import io.tailrace.report.EventLog;
import io.tailrace.sleep.AgentIdle;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.agrona.concurrent.AgentTerminationException;
import org.agrona.concurrent.NanoClock;

/**
 * The driver's duty cycle: it admits new clients, executes their commands, keeps the logs, makes and deletes files, and
 * finds dead clients. Each cycle does bounded work. {@link StreamRegistry} makes the decisions. One thread at a time
 * runs it, and all of the driver's state is that thread's.
 */
final class Conductor {
    private static final int MAX_COMMANDS = 16;

    /** How the thread that runs the cycles rests; see {@link AgentIdle}. */
    interface Rest {
        /** Any thread: there is work. */
        void wake();

        /** {@return whether a change is expected that no process signals} For the thread itself. */
        boolean isAlert();

        /** The thread itself waits for such a change, and checks often for a second. */
        void stayAlert();
    }

    /** A part of a cycle. When one part fails, the others still run. */
    private interface Part {
        int run(long nowNs);
    }

    private final NanoClock clock;
    private final Rest rest;
    private final ClientRegistry clients;
    private final LogKeeper keeper;
    private final LogFactory factory;
    private final StateTeller stateTeller;
    private final Names names;
    private final StreamRegistry streams;
    private final DriverFilesCheck filesCheck;
    private final Consumer<Throwable> errors;
    private final List<Part> parts;

    /**
     * Puts a driver together, and adopts what the previous driver left in the directory.
     *
     * @param config the term length of new logs, how long ended ones stay, and the limits
     * @param control this driver's control file
     * @param wakers wake the threads that the driver signals
     * @param rest how the thread that runs the cycles rests
     * @param errors also receives the reason when the driver ends by itself
     */
    Conductor(
            DriverConfig config,
            DirectoryHold hold,
            ControlFile control,
            NanoClock clock,
            DriverWakers wakers,
            StateTeller stateTeller,
            Rest rest,
            ErrorReporter errors)
            throws IOException {
        this.clock = clock;
        this.rest = rest;
        this.errors = errors;
        this.stateTeller = stateTeller;
        DriverDirectory directory = hold.directory();
        EventLog history = hold.history();
        history.reportTo(errors);
        MappingLimit.ofProcess().listen(Events::collectionForced);
        EventBroadcast.Sender events = stateTeller.events();
        clients = new ClientRegistry(directory, control, history, events, wakers::forget, errors, clock.nanoTime());
        Retention retention = config.retention();
        RetainedLogs retained = new RetainedLogs(
                directory,
                retention.time().toNanos(),
                retention.bytes(),
                new LogRemoval(directory, clients, errors),
                clock,
                errors);
        StreamIndex index = new StreamIndex(PreviousDriver.lastLogId(directory));
        Limits limits = config.limits();
        Admission admission = new Admission(
                config.termLength(),
                limits.perClient(),
                limits.logs(),
                limits.logBytes(),
                index,
                retained,
                MappingLimit.ofProcess());
        keeper = new LogKeeper(rest::stayAlert, index, retained, events, history, errors, clock);
        factory = new LogFactory(directory, hold.access(), admission, wakers, keeper::onUnblocked, errors);
        names = new Names(new VacancyFiles(directory), index, keeper, history, clock, errors);
        streams = new StreamRegistry(admission, index, factory, stateTeller, keeper, names, clock, errors);
        clients.findNew(clock.nanoTime());
        new Adoption(directory, index, keeper, names, clients.clients(), clients.living(), errors)
                .run(factory, new SubscriptionFiles());
        admission.reportExcess(clients.clients(), errors);
        filesCheck = new DriverFilesCheck(hold, control, clock.nanoTime());
        parts = parts(new DriverCounters(control, clients, index, names, retained, keeper, errors));
    }

    private List<Part> parts(DriverCounters counters) {
        return List.of(
                clients::findNew,
                this::receive,
                nowNs -> keeper.retryJoins(),
                nowNs -> stateTeller.doWork(nowNs, clients.clients()),
                factory::doWork,
                this::stayAlert,
                this::bury,
                names::giveUpDue,
                nowNs -> {
                    counters.show(nowNs);
                    return 0;
                });
    }

    ClientRegistry clients() {
        return clients;
    }

    Names names() {
        return names;
    }

    LogKeeper keeper() {
        return keeper;
    }

    DriverFilesCheck filesCheck() {
        return filesCheck;
    }

    /**
     * Runs one cycle.
     *
     * @param look whether the thread is about to sleep, so that nothing may be skipped
     * @return the work done, as {@link AgentIdle} counts it
     * @throws AgentTerminationException if the driver has lost its files and is to end
     */
    int doWork(boolean look) {
        long nowNs = clock.nanoTime();
        endWithoutFiles(nowNs);
        int work = 0;
        for (int i = 0; i < parts.size(); i++) {
            work += run(parts.get(i), nowNs);
        }
        int kept = run(now -> keeper.visit(now, look), nowNs);
        return kept + (work > 0 ? AgentIdle.SOON : 0); // A client that has asked once often asks again at once.
    }

    /** No signal arrives when a client has read or let go, or when there is space again. */
    private int stayAlert(long nowNs) {
        if (stateTeller.isTelling() || factory.isAwaited(nowNs)) {
            rest.stayAlert();
        }
        return 0;
    }

    private void endWithoutFiles(long nowNs) {
        DirectoryException problem = filesCheck.check(nowNs);
        if (problem != null) {
            errors.accept(problem);
            throw new AgentTerminationException("the driver's files were removed", true);
        }
    }

    private int run(Part part, long nowNs) {
        try {
            int work = part.run(nowNs);
            PendingFault.raise(); // Thrown here rather than in the next part, inside one of the JDK's locks.
            return work;
        } catch (Throwable e) {
            fail(e);
            return 0;
        }
    }

    /**
     * Reports a failure. An InternalError means that another process has truncated a file. If the file is a log's, the
     * log is released; if it is a client's ring, that client is refused; if it is the control file, the driver ends.
     */
    private void fail(Throwable cause) {
        try {
            boolean told = false;
            if (cause instanceof InternalError fault) {
                PendingFault.drop(); // Else the next part would throw it.
                told = keeper.releaseTruncated(fault) > 0;
                told |= clients.refuseTruncated() > 0;
                told |= filesCheck.suspect();
            }
            if (!told) {
                errors.accept(cause);
            }
        } catch (Throwable e) {
            errors.accept(e);
        }
    }

    private int receive(long nowNs) {
        int work = 0;
        List<ClientEntry> all = clients.clients();
        for (int i = 0; i < all.size(); i++) {
            work += receive(all.get(i));
        }
        return work;
    }

    private int receive(ClientEntry client) {
        if (!client.isHeard()) {
            return 0;
        }
        try {
            int received = client.commands().receive(MAX_COMMANDS, command -> tryToExecute(client, command));
            PendingFault.raise(); // The fault of a truncated ring is thrown while its client is known.
            return received;
        } catch (RuntimeException e) {
            clients.refuse(client, e);
            return 1;
        } catch (Throwable e) {
            fail(e);
            return 0;
        }
    }

    /**
     * Executes a command. If heap or stack runs short, the command stays in the ring. If it fails for another reason,
     * the client gets the failure as its answer.
     */
    private void tryToExecute(ClientEntry client, Command command) {
        try {
            execute(client, command);
        } catch (OutOfMemoryError | StackOverflowError | InternalError e) {
            throw e;
        } catch (Throwable e) {
            streams.refuse(client, requested(command), "the driver failed", e);
        }
    }

    /** {@return the registration that a client waits for, or 0} */
    private static long requested(Command command) {
        if (command instanceof Command.AddPublication add) {
            return add.registrationId();
        }
        return command instanceof Command.AddSubscription add ? add.registrationId() : 0;
    }

    private int bury(long nowNs) {
        long silenceNs = rest.isAlert() ? LifeWatch.SHORT_SILENCE_NS : LifeWatch.LONG_SILENCE_NS;
        return clients.findDead(nowNs, silenceNs, streams::removeClient)
                + clients.findDeadRefused(nowNs, keeper::clientDied);
    }

    private void execute(ClientEntry client, Command command) {
        if (command instanceof Command.AddPublication add) {
            streams.addPublication(client, add);
        } else if (command instanceof Command.AddSubscription add) {
            streams.addSubscription(client, add);
        } else if (command instanceof Command.RemovePublication remove) {
            streams.remove(client, remove.registrationId());
        } else if (command instanceof Command.RemoveSubscription remove) {
            streams.remove(client, remove.registrationId());
        } else if (command instanceof Command.CloseClient) {
            client.leave();
        } else if (command instanceof Command.RequestState request && clients.isMadeToThisDriver(request)) {
            // An earlier driver may have read the beginning of the client's list: the client asks this driver again.
            streams.tellState(client, request.requestId());
        }
    }
}
