/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.client;

import io.tailrace.RegistrationException;
import io.tailrace.SubscriptionConfig;
import io.tailrace.TailraceConfig;
import io.tailrace.TailraceException;
import io.tailrace.WaitPolicy;
import io.tailrace.control.ClientFiles;
import io.tailrace.control.Command;
import io.tailrace.control.CommandRing;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.Event;
import io.tailrace.control.EventBroadcast;
import io.tailrace.control.MessageCodec.MalformedMessageException;
import io.tailrace.events.Events;
import io.tailrace.file.FileAccess;
import io.tailrace.file.FileFormatException;
import io.tailrace.file.MappingLimit;
import io.tailrace.internal.ErrorText;
import io.tailrace.internal.PendingFault;
import io.tailrace.log.Waker;
import io.tailrace.report.ReportFile;
import io.tailrace.sleep.AgentIdle;
import io.tailrace.sleep.ClientSleepers;
import io.tailrace.sleep.ClientWakers;
import io.tailrace.stream.LogPublication;
import io.tailrace.stream.MessageWaitSet;
import io.tailrace.stream.Replay;
import io.tailrace.stream.StreamSubscription;
import io.tailrace.wait.Durations;
import io.tailrace.wait.Waits;
import io.tailrace.wait.Waits.SleepCounts;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The client's duty cycle: processes the driver's events, answers its questions for every publication, gives back
 * closed resources, and watches the driver. Its own thread runs cycles, and so does a call that waits for an answer,
 * under one lock.
 */
final class ClientConductor {
    private static final int MAX_EVENTS = 256;
    private static final long LEAST_REST_NS = 1_000_000;
    private static final long LEAST_PARK_NS = 50_000;
    private static final long LONGEST_PARK_NS = 5_000_000;
    /** A thread that waits for an answer cycles far more often than the publications, perhaps many, need. */
    private static final int CYCLES_TO_MAINTENANCE = 64;

    private final ReentrantLock lock = new ReentrantLock();
    private final TailraceConfig config;
    private final UserHandlers handlers;
    private final CommandRing.Sender sender;
    private final DriverWatch driverWatch;
    private final ClosingQueue closings;
    private final ClientFiles files;
    private final LogOpener opener;
    private final ClientPublications publications;
    private final ClientSubscriptions subscriptions;
    private final ClientCounters counters;
    private final Waits waits;
    private final Registrations registrations;
    private Connection connection;
    private EventBroadcast.Receiver receiver;
    private long incarnation;
    private boolean deaf;
    private boolean mute;
    private boolean toldFault;
    private int cyclesAwaiting;
    private volatile boolean patient = true;
    private boolean closed;
    private boolean disconnected;

    /** @param embedding run while the driver is lost, to embed a new one; null if this client does not */
    ClientConductor(TailraceConfig config, Connection connection, @Nullable Runnable embedding) {
        this.config = config;
        this.connection = connection;
        this.handlers = new UserHandlers(config.errorHandler());
        this.counters = new ClientCounters(() -> connection.createReport(ReportFile.COUNTERS), handlers);
        this.waits = newWaits(new SleepCounts(source -> counters.add("waits", source)));
        this.closings = new ClosingQueue(handlers, waits.rest()::wake);
        Waker driver = waits.wakers().of(Waker.DRIVER, Waker.CONDUCTOR);
        this.files = connection.files();
        this.sender = new CommandRing.Sender(files.ring(), driver);
        this.receiver = new EventBroadcast.Receiver(connection.control().events());
        this.incarnation = connection.control().incarnation();
        this.driverWatch = new DriverWatch(connection, config, handlers, lock, embedding);
        this.opener = new LogOpener(connection.directory(), connection.trust(), MappingLimit.ofProcess());
        this.publications = new ClientPublications(opener, closings, handlers, waits, driverWatch::isAlive);
        this.subscriptions = new ClientSubscriptions(opener, closings, handlers, counters, waits);
        this.registrations = new Registrations(sender, publications, subscriptions);
    }

