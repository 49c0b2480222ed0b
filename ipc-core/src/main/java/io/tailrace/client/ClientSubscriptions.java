/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.client;

import io.tailrace.SubscriptionConfig;
import io.tailrace.TailraceException;
import io.tailrace.WaitPolicy;
import io.tailrace.control.Command;
import io.tailrace.control.Event;
import io.tailrace.internal.ErrorText;
import io.tailrace.log.JoinAt;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogLayout;
import io.tailrace.log.SubscriberName;
import io.tailrace.log.SubscriberPolicy;
import io.tailrace.stream.LogImage;
import io.tailrace.stream.MessageWaitSet;
import io.tailrace.stream.Replay;
import io.tailrace.stream.StreamSubscription;
import io.tailrace.wait.Durations;
import io.tailrace.wait.Waits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The subscriptions of a client and their images. Under the conductor's lock. */
final class ClientSubscriptions {
    /** An image whose log could not be opened. */
    private record Unopened(long registrationId, long logId, int slot, TailraceException cause) {}

    private static final long CHECK_NS = 500_000_000;

    private final LogOpener opener;
    private final ClosingQueue closings;
    private final UserHandlers handlers;
    private final StreamSubscription.Surroundings surroundings;
    private final Waits waits;
    private final Set<MessageWaitSet> waitSets = ConcurrentHashMap.newKeySet();
    private final Map<Long, StreamSubscription> subscriptions = new HashMap<>();
    /** The queues of subscriptions whose images have turns because they begin at the oldest message. */
    private final Map<Long, ImageQueue> queues = new HashMap<>();

    /** Those that read history, and have not begun: more events may announce logs that history has. */
    private final Set<StreamSubscription> ready = new LinkedHashSet<>();

    private final List<Unopened> unopened = new ArrayList<>();
    /** Images of logs that have ended, and that the driver is about to end for this client, too. */
    private final Set<LogImage> damaged = new HashSet<>();

    private long lastCheckNs = System.nanoTime();
    /** The images that the driver has announced since the client asked for all; null if it has not asked. */
    private @Nullable Map<Long, Set<Long>> toldImages;

    ClientSubscriptions(
            LogOpener opener, ClosingQueue closings, UserHandlers handlers, ClientCounters counters, Waits waits) {
        this.opener = opener;
        this.closings = closings;
        this.handlers = handlers;
        this.waits = waits;
        this.surroundings = new StreamSubscription.Surroundings(
                this::onClose, this::onGone, handlers::report, counters, waits, () -> addWaitSet(WaitPolicy.BALANCED));
    }

    /** @param replay the stream's history; null if it reads none */
    StreamSubscription add(
            String stream, long id, SubscriptionConfig config, boolean inTurns, @Nullable Replay replay) {
        StreamSubscription subscription = new StreamSubscription(stream, id, config, surroundings, replay);
        subscriptions.put(id, subscription);
        if (replay != null || (inTurns && config.joinAt().kind() != SubscriptionConfig.JoinAt.Kind.TAIL)) {
            queues.put(id, new ImageQueue(subscription));
        }
        return subscription;
    }

    /** Any thread. Returns a new wait set, which is closed with this client. */
    MessageWaitSet addWaitSet(WaitPolicy policy) {
        MessageWaitSet set = new MessageWaitSet(policy, waits, waitSets::remove);
        waitSets.add(set);
        return set;
    }

    /** Removes a subscription that the driver has refused or has not answered. */
    void remove(long registrationId) {
        StreamSubscription subscription = subscriptions.get(registrationId);
        if (subscription != null) {
            Arrays.stream(subscription.currentImages()).forEach(this::letGo); // One log may not be readable.
            forget(subscription);
        }
    }

    boolean contains(long registrationId) {
        return subscriptions.containsKey(registrationId);
    }

    private void onClose(StreamSubscription subscription) {
        closings.add(
                () -> Arrays.stream(subscription.currentImages()).allMatch(LogImage::isQuiet),
                () -> forget(subscription),
                new Command.RemoveSubscription(subscription.registrationId()));
    }

    private void forget(StreamSubscription subscription) {
        subscriptions.remove(subscription.registrationId());
        ready.remove(subscription); // Its history is closed below.
        forgetUnopened(subscription.registrationId());
        ImageQueue queue = queues.remove(subscription.registrationId());
        if (queue != null) {
            damaged.removeAll(queue.waiting);
            queue.waiting.forEach(LogImage::release);
        }
        Arrays.stream(subscription.currentImages()).forEach(image -> drop(subscription, image));
        Replay replay = subscription.replay();
        if (replay != null) {
            replay.close();
        }
    }

