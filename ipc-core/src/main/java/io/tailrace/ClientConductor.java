/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import io.tailrace.codecs.FailureCode;
import io.tailrace.codecs.JoinPoint;
import io.tailrace.codecs.LogKind;
import io.tailrace.control.Command;
import io.tailrace.control.CommandSender;
import io.tailrace.control.Event;
import io.tailrace.control.EventReceiver;
import io.tailrace.log.Appender;
import io.tailrace.log.ConcurrentAppender;
import io.tailrace.log.ExclusiveAppender;
import io.tailrace.log.LogFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.agrona.concurrent.Agent;
import org.jspecify.annotations.Nullable;

/**
 * The client's duty cycle: takes the driver's events, answers its questions for every publication, gives back what was
 * closed, watches the driver. Its own thread runs it, and so does every call that waits for an answer, under one lock.
 */
final class ClientConductor implements Agent {
    private static final int MAX_EVENTS = 256;
    private static final long AWAIT_PARK_NS = 50_000;

    /** An image whose log could not be opened. */
    private record Unopened(long registrationId, long logId, TailraceException cause) {}

    private final ReentrantLock lock = new ReentrantLock();
    private final TailraceConfig config;
    private Connection connection;
    private final CommandSender sender;
    private EventReceiver receiver;
    private final DriverWatch driverWatch;
    private final ClosingQueue closings = new ClosingQueue();
    private final Map<Long, Registration> registrations = new HashMap<>();
    private final Map<Long, Publication> publications = new HashMap<>();
    private final Map<Long, Subscription> subscriptions = new HashMap<>();
    private final Map<Long, List<Long>> imagesSeen = new HashMap<>();
    private final List<Unopened> unopened = new ArrayList<>();

    private long stateRequestId;
    private boolean stateAwaited;
    private boolean inHandler;
    private boolean closed;

    ClientConductor(TailraceConfig config, Connection connection) {
        this.config = config;
        this.connection = connection;
        this.sender = new CommandSender(connection.files().ring());
        this.receiver = new EventReceiver(connection.control().events());
        this.driverWatch = new DriverWatch(connection);
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
        try {
            return cycle();
        } finally {
            lock.unlock();
        }
    }

    private int cycle() {
        int work = sender.flush();
        int events = receiver.receive(connection.clientId(), MAX_EVENTS, this::onEvent);
        work += events;
        if (receiver.wasLapped()) {
            requestState();
        } else if (events < MAX_EVENTS && !unopened.isEmpty()) {
            giveUpUnopened();
        }
        for (Publication publication : publications.values()) {
            work += publication.appender().maintain();
        }
        work += closings.doWork(sender);
        return work + watchDriver(System.nanoTime());
    }

    private int watchDriver(long nowNs) {
        if (driverWatch.hasJustDied(nowNs)) {
            tell(() -> config.driverStateHandler().accept(DriverState.LOST));
            return 1;
        }
        try {
            Connection next = driverWatch.findNext(nowNs);
            if (next != null) {
                connection = next;
                receiver = new EventReceiver(next.control().events());
                requestState();
                tell(() -> config.driverStateHandler().accept(DriverState.BACK));
                return 1;
            }
        } catch (IOException e) {
            config.errorHandler().accept(e);
        }
        return 0;
    }

    Publication addPublication(String stream, LogKind kind) {
        lock.lock();
        try {
            long id = prepare();
            Registration registration = new Registration(id, new Command.AddPublication(id, kind, stream));
            registrations.put(id, registration);
            sender.send(registration.command());
            Event.PublicationReady ready = (Event.PublicationReady) await(registration, stream);
            try {
                Publication publication = newPublication(stream, kind, ready);
                publications.put(id, publication);
                return publication;
            } catch (TailraceException e) {
                sender.send(new Command.RemovePublication(id));
                throw e;
            }
        } finally {
            lock.unlock();
        }
    }

    private Publication newPublication(String stream, LogKind kind, Event.PublicationReady ready) {
        LogFiles files = openLog(ready.logId(), LogFiles.Access.EVERYTHING);
        long id = ready.registrationId();
        if (kind == LogKind.EXCLUSIVE) {
            ExclusiveAppender appender = new ExclusiveAppender(files.buffers(), ready.slot());
            return new ExclusivePublication(
                    stream,
                    id,
                    appender,
                    publication -> closings.add(
                            appender::isQuiet,
                            () -> {
                                appender.publishFinalTail();
                                forgetPublication(id, files);
                            },
                            new Command.RemovePublication(id)),
                    this::workWhileWaiting);
        }
        Appender appender = new ConcurrentAppender(files.buffers(), ready.slot());
        return new Publication(
                stream,
                id,
                appender,
                publication -> closings.add(
                        appender::isQuiet, () -> forgetPublication(id, files), new Command.RemovePublication(id)),
                this::workWhileWaiting);
    }

