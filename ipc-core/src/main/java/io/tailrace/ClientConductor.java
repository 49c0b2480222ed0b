/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import io.tailrace.RegistrationException.Cause;
import io.tailrace.TailraceConfig.DriverState;
import io.tailrace.codecs.FailureCode;
import io.tailrace.codecs.LogKind;
import io.tailrace.control.Command;
import io.tailrace.control.CommandRing;
import io.tailrace.control.CountersFile;
import io.tailrace.control.Event;
import io.tailrace.control.EventBroadcast;
import io.tailrace.control.MalformedMessageException;
import io.tailrace.memory.ErrorText;
import io.tailrace.memory.FileAccess;
import io.tailrace.memory.ReleasedMappings;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.agrona.concurrent.Agent;

/**
 * The client's duty cycle: takes the driver's events, answers its questions for every publication, gives back what was
 * closed, watches the driver. Its own thread runs it, and so does every call that waits for an answer, under one lock.
 */
final class ClientConductor implements Agent {
    private static final int MAX_EVENTS = 256;
    private static final long AWAIT_PARK_NS = 50_000;
    /** Who waits for an answer cycles far more often than publications need, of which there may be many. */
    private static final int CYCLES_TO_MAINTENANCE = 64;

    private final ReentrantLock lock = new ReentrantLock();
    private final TailraceConfig config;
    private final Runnable takeOver;
    private final UserHandlers handlers;
    private final CommandRing.Sender sender;
    private final DriverWatch driverWatch;
    private final ClosingQueue closings;
    private final CycleGuard guard;
    private final ClientPublications publications;
    private final ClientSubscriptions subscriptions;
    private final ClientCounters counters;
    private final Map<Long, Registration> registrations = new HashMap<>();

    private Connection connection;
    private EventBroadcast.Receiver receiver;
    private boolean deaf;
    private Command.RequestState stateRequest = new Command.RequestState(0);
    private int stateRequests;
    private boolean missed; // Something that the driver has told, or has to know.
    private int cyclesAwaiting;
    private boolean closed;
    private boolean disconnected;

    /**
     * Makes it.
     *
     * @param takeOver run while the driver is lost: may embed one in its place
     */
    ClientConductor(TailraceConfig config, Connection connection, Runnable takeOver) {
        this.config = config;
        this.takeOver = takeOver;
        this.connection = connection;
        this.handlers = new UserHandlers(config.errorHandler());
        this.closings = new ClosingQueue(handlers);
        this.sender = new CommandRing.Sender(connection.files().ring());
        this.receiver = new EventBroadcast.Receiver(connection.control().events());
        this.driverWatch = new DriverWatch(connection);
        LogOpener opener = new LogOpener(connection.directory(), connection.trust());
        this.publications =
                new ClientPublications(opener, closings, handlers, this::workWhileWaiting, driverWatch::isAlive);
        this.counters = new ClientCounters(this::makeCountersFile, handlers);
        this.guard = new CycleGuard(handlers, connection.files(), sender, driverWatch, publications);
        this.subscriptions = new ClientSubscriptions(opener, closings, handlers, counters::add);
    }

    @Override
    public String roleName() {
        return "tailrace-client-" + connection.clientId();
    }

    /** One cycle. Returns 0 if there was nothing to do. */
    @Override
    public int doWork() {
        if (!lock.tryLock()) {
            return 0; // A thread that waits for an answer is doing it.
        }
        int work;
        boolean orphaned;
        try {
            work = disconnected ? 0 : cycle() + guard.run(publications::maintain);
            orphaned = !closed && !driverWatch.isAlive();
        } finally {
            lock.unlock();
        }
        if (orphaned && !lock.isHeldByCurrentThread()) {
            takeOver.run(); // Takes its time, in which others may close and are told at once that nothing can be added.
        }
        return work;
    }

    private int cycle() {
        long nowNs = System.nanoTime();
        int work = guard.run(() -> guard.beat(nowNs) + sender.flush());
        guard.run(() -> counters.copy(nowNs));
        work += guard.run(this::takeEvents);
        work += guard.run(() -> closings.doWork(sender));
        return work + guard.run(() -> watchDriver(nowNs));
    }