    void onImageAvailable(Event.ImageAvailable event) {
        if (toldImages != null) {
            toldImages
                    .computeIfAbsent(event.registrationId(), id -> new HashSet<>())
                    .add(event.logId());
        }
        StreamSubscription subscription = subscriptions.get(event.registrationId());
        if (subscription == null || subscription.isClosed() || find(subscription, event.logId()) != null) {
            return;
        }
        LogImage image = open(subscription, event);
        if (image == null) {
            return;
        }
        ImageQueue queue = queues.get(event.registrationId());
        if (queue == null) {
            show(subscription, image);
        } else {
            queue.waiting.add(image);
            queue.advance();
        }
    }

    private @Nullable LogImage open(StreamSubscription subscription, Event.ImageAvailable event) {
        boolean gates = subscription.config().policy() == SubscriptionConfig.Policy.BLOCK;
        LogFiles files;
        try {
            files = opener.open(event.logId(), gates ? LogFiles.Access.CLEANED : LogFiles.Access.META);
        } catch (TailraceException e) {
            // Most likely the log has ended with no message for this client, and its files are gone. The driver
            // announced that before it deleted them, so the event is among those not read yet.
            unopened.add(new Unopened(event.registrationId(), event.logId(), event.slot(), e));
            return null;
        }
        try {
            return LogImage.of(subscription, files, event.slot(), event.joinPosition());
        } catch (TailraceException e) { // Its history cannot be read, which says nothing about the log.
            files.close();
            giveUp(event.registrationId(), ErrorText.of(e));
            return null;
        }
    }

    /** Called when the driver has announced all images that a subscription begins with. */
    void onReady(long registrationId) {
        StreamSubscription subscription = subscriptions.get(registrationId);
        if (subscription != null && queues.containsKey(registrationId)) {
            Replay replay = subscription.replay();
            try {
                if (replay != null && !replay.hasBegun()) {
                    replay.list();
                    ready.add(subscription);
                } else {
                    showNext(subscription);
                }
            } catch (TailraceException e) {
                giveUp(registrationId, ErrorText.of(e));
            }
        }
    }

    /** The driver has sent no more events by now. */
    void allEventsAreRead(DriverWatch driver) {
        if (!ready.isEmpty() && !awaitsState()) {
            List<StreamSubscription> begun = List.copyOf(ready);
            ready.clear();
            begun.forEach(this::begin);
        }
        if (!unopened.isEmpty() && driver.isAliveNow()) {
            giveUpUnopened(); // The next driver reports the end of a dead driver's logs.
        }
    }

    /** A log that history had when the driver was ready, and that no event has announced, is gone. */
    private void begin(StreamSubscription subscription) {
        Replay replay = subscription.replay();
        if (replay == null || replay.hasBegun() || subscription.isClosed()) {
            return;
        }
        try {
            Set<Long> told =
                    imagesOf(subscription).stream().map(LogImage::logId).collect(Collectors.toSet());
            replay.begin(logId -> told.contains(logId) || opener.isLiving(logId));
            showNext(subscription);
        } catch (TailraceException e) {
            giveUp(subscription.registrationId(), ErrorText.of(e));
        }
    }

    /** First the logs that exist only in history, one after the other, and then those that the driver has announced. */
    private void showNext(StreamSubscription subscription) {
        if (Arrays.stream(subscription.currentImages()).anyMatch(LogImage::isGone)) {
            return;
        }
        Replay replay = subscription.replay();
        LogImage gone = replay == null ? null : replay.next(subscription);
        ImageQueue queue = queues.get(subscription.registrationId());
        if (gone != null) {
            show(subscription, gone);
        } else if (queue != null) {
            queue.begun = true;
            queue.advance();
        }
    }

    /** Called when an image of a log that exists only in history is read to its end. Any thread. */
    private void onGone(LogImage image) {
        closings.add(image::isQuiet, () -> dropGone(image), null);
    }

    private void dropGone(LogImage image) {
        StreamSubscription subscription = image.subscription();
        // Otherwise it was announced twice, or the subscription is closed.
        if (imagesOf(subscription).contains(image)) {
            drop(subscription, image);
            showNext(subscription);
        }
    }

    private void show(StreamSubscription subscription, LogImage image) {
        giveUpDamaged(subscription, image); // It may have waited for long.
        subscription.add(image);
        handlers.available(image);
    }

