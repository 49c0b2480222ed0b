/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.follow;

import io.tailrace.SubscriptionConfig;
import io.tailrace.TailraceException;
import io.tailrace.WaitSet;
import io.tailrace.control.StreamFinder;
import io.tailrace.internal.ErrorText;
import io.tailrace.stream.StreamSubscription;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Follows all streams that match names and patterns: it subscribes to them under one name, also to those that come
 * later, and again to one whose subscription was lost. It acknowledges what it follows, so publishers wait for it. One
 * thread finds streams, the follower's thread their logs.
 */
public abstract class StreamWatch<S extends StreamFollower<?>> implements AutoCloseable {
    private static final long LOOK_MS = 1000;

    private final String program;
    private final StreamFinder finder;
    private final WaitSet waitSet;
    private final Set<String> told = new HashSet<>();
    private final List<S> streams = new CopyOnWriteArrayList<>();

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

    protected abstract StreamSubscription subscribe(String stream);

    protected abstract S follow(StreamSubscription subscription) throws IOException;

    /** Also done each second by the thread that finds streams. */
    protected void maintain() throws IOException {}

    /** Follows the streams that match and are not followed yet; throws the last refusal. */
    public final void find() throws IOException {
        Set<String> known =
                streams.stream().map(stream -> stream.subscription.stream()).collect(Collectors.toSet());
        RuntimeException refusal = null;
        for (String stream : finder.find()) {
            if (!known.contains(stream)) {
                try {
                    add(subscribe(stream));
                } catch (RuntimeException e) {
                    refusal = e;
                }
            }
        }
        if (refusal != null) {
            throw refusal;
        }
    }

    private void add(StreamSubscription subscription) throws IOException {
        try {
            streams.add(follow(subscription));
            waitSet.add(subscription);
        } catch (IOException | RuntimeException e) {
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
                maintain();
                finder.await(LOOK_MS);
                if (loop.isRunning()) {
                    find();
                }
            } catch (ClosedWatchServiceException | InterruptedException e) {
                return;
            } catch (IOException | RuntimeException e) {
                String text = program + " cannot look after its streams: " + ErrorText.of(e)
                        + "; it continues with the others";
                if (loop.isRunning() && told.add(text)) {
                    reports.accept(new TailraceException(text, e));
                }
            }
        }
    }

    /** {@return the followed streams} Any thread. */
    public final List<S> streams() {
        return streams;
    }

    /** Follower's thread: finds the logs that have come, and leaves those that have gone. */
    public final void look() throws IOException {
        boolean isAnyLost = false;
        for (S stream : streams) {
            stream.look();
            isAnyLost |= stream.isLost();
        }
        if (isAnyLost) {
            streams.removeIf(StreamFollower::isLost); // It is found again.
        }
    }

    @Override
    public void close() throws IOException {
        finder.close();
    }
}