    private int takeEvents() {
        if (driverWatch.isGivenUp()) {
            return 0;
        }
        int events = receive();
        missed |= receiver.wasLapped();
        if (missed) { // Before anything else is heard: what was asked before is void.
            ReleasedMappings.collect(); // That space is wanted may be among what was lost.
            requestState();
        } else if (events < MAX_EVENTS && subscriptions.hasUnopened() && driverWatch.isAliveNow()) {
            subscriptions.giveUpUnopened(); // A new driver would tell us of their end elsewhere.
        }
        return events;
    }

    /** A driver that writes what is no event is listened to no more, until another one has come; all else goes on. */
    private int receive() {
        if (deaf) {
            return 0;
        }
        try {
            int events = receiver.receive(connection.clientId(), MAX_EVENTS, this::onEvent);
            guard.noteEventsRead(receiver.position());
            return events;
        } catch (MalformedMessageException e) {
            deaf = true;
            handlers.report(e);
            return 0;
        } catch (Throwable e) {
            missed = true; // This event, so all is to be told again.
            throw e;
        }
    }

    private int watchDriver(long nowNs) {
        if (driverWatch.hasJustDied(nowNs)) {
            handlers.run(() -> config.driverStateHandler().accept(DriverState.LOST));
            return 1;
        }
        try {
            Connection next = driverWatch.findNext(nowNs);
            if (next != null) {
                connection = next;
                receiver = new EventBroadcast.Receiver(next.control().events());
                guard.noteEventsRead(receiver.position()); // Before the driver hears what is asked.
                deaf = false;
                requestState();
                handlers.run(() -> config.driverStateHandler().accept(DriverState.BACK));
                return 1;
            }
        } catch (IOException e) {
            handlers.report(e);
        }
        return 0;
    }

    /** A call of the program waits: whoever has no thread of its own works meanwhile. */
    private void workWhileWaiting() {
        config.driverInvoker().run();
        if (config.threading() == TailraceConfig.Threading.INVOKER && !isInHandler()) {
            doWork();
        }
    }

    Publication addPublication(String stream, LogKind kind) {
        lock.lock();
        try {
            long id = prepare();
            Event answer = await(new Registration(id, new Command.AddPublication(id, kind, stream)), stream);
            try {
                return publications.add(stream, kind, (Event.PublicationReady) answer);
            } catch (TailraceException e) {
                sender.send(new Command.RemovePublication(id)); // Its log cannot be opened here.
                throw e;
            }
        } catch (Error e) {
            missed = true; // The driver may hold what this client does not.
            throw e;
        } finally {
            lock.unlock();
        }
    }

    Subscription addSubscription(String stream, SubscriptionConfig subscriptionConfig) {
        lock.lock();
        try {
            long id = prepare();
            Subscription subscription = subscriptions.add(stream, id, subscriptionConfig);
            try {
                await(new Registration(id, ClientSubscriptions.addCommand(subscription)), stream);
                return subscription;
            } catch (Throwable e) {
                subscriptions.remove(id);
                throw e;
            }
        } catch (Error e) {
            missed = true;
            throw e;
        } finally {
            lock.unlock();
        }
    }

    private long prepare() {
        if (closed) {
            throw new IllegalStateException(
                    "the client is closed: directory=" + connection.directory().path());
        }
        if (handlers.isInside()) {
            throw new IllegalStateException(
                    "called from inside an image handler or a source of counters, which must not add anything");
        }
        driverWatch.requireDriver();
        guard.requireVoice();
        try {
            return connection.control().nextId();
        } catch (IOException e) {
            throw new TailraceException("nothing can be added: " + ErrorText.of(e), e);
        }
    }

    private Event await(Registration registration, String stream) {
        registrations.put(registration.registrationId(), registration);
        try {
            sender.send(registration.command());
            Event answer = awaitAnswer(registration, stream);
            if (answer instanceof Event.Failed failed) {
                throw new RegistrationException(causeOf(failed.code()), failed.reason());
            }
            return answer;
        } finally {
            registrations.remove(registration.registrationId());
        }
    }

    private Event awaitAnswer(Registration registration, String stream) {
        long startNs = System.nanoTime();
        long timeoutNs = Durations.toNanos(config.registrationTimeout());
        String driver = "the media driver: stream=" + stream + ", directory="
                + connection.directory().path();
        while (true) {
            config.driverInvoker().run();
            int work = cycle() + guard.run(this::maintainSometimes);
            Event answer = registration.answer();
            if (answer != null) {
                return answer;
            }
            driverWatch.requireDriver();
            if (Thread.currentThread().isInterrupted()) {
                throw new RegistrationException(Cause.INTERRUPTED, "interrupted while waiting for " + driver);
            }
            if (System.nanoTime() - startNs > timeoutNs) {
                throw new RegistrationException(
                        Cause.TIMED_OUT, "no answer within " + timeoutNs / 1_000_000 + " ms from " + driver);
            }
            if (work == 0) {
                LockSupport.parkNanos(AWAIT_PARK_NS);
            }
        }
    }