    /** A call of the program waits: whoever has no thread of its own works meanwhile. */
    private void workWhileWaiting() {
        config.driverInvoker().run();
        if (config.threading() == TailraceConfig.Threading.INVOKER && !isInHandler()) {
            doWork();
        }
    }

    private void forgetPublication(long registrationId, LogFiles files) {
        publications.remove(registrationId);
        files.close();
    }

    Subscription addSubscription(String stream, SubscriptionConfig subscriptionConfig) {
        lock.lock();
        try {
            long id = prepare();
            Subscription subscription = new Subscription(stream, id, subscriptionConfig, this::onClose);
            Registration registration = new Registration(id, addCommand(subscription));
            registrations.put(id, registration);
            subscriptions.put(id, subscription);
            sender.send(registration.command());
            await(registration, stream);
            return subscription;
        } finally {
            lock.unlock();
        }
    }

    private void onClose(Subscription subscription) {
        closings.add(
                () -> subscription.images().stream().allMatch(Image::isQuiet),
                () -> forgetSubscription(subscription),
                new Command.RemoveSubscription(subscription.registrationId()));
    }

    private void forgetSubscription(Subscription subscription) {
        subscriptions.remove(subscription.registrationId());
        for (Image image : subscription.images()) {
            dropImage(subscription, image);
        }
    }

    private long prepare() {
        if (closed) {
            throw new IllegalStateException(
                    "the client is closed: directory=" + connection.directory().path());
        }
        if (inHandler) {
            throw new IllegalStateException("called from inside an image handler, which must not add anything");
        }
        driverWatch.requireDriver();
        return connection.control().nextId();
    }

    private Event await(Registration registration, String stream) {
        try {
            Event answer = awaitAnswer(registration, stream);
            if (answer instanceof Event.Failed failed) {
                throw new RegistrationException(causeOf(failed.code()), failed.reason());
            }
            return answer;
        } catch (RuntimeException e) {
            subscriptions.remove(registration.registrationId());
            throw e;
        } finally {
            registrations.remove(registration.registrationId());
        }
    }

    private Event awaitAnswer(Registration registration, String stream) {
        long startNs = System.nanoTime();
        long timeoutNs = config.registrationTimeout().toNanos();
        while (true) {
            config.driverInvoker().run();
            int work = cycle();
            Event answer = registration.answer();
            if (answer != null) {
                return answer;
            }
            driverWatch.requireDriver();
            if (System.nanoTime() - startNs > timeoutNs
                    || Thread.currentThread().isInterrupted()) {
                throw new RegistrationException(
                        RegistrationException.Cause.TIMED_OUT,
                        "no answer from the media driver within "
                                + config.registrationTimeout().toMillis() + " ms: stream=" + stream + ", directory="
                                + connection.directory().path());
            }
            if (work == 0) {
                LockSupport.parkNanos(AWAIT_PARK_NS);
            }
        }
    }

    private static RegistrationException.Cause causeOf(FailureCode code) {
        return switch (code) {
            case INVALID -> RegistrationException.Cause.INVALID;
            case LIMIT -> RegistrationException.Cause.LIMIT;
            case STORAGE -> RegistrationException.Cause.STORAGE;
            default -> RegistrationException.Cause.INTERNAL;
        };
    }

    private void onEvent(Event event) {
        if (event instanceof Event.ImageAvailable available) {
            onImageAvailable(available);
        } else if (event instanceof Event.ImageUnavailable unavailable) {
            onImageUnavailable(unavailable.registrationId(), unavailable.logId());
        } else if (event instanceof Event.PublicationReady ready) {
            onPublicationReady(ready);
        } else if (event instanceof Event.SubscriptionReady ready) {
            onAnswer(ready.registrationId(), ready);
            if (!subscriptions.containsKey(ready.registrationId())) {
                sender.send(new Command.RemoveSubscription(ready.registrationId()));
            }
        } else if (event instanceof Event.Failed failed) {
            onAnswer(failed.registrationId(), failed);
            giveUp(failed.registrationId(), failed.reason());
        } else if (event instanceof Event.StateComplete complete) {
            onStateComplete(complete.requestId());
        }
    }

    private void onPublicationReady(Event.PublicationReady ready) {
        long id = ready.registrationId();
        onAnswer(id, ready);
        Publication publication = publications.get(id);
        if (publication == null && !registrations.containsKey(id)) {
            sender.send(new Command.RemovePublication(id)); // Its caller has given up.
        } else if (publication != null && publication.logId() != ready.logId()) {
            giveUp(id, "its log is gone");
        }
    }

    /** A publication whose log the driver does not have any more: nothing that is offered to it would arrive. */
    private void giveUp(long registrationId, String reason) {
        Publication publication = publications.get(registrationId);
        if (publication != null && !publication.isClosed()) {
            config.errorHandler()
                    .accept(new TailraceException(
                            "publication lost, and closed: stream=" + publication.stream() + ", " + reason));
            publication.close();
        }
    }