    void onImageUnavailable(long registrationId, long logId) {
        unopened.removeIf(image -> image.registrationId() == registrationId && image.logId() == logId);
        StreamSubscription subscription = subscriptions.get(registrationId);
        LogImage image = subscription == null ? null : find(subscription, logId);
        if (subscription != null && image != null) {
            letGo(image); // First: it waits even if an error handler in drop() runs a cycle, or if heap runs short.
            drop(subscription, image);
        }
    }

    /** The driver truncates the log once this client has let go of it: not while a thread is inside a poll. */
    private void letGo(LogImage image) {
        closings.add(image::isQuiet, () -> {}, null);
    }

    /** The driver has refused a subscription or no longer has it, so it does not report the ends of its logs. */
    void forgetUnopened(long registrationId) {
        unopened.removeIf(image -> image.registrationId() == registrationId);
    }

    /** All events are read, and these logs still exist: unread, they would hold their publishers back forever. */
    private void giveUpUnopened() {
        for (Unopened image : unopened) {
            StreamSubscription subscription = subscriptions.get(image.registrationId());
            if (subscription == null || subscription.isClosed()) {
                continue;
            }
            if (opener.leaveDamaged(image.logId(), image.slot(), image.cause())) {
                reportDamaged(subscription, image.logId(), "no message of it was delivered", image.cause());
            } else {
                giveUp(
                        image.registrationId(),
                        image.cause().getMessage()
                                + ". Remove the cause (where descriptors are short: raise ulimit -n),"
                                + " and add the subscription again");
            }
        }
        unopened.clear();
    }

    /**
     * Checks each image now and then: whether an ended log can be read to its end, because one that cannot would hold
     * up the logs after it forever. Returns how many cannot.
     */
    int lookAtImages(long nowNs) {
        if (nowNs - lastCheckNs < CHECK_NS) {
            return 0;
        }
        lastCheckNs = nowNs;
        int before = damaged.size();
        for (StreamSubscription subscription : subscriptions.values()) {
            for (LogImage image : imagesOf(subscription)) {
                giveUpDamaged(subscription, image);
            }
        }
        return damaged.size() - before;
    }

    private void giveUpDamaged(StreamSubscription subscription, LogImage image) {
        Throwable damage = subscription.isClosed() || damaged.contains(image)
                ? null
                : image.damage().find(image);
        if (damage != null) {
            damaged.add(image);
            image.close();
            subscription.wakeWaiters(); // If a dispatch has it, the dispatch gives it back.
            closings.add(image::isQuiet, image.damage()::skipToEnd, null);
            String outcome = "from position " + image.position() + " on nothing of it is delivered";
            reportDamaged(subscription, image.logId(), outcome, damage);
        }
    }

    private void reportDamaged(StreamSubscription subscription, long logId, String outcome, Throwable cause) {
        handlers.report(new TailraceException(
                "a log that has ended is damaged, and is left out: stream=" + subscription.stream() + ", log=" + logId
                        + ", " + outcome + ", cause=" + ErrorText.of(cause)
                        + "; the subscription continues with the next log",
                cause));
    }

    /** Closes a subscription that the driver no longer has, or has no room for: no message would reach it. */
    void giveUp(long registrationId, String reason) {
        StreamSubscription subscription = subscriptions.get(registrationId);
        if (subscription != null && !subscription.isClosed()) {
            handlers.report(new TailraceException(
                    "subscription lost, and closed: stream=" + subscription.stream() + ", " + reason));
            subscription.close();
        }
    }

    private void drop(StreamSubscription subscription, LogImage image) {
        image.close();
        damaged.remove(image);
        subscription.remove(image);
        ImageQueue queue = queues.get(subscription.registrationId());
        boolean waited = queue != null && queue.waiting.remove(image);
        Replay replay = subscription.replay();
        if (replay != null && image.isEndOfStream()) {
            replay.done(image.logId());
        }
        image.release();
        if (!waited) {
            handlers.unavailable(image);
        }
        if (queue != null) {
            queue.next(image);
        }
    }

    /** {@return its images, and images that wait for their turn} */
    private List<LogImage> imagesOf(StreamSubscription subscription) {
        List<LogImage> all = new ArrayList<>(List.of(subscription.currentImages()));
        ImageQueue queue = queues.get(subscription.registrationId());
        if (queue != null) {
            all.addAll(queue.waiting);
        }
        return all;
    }

    private @Nullable LogImage find(StreamSubscription subscription, long logId) {
        return imagesOf(subscription).stream()
                .filter(image -> image.logId() == logId)
                .findFirst()
                .orElse(null);
    }