    /** {@return the collaborators of this client's waiting threads} */
    private Waits newWaits(SleepCounts counts) {
        DriverDirectory directory = connection.directory();
        long id = connection.clientId();
        ClientSleepers sleepers = new ClientSleepers(
                directory.client(id), () -> FileAccess.of(directory.path()), id, config.errorHandler());
        ClientWakers wakers = new ClientWakers(directory::client, directory.wakes(), handlers::leave);
        wakers.joinDriver(connection.control().sleeper());
        sleepers.chooseBy(connection.control().relays());
        AgentIdle rest = new AgentIdle(LEAST_REST_NS, sleepers::takeConductor);
        boolean worksAlone = config.threading() == TailraceConfig.Threading.OWN_THREAD
                && config.driverInvoker() == TailraceConfig.DEFAULT.driverInvoker();
        return new Waits(
                sleepers, wakers, rest, counts, worksAlone, lock::isHeldByCurrentThread, this::workWhileWaiting);
    }

    /** One cycle. Returns 0 if there was nothing to do. */
    int doWork() {
        if (lock.isHeldByCurrentThread() || !lock.tryLock()) {
            return 0; // A cycle is running: in a thread that waits for an answer, or below this call of a handler.
        }
        int work;
        boolean orphaned;
        try {
            work = disconnected ? 0 : cycle() + guarded(publications::maintain);
            orphaned = !closed && !driverWatch.isAlive();
            patient = closings.isEmpty() && driverWatch.isAlive();
        } finally {
            lock.unlock();
        }
        if (orphaned) {
            driverWatch.embedNext();
        }
        return work;
    }

    private int cycle() {
        long nowNs = System.nanoTime();
        int work = guarded(() -> beat(nowNs) + sender.flush());
        guarded(() -> Events.watchHandlers() + counters.copy(nowNs) + handlers.reportLeft());
        guarded(() ->
                driverWatch.isUsable() ? waits.chooseBy(connection.control().relays()) : waits.leaveDriver());
        waits.wakers().giveUpTruncated(nowNs);
        work += guarded(this::takeEvents);
        work += guarded(() -> subscriptions.lookAtImages(nowNs) + giveBack());
        guarded(this::noteLetGo);
        return work + guarded(() -> watchDriver(nowNs));
    }

    /**
     * Runs a piece of the cycle. Its exception is reported, and does not affect the other pieces. If it is the fault of
     * a truncated file, the file is searched for, and is not used any more.
     *
     * @return the work done; 0 if it failed
     */
    private int guarded(IntSupplier piece) {
        try {
            int work = piece.getAsInt();
            PendingFault.raise(); // Raised here, and not in the next piece.
            return work;
        } catch (InternalError e) {
            onFault(e);
        } catch (Throwable e) {
            handlers.report(e);
        }
        return 0;
    }

    private void onFault(InternalError fault) {
        try {
            PendingFault.drop(); // Otherwise the next piece would throw it.
            boolean found = publications.giveUpTruncated();
            found |= muteTruncated();
            found |= driverWatch.giveUpTruncated();
            if (!found && !toldFault) {
                toldFault = true; // It may recur in each cycle.
                handlers.report(fault);
            }
        } catch (Throwable e) {
            handlers.report(e);
        }
    }

    private boolean muteTruncated() {
        FileFormatException truncation = mute ? null : files.findTruncation();
        if (truncation != null) {
            mute = true;
            sender.mute();
            handlers.report(new TailraceException(
                    "this client can ask nothing of the driver any more: " + truncation.getMessage()
                            + ". Close it and connect again",
                    truncation));
        }
        return truncation != null;
    }

    /** Shows the driver that this client works, by its lock and by its heartbeat. Returns 0: this is not work. */
    private int beat(long nowNs) {
        if (!mute) {
            files.beat(nowNs);
        }
        try {
            files.renewLock(nowNs);
        } catch (IOException e) {
            handlers.report(e);
        }
        return 0;
    }

    /** Shows the driver how far this client has read the events. */
    private void noteEventsRead() {
        if (!mute) {
            files.noteEventsRead(receiver.position());
        }
    }

