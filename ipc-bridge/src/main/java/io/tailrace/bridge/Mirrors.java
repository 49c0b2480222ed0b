/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import io.tailrace.Origin;
import io.tailrace.RegistrationException;
import io.tailrace.TailraceException;
import io.tailrace.client.Client;
import io.tailrace.control.DriverDirectory;
import io.tailrace.internal.ErrorText;
import io.tailrace.log.LogMirror;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The mirrors of a receiver, which stay open while links come and go. A separate thread requests them from the driver,
 * because that takes time, and more time while the driver is down. Everything else runs on the receiver's thread.
 */
final class Mirrors implements AutoCloseable {
    private static final int MAX_REMEMBERED = 4096;
    private static final long ASK_AGAIN_NS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long ASK_AGAIN_FOR_NS = TimeUnit.SECONDS.toNanos(1);

    private final Client client;
    private final BridgeReceiverConfig config;
    private final Links links;
    private final Map<Origin, Mirror> mirrors = new HashMap<>();
    /** The end positions of ended sources; a sender that missed the answer asks again. */
    private final Map<Origin, Long> ended = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Origin, Long> eldest) {
            return size() > MAX_REMEMBERED;
        }
    };

    private final Queue<Runnable> answers = new ConcurrentLinkedQueue<>();
    private final ScheduledExecutorService opener = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "tailrace-bridge-mirrors");
        thread.setDaemon(true);
        return thread;
    });

    /** Keeps the links, by the sender's host and name. */
    interface Links {
        LinkStatus greeted(ReceiverSession session, String product);

        void refused(ReceiverSession session, String reason);
    }

    Mirrors(Client client, BridgeReceiverConfig config, Links links) {
        this.client = client;
        this.config = config;
        this.links = links;
    }

    LinkStatus greeted(ReceiverSession session, String product) {
        return links.greeted(session, product);
    }

    void refused(ReceiverSession session, String reason) {
        links.refused(session, reason);
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
        Long end = ended.get(origin);
        if (end != null && position >= end) {
            session.ended(lane);
            return;
        }
        Mirror known = mirrors.get(origin);
        ReceiverSession other = known == null ? null : known.session();
        if (known != null && other != null && other != session && other.isUp() && !isSameLink(other, session)) {
            session.shut(lane, LinkMessages.FOR_GOOD, "another link already delivers it: " + other.link());
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
            session.opened(mirror);
        } else if (!mirror.isOpening()) {
            openAt(mirror, position);
        }
    }

    private static boolean isSameLink(ReceiverSession one, ReceiverSession other) {
        return one.host().equals(other.host()) && one.link().equals(other.link());
    }

    /** Opens a mirror; if the driver does not have it, a new one begins at the position. */
    void openAt(Mirror mirror, long position) {
        mirror.beginOpening();
        long untilNs = System.nanoTime() + ASK_AGAIN_FOR_NS;
        opener.execute(() -> ask(mirror, position, untilNs));
    }

    @SuppressWarnings("FutureReturnValueIgnored") // Each mirror has its own request.
    private void ask(Mirror mirror, long position, long untilNs) {
        try {
            var publication = client.addMirror(
                    mirror.stream,
                    new LogMirror(
                            mirror.origin.host(),
                            mirror.origin.logId(),
                            config.lease().toNanos()),
                    position,
                    mirror.termLength);
            answers.add(() -> {
                mirror.opened(publication);
                ReceiverSession session = mirror.session();
                if (session != null) {
                    session.opened(mirror);
                }
            });
        } catch (TailraceException | IllegalStateException e) {
            if (isForGood(e) || System.nanoTime() - untilNs >= 0) {
                answers.add(() -> notOpened(mirror, e));
            } else { // For example the previous mirror has just ended, and the driver has not found its end yet.
                opener.schedule(() -> ask(mirror, position, untilNs), ASK_AGAIN_NS, TimeUnit.NANOSECONDS);
            }
        }
    }

    private static boolean isForGood(RuntimeException cause) {
        return cause instanceof RegistrationException refused
                && refused.reason() == RegistrationException.Reason.INVALID;
    }

    private void notOpened(Mirror mirror, RuntimeException cause) {
        mirror.opened(null);
        mirrors.remove(mirror.origin, mirror);
        ReceiverSession session = mirror.session();
        if (session != null) {
            session.shut(
                    mirror.lane(),
                    isForGood(cause) ? LinkMessages.FOR_GOOD : LinkMessages.TRY_AGAIN,
                    ErrorText.of(cause));
        }
    }

    /** Its source has ended, as far as the mirror goes. */
    void ended(Mirror mirror, long position) {
        mirrors.remove(mirror.origin, mirror);
        ended.put(mirror.origin, position);
    }

    /** Its log is gone. */
    void forget(Mirror mirror) {
        mirror.close();
        mirrors.remove(mirror.origin, mirror);
    }

    /**
     * A sender has named all its sources. Other mirrors of its streams that no session feeds belong to sources that
     * ended, and were confirmed, before this session. So they end.
     */
    void endForgotten(ReceiverSession session) {
        List<Mirror> idle = mirrors.values().stream()
                .filter(mirror -> mirror.isOpen() && isForgotten(mirror, session))
                .toList();
        for (Mirror mirror : idle) {
            long position = mirror.committed();
            mirror.end();
            ended(mirror, position);
        }
        opener.execute(() -> {
            try {
                for (VacantMirrors.Found found : VacantMirrors.list(new DriverDirectory(client.directory()))) {
                    if (found.origin().host().equals(session.host()) && session.sends(found.stream())) {
                        endVacant(found);
                    }
                }
            } catch (IOException | TailraceException e) {
                answers.add(() -> config.errorHandler().accept(e));
            }
        });
    }

    private static boolean isForgotten(Mirror mirror, ReceiverSession session) {
        ReceiverSession feeds = mirror.session();
        return (feeds == null || !feeds.isUp())
                && mirror.origin.host().equals(session.host())
                && session.sends(mirror.stream);
    }

    private void endVacant(VacantMirrors.Found found) {
        var publication = client.addMirror(
                found.stream(),
                new LogMirror(
                        found.origin().host(),
                        found.origin().logId(),
                        config.lease().toNanos()),
                found.position(),
                found.termLength());
        publication.endSource(publication.position());
        publication.close();
    }

    /** The mirrors stay vacant for the next receiver. */
    @Override
    public void close() {
        opener.shutdownNow();
        new ArrayList<>(mirrors.values()).forEach(Mirror::close);
        mirrors.clear();
    }
}