    /** Called when the driver is about to announce every image again. */
    void beginState() {
        toldImages = new HashMap<>();
        unopened.clear();
    }

    boolean awaitsState() {
        return toldImages != null;
    }

    /** Called when the driver has announced every image: an image that it did not announce is gone. */
    void completeState() {
        Map<Long, Set<Long>> told = toldImages;
        if (told == null) {
            return;
        }
        for (StreamSubscription subscription : List.copyOf(subscriptions.values())) {
            Set<Long> toldLogs = told.getOrDefault(subscription.registrationId(), Set.of());
            for (LogImage image : imagesOf(subscription)) {
                if (!toldLogs.contains(image.logId()) && !image.isGone()) {
                    letGo(image);
                    drop(subscription, image);
                }
            }
        }
        toldImages = null; // Last: an error handler may run a cycle, in which the images left do not wait yet.
    }

    /** {@return commands that add the subscriptions, from which a driver learns what this client holds} */
    List<Command> list() {
        return subscriptions.values().stream().map(ClientSubscriptions::command).toList();
    }

    void closeAll() {
        waitSets.forEach(MessageWaitSet::close);
        List.copyOf(subscriptions.values()).forEach(StreamSubscription::close);
    }

    boolean isEmpty() {
        return subscriptions.isEmpty();
    }

    /** {@return the command that asks for a subscription, in the terms of the log} */
    static Command command(StreamSubscription subscription) {
        SubscriptionConfig config = subscription.config();
        SubscriberPolicy policy =
                switch (config.policy()) {
                    case BLOCK -> SubscriberPolicy.BLOCK;
                    case DROP -> SubscriberPolicy.DROP;
                    case EVICT -> SubscriberPolicy.evict(Durations.toNanos(config.evictAfter()));
                    case CATCH_UP -> SubscriberPolicy.CATCH_UP;
                };
        SubscriptionConfig.JoinAt at = config.joinAt();
        JoinAt joinAt =
                switch (at.kind()) {
                    case TAIL -> JoinAt.TAIL;
                    case OLDEST -> JoinAt.OLDEST;
                    case POSITION ->
                        subscription.replay() == null ? JoinAt.position(at.logId(), at.position()) : JoinAt.HISTORY;
                    case BEGINNING, TIME -> JoinAt.HISTORY;
                };
        SubscriberName name = new SubscriberName(
                config.lease().name(), Durations.toNanos(config.lease().time()));
        return new Command.AddSubscription(subscription.registrationId(), joinAt, policy, subscription.stream(), name);
    }

    /**
     * The waiting images of a subscription that also reads ended logs. Images of ended logs get their turn one after
     * the other, in the order in which the logs were made, and then all others at once. The set is known when the
     * driver reports that the subscription is ready. A waiting image already has its slot, so it gates and loses
     * nothing.
     */
    private final class ImageQueue {
        private final StreamSubscription subscription;
        private final List<LogImage> waiting = new ArrayList<>();
        private boolean begun;
        private @Nullable LogImage ended;

        ImageQueue(StreamSubscription subscription) {
            this.subscription = subscription;
        }

        /** Called when an image that had its turn is gone. */
        void next(LogImage image) {
            if (image == ended) {
                ended = null;
                advance();
            }
        }

        /** Shows the images whose turn it is: none before the first turn begins. */
        void advance() {
            // If it could not be shown for want of heap, it has no turn: the driver announces it again.
            if (!begun
                    || (ended != null && List.of(subscription.currentImages()).contains(ended))) {
                return;
            }
            List<LogImage> endingFirst = waiting.stream()
                    .sorted(Comparator.comparing((LogImage image) -> !takesNoMore(image))
                            .thenComparingLong(LogImage::logId))
                    .toList();
            for (LogImage next : endingFirst) {
                ended = takesNoMore(next) ? next : null;
                waiting.remove(next);
                show(subscription, next);
                if (ended != null) {
                    return;
                }
            }
        }

        /**
         * {@return whether a log has ended, or is about to} Only the newest of a stream's concurrent logs accepts
         * publications. If a driver died between the two steps, the end of the older log may not be stored yet.
         */
        private boolean takesNoMore(LogImage image) {
            return image.buffers().meta().endPositionAcquire() != LogLayout.NONE
                    || (isConcurrent(image)
                            && waiting.stream()
                                    .anyMatch(other -> isConcurrent(other) && other.logId() > image.logId()));
        }

        private boolean isConcurrent(LogImage image) {
            return image.buffers().constants().kind() == LogLayout.KIND_CONCURRENT;
        }
    }
}