    private int maintainSometimes() {
        return ++cyclesAwaiting % CYCLES_TO_MAINTENANCE == 0 ? publications.maintain() : 0;
    }

    private static Cause causeOf(FailureCode code) {
        return switch (code) {
            case INVALID -> Cause.INVALID;
            case LIMIT -> Cause.LIMIT;
            case STORAGE -> Cause.STORAGE;
            default -> Cause.INTERNAL;
        };
    }

    private void onEvent(Event event) {
        if (event instanceof Event.ImageAvailable available) {
            subscriptions.onImageAvailable(available);
        } else if (event instanceof Event.ImageUnavailable unavailable) {
            subscriptions.onImageUnavailable(unavailable.registrationId(), unavailable.logId());
        } else if (event instanceof Event.PublicationReady ready) {
            if (!answer(ready.registrationId(), ready) && !publications.contains(ready.registrationId())) {
                sender.send(new Command.RemovePublication(ready.registrationId())); // Its caller has given up.
            }
            publications.confirm(ready);
        } else if (event instanceof Event.SubscriptionReady ready) {
            if (!answer(ready.registrationId(), ready) && !subscriptions.contains(ready.registrationId())) {
                sender.send(new Command.RemoveSubscription(ready.registrationId()));
            }
        } else if (event instanceof Event.Failed failed) {
            if (!answer(failed.registrationId(), failed)) {
                subscriptions.giveUp(failed.registrationId(), failed.reason());
            }
            publications.giveUp(failed.registrationId(), failed.reason());
        } else if (event instanceof Event.StateComplete complete && complete.requestId() == stateRequest.requestId()) {
            subscriptions.completeState();
        } else if (event instanceof Event.SpaceWanted) {
            ReleasedMappings.collect();
        }
    }

    /** Hands an answer to who waits for it. Returns whether anybody does. */
    private boolean answer(long registrationId, Event answer) {
        Registration registration = registrations.get(registrationId);
        if (registration != null) {
            registration.complete(answer);
        }
        return registration != null;
    }

    /**
     * Events were lost, or the driver is a new one: lists everything that this client holds or waits for, and is told
     * everything again. What is not listed, the driver drops; what is not told, this client drops. An earlier request
     * is void, for its answer may be among what was lost, unless the driver cannot have heard of it yet.
     */
    private void requestState() {
        missed = true; // If this fails half-way, it is done again.
        subscriptions.beginState();
        long incarnation = connection.control().incarnation();
        if (sender.isWaiting(stateRequest) && stateRequest.isMadeTo(incarnation)) {
            missed = false;
            return; // All that answers it is still to come; lists must not pile up.
        }
        stateRequest = Command.RequestState.madeTo(incarnation, ++stateRequests);
        publications.list().forEach(sender::send);
        subscriptions.list().forEach(sender::send);
        registrations.values().forEach(registration -> sender.send(registration.command()));
        sender.send(stateRequest);
        missed = false;
    }

    private CountersFile makeCountersFile() throws IOException {
        return connection
                .files()
                .createCounters(FileAccess.of(connection.directory().path()));
    }

    /** {@return what copies its figures} For any thread to add to. */
    ClientCounters counters() {
        return counters;
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

    /** {@return whether nothing of what was closed is in use any more, and the driver was told} */
    boolean isQuiet() {
        lock.lock();
        try {
            return closings.isEmpty() && publications.isEmpty() && subscriptions.isEmpty() && sender.flush() == 0;
        } finally {
            lock.unlock();
        }
    }

    /** Tells the driver that this client goes, and lets go of its lock. */
    void disconnect() throws IOException {
        lock.lock();
        try {
            guard.run(() -> {
                sender.send(new Command.CloseClient());
                return 1;
            });
            counters.close();
            connection.close();
            disconnected = true;
        } finally {
            lock.unlock();
        }
    }

    /** {@return whether the calling thread is inside a handler, and so inside a cycle of this conductor} */
    boolean isInHandler() {
        return lock.isHeldByCurrentThread() && handlers.isInside();
    }

    boolean isDriverAlive() {
        return driverWatch.isAlive();
    }
}