    /** Shows the driver that logs which it has taken away may be truncated. Returns 0: this is not work. */
    private int noteLetGo() {
        if (!mute) {
            files.noteLetGo(incarnation, closings.letGo());
        }
        return 0;
    }

    private int takeEvents() {
        if (driverWatch.isGivenUp()) {
            return 0;
        }
        int events = receive();
        if (receiver.wasLapped()) {
            registrations.needState();
        }
        if (registrations.isStateNeeded()) { // Before any other event is processed: earlier requests are void.
            registrations.askForState(incarnation);
        } else if (events < MAX_EVENTS) {
            subscriptions.allEventsAreRead(driverWatch);
        }
        return events;
    }

    /** Ignores a driver that writes invalid events, until the next driver starts; all other work continues. */
    private int receive() {
        if (deaf) {
            return 0;
        }
        try {
            int events = receiver.receive(connection.clientId(), MAX_EVENTS, registrations);
            noteEventsRead();
            return events;
        } catch (MalformedMessageException e) {
            deaf = true;
            handlers.report(e);
            return 0;
        } catch (Throwable e) {
            registrations.needState(); // This event is lost.
            throw e;
        }
    }

    /** While the driver has to tell what it holds, events do not count: an image that it does not tell is gone. */
    private int giveBack() {
        boolean knowsAll = !registrations.isStateNeeded() && !subscriptions.awaitsState();
        return closings.doWork(sender, knowsAll ? Math.max(receiver.position(), 1) : 0);
    }

    private int watchDriver(long nowNs) {
        if (driverWatch.hasJustDied(nowNs)) {
            return 1;
        }
        try {
            Connection next = driverWatch.findNext(nowNs);
            if (next != null) {
                connection = next;
                receiver = new EventBroadcast.Receiver(next.control().events());
                incarnation = next.control().incarnation();
                closings.beginEvents();
                registrations.needState(); // Until it is asked for, even if something fails before that.
                waits.wakers().joinDriver(next.control().sleeper());
                noteEventsRead(); // Before the driver receives the request.
                deaf = false;
                registrations.askForState(incarnation);
                driverWatch.back(next, nowNs);
                return 1;
            }
        } catch (IOException e) {
            handlers.report(e);
        }
        return 0;
    }

    /** Called while a call of the program waits: runs a driver or a conductor without a thread of its own. */
    private void workWhileWaiting() {
        config.driverInvoker().run();
        if (config.threading() == TailraceConfig.Threading.INVOKER && !isInHandler()) {
            doWork();
        }
    }

    LogPublication addPublication(ClientPublications.Wish wish) {
        return add(() -> {
            long id = prepare(wish.stream());
            Event answer = await(id, wish.command(id), wish.stream());
            try {
                return publications.add(wish, (Event.PublicationReady) answer);
            } catch (TailraceException e) {
                sender.send(new Command.RemovePublication(id)); // Its log cannot be opened here.
                throw e;
            }
        });
    }

    StreamSubscription addSubscription(String stream, SubscriptionConfig subscriptionConfig, boolean inTurns) {
        return add(() -> {
            if (subscriptionConfig.readsHistory()) {
                return addSubscription(
                        stream, subscriptionConfig, inTurns, opener.requireReplay(stream, subscriptionConfig));
            }
            try {
                return addSubscription(stream, subscriptionConfig, inTurns, null);
            } catch (RegistrationException e) {
                Replay replay = opener.findReplay(stream, subscriptionConfig, e);
                return addSubscription(stream, subscriptionConfig, inTurns, replay);
            }
        });
    }

    private StreamSubscription addSubscription(
            String stream, SubscriptionConfig config, boolean inTurns, @Nullable Replay replay) {
        long id = prepare(stream);
        StreamSubscription subscription = subscriptions.add(stream, id, config, inTurns, replay);
        try {
            await(id, ClientSubscriptions.command(subscription), stream);
            return subscription;
        } catch (Throwable e) {
            subscriptions.remove(id);
            throw e;
        }
    }

    private <T> T add(Supplier<T> adding) {
        lock.lock();
        try {
            return adding.get();
        } catch (Error e) {
            registrations.needState(); // The driver may hold a registration that this client does not.
            throw e;
        } finally {
            lock.unlock();
            waits.rest().wake(); // Meanwhile an event found the conductor awake, with this thread in its place.
        }
    }

