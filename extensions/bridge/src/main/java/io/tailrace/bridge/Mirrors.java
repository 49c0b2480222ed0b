/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import io.tailrace.Image.Origin;
import io.tailrace.RegistrationException;
import io.tailrace.TailraceException;
import io.tailrace.client.Client;
import io.tailrace.internal.ErrorText;
import io.tailrace.log.LogMirror;
import io.tailrace.stream.LogPublication;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The mirrors of a receiver, which stay open while links come and go. A separate thread requests them from the driver,
 * because that takes time, and more time while the driver is down. Everything else runs on the receiver's thread.
 */
final class Mirrors implements AutoCloseable {
    private static final long ASK_AGAIN_NS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long ASK_AGAIN_FOR_NS = TimeUnit.SECONDS.toNanos(1);

    private final Client client;
    private final BridgeReceiverConfig config;
    private final Map<Origin, Mirror> mirrors = new HashMap<>();
    private final Queue<Runnable> answers = new ConcurrentLinkedQueue<>();
    private final ScheduledExecutorService opener = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "tailrace-bridge-mirrors");
        thread.setDaemon(true);
        return thread;
    });

    Mirrors(Client client, BridgeReceiverConfig config) {
        this.client = client;
        this.config = config;
    }

    /** Takes the answers of the driver. Returns 0 if there was none. */
    int work() {
        int work = 0;
        Runnable answer;
        while ((answer = answers.poll()) != null) {
            answer.run();
            work++;
        }
        return work;
    }

    /** A lane wants a mirror: the existing one, or a new one that begins at the position. */
    void open(ReceiverSession session, int lane, Origin origin, String stream, int termLength, long position) {
        Mirror known = mirrors.get(origin);
        ReceiverSession other = known == null ? null : known.session;
        if (known != null
                && other != null
                && other != session
                && other.isUp()
                && !other.greeting.key().equals(session.greeting.key())) {
            session.shut(lane, LinkMessages.FOR_GOOD, "another link already delivers it: " + other.greeting.link());
            return;
        }
        if (known != null && (known.termLength != termLength || !known.stream.equals(stream))) {
            session.shut(lane, LinkMessages.FOR_GOOD, "there is another log of that id: stream=" + known.stream);
            return;
        }
        Mirror mirror = known == null ? new Mirror(origin, stream, termLength) : known;
        mirrors.put(origin, mirror);
        session.attach(mirror, lane);
        if (mirror.isOpen()) {
            mirror.sayOpened(session);
        } else if (!mirror.opening) {
            openAt(mirror, position);
        }
    }

    /** Opens a mirror; if the driver does not have it, a new one begins at the position. */
    void openAt(Mirror mirror, long position) {
        long untilNs = System.nanoTime() + ASK_AGAIN_FOR_NS;
        opener.execute(() -> ask(mirror, position, untilNs));
        mirror.opening = true; // Last: until it is answered, nothing asks again.
    }

    /** A shortage is transient, and the receiver does not ask again. */
    private void ask(Mirror mirror, long position, long untilNs) {
        while (!opener.isShutdown()) {
            try {
                tryAsk(mirror, position, untilNs);
                return;
            } catch (OutOfMemoryError | StackOverflowError e) {
                LockSupport.parkNanos(ASK_AGAIN_NS);
            }
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // Each mirror has its own request.
    private void tryAsk(Mirror mirror, long position, long untilNs) {
        try {
            LogPublication publication = client.addMirror(
                    mirror.stream,
                    new LogMirror(
                            mirror.origin.host(),
                            mirror.origin.logId(),
                            config.lease().toNanos()),
                    position,
                    mirror.termLength);
            try {
                answers.add(() -> opened(mirror, publication));
            } catch (OutOfMemoryError e) {
                publication.close(); // Else the driver would not give it again.
                throw e;
            }
        } catch (TailraceException | IllegalStateException e) {
            if (isForGood(e) || System.nanoTime() - untilNs >= 0) {
                answers.add(() -> notOpened(mirror, e));
            } else { // For example the previous mirror has just ended, and the driver has not found its end yet.
                opener.schedule(() -> ask(mirror, position, untilNs), ASK_AGAIN_NS, TimeUnit.NANOSECONDS);
            }
        }
    }

    private static void opened(Mirror mirror, LogPublication publication) {
        if (!mirror.opening) {
            publication.close(); // It was asked for twice, because the first time no thread could be started.
            return;
        }
        mirror.opened(publication);
        ReceiverSession session = mirror.session;
        if (session != null) {
            mirror.sayOpened(session);
        }
    }

    private static boolean isForGood(RuntimeException cause) {
        return cause instanceof RegistrationException refused
                && refused.reason() == RegistrationException.Reason.INVALID;
    }

    private void notOpened(Mirror mirror, RuntimeException cause) {
        if (!mirror.opening) {
            return; // As above.
        }
        mirror.opened(null);
        mirrors.remove(mirror.origin, mirror);
        ReceiverSession session = mirror.session;
        if (session != null) {
            session.shut(
                    mirror.lane,
                    isForGood(cause) ? LinkMessages.FOR_GOOD : LinkMessages.TRY_AGAIN,
                    ErrorText.of(cause));
        }
    }

    /** Its sender has let go of it: it ends if its source has ended, else it waits for the next sender. */
    void leave(Mirror mirror) {
        if (mirror.sourceEnded) {
            mirror.end();
        }
        forget(mirror);
    }

    /** Its log is gone, or nothing feeds it any more: it is vacant, and ends with its lease. */
    void forget(Mirror mirror) {
        mirror.close();
        mirrors.remove(mirror.origin, mirror);
    }

    /**
     * A link has opened all its sources again. It had other mirrors, which it does not feed any more. They are left to
     * their lease: only a sender that has read a source to its end knows that it has ended.
     */
    void forgetUnfed(ReceiverSession session) {
        List.copyOf(mirrors.values()).stream()
                .filter(mirror -> mirror.isOpen() && mirror.link.equals(session.greeting.key()))
                .filter(mirror -> mirror.session == null || !mirror.session.isUp())
                .forEach(this::forget);
    }

    /** The mirrors stay vacant for the next receiver. */
    @Override
    public void close() {
        opener.shutdownNow();
        new ArrayList<>(mirrors.values()).forEach(Mirror::close);
        mirrors.clear();
    }
}