    private void onAnswer(long registrationId, Event answer) {
        Registration registration = registrations.get(registrationId);
        if (registration != null) {
            registration.complete(answer);
        }
    }

    private void onImageAvailable(Event.ImageAvailable event) {
        Subscription subscription = subscriptions.get(event.registrationId());
        if (stateAwaited) {
            imagesSeen
                    .computeIfAbsent(event.registrationId(), id -> new ArrayList<>())
                    .add(event.logId());
        }
        if (subscription == null || subscription.isClosed() || find(subscription, event.logId()) != null) {
            return;
        }
        try {
            LogFiles files = openLog(event.logId(), LogFiles.Access.META);
            Image image = new Image(subscription, files, event.slot(), event.joinPosition());
            subscription.add(image);
            tell(() -> subscription.config().availableHandler().onImage(image));
        } catch (TailraceException e) {
            // Most likely it has ended with nothing in it for us, and its files are gone: then that was told before
            // they were
            // deleted, and is heard before the events run out.
            unopened.add(new Unopened(event.registrationId(), event.logId(), e));
        }
    }

    /** All that was told has been heard, and these logs have not ended: they would hold their publishers back for ever. */
    private void giveUpUnopened() {
        for (Unopened image : unopened) {
            config.errorHandler().accept(image.cause());
            Subscription subscription = subscriptions.get(image.registrationId());
            if (subscription != null) {
                subscription.close();
            }
        }
        unopened.clear();
    }

    private void onImageUnavailable(long registrationId, long logId) {
        unopened.removeIf(image -> image.registrationId() == registrationId && image.logId() == logId);
        Subscription subscription = subscriptions.get(registrationId);
        Image image = subscription == null ? null : find(subscription, logId);
        if (subscription != null && image != null) {
            dropImage(subscription, image);
        }
    }

    private void dropImage(Subscription subscription, Image image) {
        image.close();
        subscription.remove(image);
        image.release();
        tell(() -> subscription.config().unavailableHandler().onImage(image));
    }

    private static @Nullable Image find(Subscription subscription, long logId) {
        for (Image image : subscription.images()) {
            if (image.logId() == logId) {
                return image;
            }
        }
        return null;
    }

    private void tell(Runnable handler) {
        inHandler = true;
        try {
            handler.run();
        } catch (RuntimeException e) {
            config.errorHandler().accept(e);
        } finally {
            inHandler = false;
        }
    }

    /**
     * Events were lost, or the driver is a new one: lists everything that this client holds or waits for, and is told everything
     * again. What is not listed, the driver drops; what is not told, this client drops.
     */
    private void requestState() {
        stateRequestId++;
        stateAwaited = true;
        imagesSeen.clear();
        unopened.clear();
        publications.values().forEach(publication -> sender.send(addCommand(publication)));
        subscriptions.values().forEach(subscription -> sender.send(addCommand(subscription)));
        for (Registration registration : registrations.values()) {
            sender.send(registration.command());
        }
        sender.send(new Command.RequestState(stateRequestId));
    }

    private static Command addCommand(Publication publication) {
        LogKind kind = publication instanceof ExclusivePublication ? LogKind.EXCLUSIVE : LogKind.CONCURRENT;
        return new Command.AddPublication(publication.registrationId(), kind, publication.stream());
    }

    private static Command addCommand(Subscription subscription) {
        boolean oldest = subscription.config().joinAt() == SubscriptionConfig.JoinAt.OLDEST;
        return new Command.AddSubscription(
                subscription.registrationId(), oldest ? JoinPoint.OLDEST : JoinPoint.TAIL, subscription.stream());
    }

    private void onStateComplete(long requestId) {
        if (requestId != stateRequestId) {
            return;
        }
        for (Subscription subscription : List.copyOf(subscriptions.values())) {
            List<Long> seen = imagesSeen.getOrDefault(subscription.registrationId(), List.of());
            for (Image image : subscription.images()) {
                if (!seen.contains(image.logId())) {
                    dropImage(subscription, image);
                }
            }
        }
        stateAwaited = false;
        imagesSeen.clear();
    }

    private LogFiles openLog(long logId, LogFiles.Access access) {
        try {
            return LogFiles.open(connection.directory().log(logId), access);
        } catch (IOException e) {
            throw new TailraceException("cannot open the log: logId=" + logId + ", " + e.getMessage(), e);
        }
    }

    /** From now on nothing is added, and everything is being closed. */
    void closeAll() {
        lock.lock();
        try {
            closed = true;
            List.copyOf(publications.values()).forEach(Publication::close);
            List.copyOf(subscriptions.values()).forEach(Subscription::close);
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
            sender.send(new Command.CloseClient());
            connection.close();
        } finally {
            lock.unlock();
        }
    }

    /** {@return whether the calling thread is inside an image handler, and so inside a cycle of this conductor} */
    boolean isInHandler() {
        return lock.isHeldByCurrentThread() && inHandler;
    }

    boolean isDriverAlive() {
        return driverWatch.isAlive();
    }
}
