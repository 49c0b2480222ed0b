/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.follow;

import io.tailrace.SubscriptionConfig;
import io.tailrace.TailraceException;
import io.tailrace.WaitSet;
import io.tailrace.control.StreamFinder;
import io.tailrace.internal.ErrorText;
import io.tailrace.stream.LogImage;
import io.tailrace.stream.StreamSubscription;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.agrona.LangUtil;

/**
 * Follows the logs of all streams that match names and patterns: it subscribes to them under one name, also to those
 * that come later, and again to one whose subscription was lost. It acknowledges what it follows, so publishers wait
 * for it. One thread finds streams, the follower's thread their logs.
 */
public abstract class StreamWatch<L extends LogFollower> implements AutoCloseable {
    private static final long LOOK_MS = 1000;

    /** A stream, and what the follower's thread has found of it. */
    private static final class Followed<L> {
        private final StreamSubscription subscription;
        private final ArrayList<L> logs = new ArrayList<>();
        /** Of the last look that took all its steps. */
        private LogImage[] images = {};

        Followed(StreamSubscription subscription) {
            this.subscription = subscription;
        }

        /** {@return whether the client has lost the subscription, which was reported, and no log is left} */
        boolean isLost() {
            return subscription.isClosed() && logs.isEmpty();
        }
    }

    private final String program;
    private final StreamFinder finder;
    private final WaitSet waitSet;
    private final Set<String> told = new HashSet<>();
    private final List<Followed<L>> streams = new CopyOnWriteArrayList<>();
    private volatile List<L> logs = List.of();

    /**
     * @param program the subject of its reports
     * @param waitSet it adds each subscription
     */
    protected StreamWatch(String program, StreamFinder finder, WaitSet waitSet) {
        this.program = program;
        this.finder = finder;
        this.waitSet = waitSet;
    }

    /** {@return how a follower of this name subscribes} */
    protected static SubscriptionConfig subscriptionConfig(String name, Duration lease) {
        return SubscriptionConfig.DEFAULT
                .withJoinAt(SubscriptionConfig.JoinAt.OLDEST)
                .withName(name, lease)
                .withAcknowledgement();
    }

    protected abstract StreamSubscription subscribe(String stream) throws IOException;

    /** {@return the follower of a log that has come} If it fails, it is called again. Follower's thread. */
    protected abstract L follow(LogImage image) throws IOException;

    /** Logs of a stream have come or gone. If it fails, it is called again. Follower's thread. */
    protected void onChange(String stream) throws IOException {}

    /** Also done each second by the thread that finds streams. */
    protected void maintain() throws IOException {}

    /** Follows the streams that match and are not followed yet; throws the last refusal, after it has tried all. */
    public final void find() throws IOException {
        Set<String> known =
                subscriptions().stream().map(StreamSubscription::stream).collect(Collectors.toSet());
        Exception refusal = null;
        for (String stream : finder.find()) {
            if (!known.contains(stream)) {
                try {
                    add(subscribe(stream));
                } catch (IOException | RuntimeException e) {
                    refusal = e;
                }
            }
        }
        if (refusal != null) {
            LangUtil.rethrowUnchecked(refusal);
        }
    }

    private void add(StreamSubscription subscription) {
        try {
            subscription.readInBlocks(); // Called before any thread waits for messages of the subscription.
            streams.add(new Followed<>(subscription));
            waitSet.add(subscription);
        } catch (RuntimeException | Error e) {
            subscription.close();
            throw e;
        }
    }

    /** Starts the thread that finds later streams; it ends with the loop, or when this is closed. */
    public final void start(String threadName, FollowerLoop loop, Consumer<TailraceException> reports) {
        Thread thread = new Thread(() -> findOn(loop, reports), threadName);
        thread.setDaemon(true);
        thread.start();
    }

    private void findOn(FollowerLoop loop, Consumer<TailraceException> reports) {
        while (loop.isRunning()) {
            try {
                findAgain(loop, reports);
            } catch (ClosedWatchServiceException | InterruptedException e) {
                return;
            } catch (OutOfMemoryError | StackOverflowError e) {
                LockSupport.parkNanos(FollowerLoop.PAUSE_NS);
            }
        }
    }

    private void findAgain(FollowerLoop loop, Consumer<TailraceException> reports) throws InterruptedException {
        try {
            maintain();
            finder.await(LOOK_MS);
            if (loop.isRunning()) {
                find();
            }
        } catch (ClosedWatchServiceException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            String text =
                    program + " cannot look after its streams: " + ErrorText.of(e) + "; it continues with the others";
            if (loop.isRunning() && told.add(text)) {
                reports.accept(new TailraceException(text, e));
            }
        }
    }

    /** {@return the subscriptions to the followed streams} Any thread. */
    public final List<StreamSubscription> subscriptions() {
        return streams.stream().map(stream -> stream.subscription).toList();
    }

    /** {@return the followers of all logs, as of the last look} Any thread. */
    public final List<L> logs() {
        return logs;
    }

    /** Follower's thread: finds the logs that have come, and leaves those that have gone. */
    public final void look() throws IOException {
        boolean isAnyLost = false;
        for (Followed<L> stream : streams) {
            LogImage[] current = stream.subscription.currentImages();
            if (current != stream.images) {
                look(stream, current);
            }
            isAnyLost |= stream.isLost();
        }
        if (isAnyLost) {
            streams.removeIf(Followed::isLost); // It is found again.
        }
    }

    /** A shortage may interrupt it anywhere, and each step may be repeated: the last one says that all were taken. */
    private void look(Followed<L> stream, LogImage[] current) throws IOException {
        Map<Long, L> gone = new HashMap<>();
        stream.logs.forEach(log -> gone.put(log.image.logId(), log));
        stream.logs.ensureCapacity(gone.size() + current.length); // Else add() could lose a follower that was made.
        for (LogImage image : current) {
            L known = gone.remove(image.logId());
            if (known == null) {
                stream.logs.add(follow(image));
            } else {
                known.image = image;
            }
        }
        for (L log : gone.values()) {
            log.leave();
            stream.logs.remove(log);
        }
        logs = streams.stream().flatMap(each -> each.logs.stream()).toList();
        onChange(stream.subscription.stream());
        stream.images = current;
    }

    @Override
    public void close() throws IOException {
        finder.close();
    }
}