    MessageWaitSet addWaitSet(WaitPolicy policy) {
        return locked(() -> {
            requireOpen();
            return subscriptions.addWaitSet(policy);
        });
    }

    private <T> T locked(Supplier<T> action) {
        lock.lock();
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException(
                    "the client is closed: directory=" + connection.directory().path());
        }
    }

    private long prepare(String stream) {
        requireOpen();
        if (handlers.isInside()) {
            throw new IllegalStateException(
                    "called from inside an image handler or a source of counters, which must not add anything");
        }
        driverWatch.awaitDriver(System.nanoTime(), Durations.toNanos(config.registrationTimeout()), this::workForCall);
        if (mute) {
            throw new TailraceException("nothing can be added: this client's files were truncated. Close it and connect"
                    + " again: clientId=" + files.clientId());
        }
        opener.requireRoom(stream);
        // Closed resources are returned first, so that they do not count when this is added.
        guarded(this::giveBack);
        try {
            return connection.control().nextId();
        } catch (IOException e) {
            throw new TailraceException("nothing can be added: " + ErrorText.of(e), e);
        }
    }

    private Event await(long registrationId, Command command, String stream) {
        try {
            registrations.ask(registrationId, command);
            Event answer = awaitAnswer(registrationId, stream);
            if (answer instanceof Event.Failed failed) {
                throw Registrations.refused(failed);
            }
            return answer;
        } finally {
            registrations.forget(registrationId);
        }
    }

    private Event awaitAnswer(long registrationId, String stream) {
        long startNs = System.nanoTime();
        long timeoutNs = Durations.toNanos(config.registrationTimeout());
        while (true) {
            int work = workForCall();
            work += ++cyclesAwaiting % CYCLES_TO_MAINTENANCE == 0 ? guarded(publications::maintain) : 0;
            Event answer = registrations.findAnswer(registrationId);
            if (answer != null) {
                return answer;
            }
            driverWatch.awaitDriver(startNs, timeoutNs, this::workForCall);
            Registrations.checkWait(startNs, timeoutNs, stream, connection.directory());
            if (work == 0) {
                // An eighth of the wait so far: many threads that check often would leave the driver no processor.
                long waitedNs = System.nanoTime() - startNs;
                LockSupport.parkNanos(Math.min(Math.max(waitedNs / 8, LEAST_PARK_NS), LONGEST_PARK_NS));
            }
        }
    }

    /** The pause of a call that waits for the driver. */
    private int workForCall() {
        requireOpen();
        config.driverInvoker().run();
        return cycle();
    }

    ClientCounters counters() {
        return counters;
    }

    SleepCounts sleepCounts() {
        return waits.counts();
    }

    /** From now on nothing is added, and everything is being closed. */
    void closeAll() {
        lock.lock();
        try {
            closed = true;
            publications.closeAll();
            subscriptions.closeAll();
        } finally {
            lock.unlock();
        }
    }

    /** {@return whether it waits only for events that wake it: neither for a poll to end nor for a driver to start} */
    boolean isPatient() {
        return patient;
    }

    AgentIdle rest() {
        return waits.rest();
    }

    /** {@return whether no closed resource is in use any more and the driver was notified} */
    boolean isQuiet() {
        return locked(
                () -> closings.isEmpty() && publications.isEmpty() && subscriptions.isEmpty() && sender.flush() == 0);
    }

    /** Notifies the driver that this client leaves, and releases its lock. */
    void disconnect() throws IOException {
        lock.lock();
        try {
            guarded(() -> {
                sender.send(new Command.CloseClient());
                return 1;
            });
            counters.close();
            waits.close();
            connection.close();
            disconnected = true;
        } finally {
            lock.unlock();
        }
    }

    /** {@return whether the calling thread is inside a handler, of errors perhaps, so that no cycle can run} */
    boolean isInHandler() {
        return lock.isHeldByCurrentThread();
    }

    boolean isDriverAlive() {
        return driverWatch.isAlive();
    }
}
