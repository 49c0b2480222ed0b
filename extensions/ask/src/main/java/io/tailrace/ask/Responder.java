/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.ask;

import io.tailrace.ExclusivePublication;
import io.tailrace.Image;
import io.tailrace.NoDriverException;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.TailraceException;
import io.tailrace.log.ThreadGuard.Occupancy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Answers the requests of a stream. Several responders share them: each request goes to one or to all, as its {@link
 * Requester} chooses.
 *
 * <pre>{@code
 * Responder responder = Responder.open(tailrace, "prices", (buffer, offset, length, answer) -> {
 *     if (answer.tryClaim(Long.BYTES) >= 0) {
 *         answer.buffer().putLong(0, priceOf(buffer.getLong(offset)));
 *         answer.commit();
 *     }
 * });
 * while (running) {
 *     responder.poll(64, Duration.ofSeconds(1));
 * }
 * }</pre>
 *
 * <p>A requester that does not poll its answers until their window is full receives no more: its requests stay in its
 * log, while those of other requesters are answered. A responder that does not poll holds the requesters back once a
 * window of their requests is full. That affects all their requests, because all responders read the same log.
 *
 * <p>One thread at a time polls and answers; a second thread at the same time gets an IllegalStateException. Any thread
 * may close the responder. Answering a request allocates nothing, except in polls that wait.
 */
public final class Responder implements AutoCloseable {
    private static final RequesterLink[] NONE = {};
    /** The pause while a requester takes no answers; this thread is not woken when the requester takes them again. */
    private static final long HELD_PAUSE_NS = 1_000_000;
    /** The pause before the driver is asked again for the log of the answers to a requester. */
    private static final long RETRY_NS = 100_000_000;

    private final Tailrace tailrace;
    private final String stream;
    private final RequestHandler handler;
    private final ResponderConfig config;
    private final Subscription requests;
    private final AskGuard guard;
    private final Answer answer = new Answer();
    private final Answer laterAnswer = new Answer();
    private volatile RequesterLink[] links = NONE;
    /** Whether images of requests were added or removed since the last comparison with the links. */
    private volatile boolean changed;

    private int first;
    private boolean held;
    /** Whether there are requesters that cannot be answered yet, and when that was last tried. */
    private boolean incomplete;

    private boolean reported;
    private long triedNs;

    private Responder(Tailrace tailrace, String stream, RequestHandler handler, ResponderConfig config) {
        this.tailrace = tailrace;
        this.stream = stream;
        this.handler = handler;
        this.config = config;
        this.guard = new AskGuard("the responder of stream " + stream);
        this.requests = tailrace.addSubscription(
                stream,
                SubscriptionConfig.DEFAULT
                        .withWaitPolicy(config.waitPolicy())
                        .withAvailableHandler(this::onChange)
                        .withUnavailableHandler(this::onChange));
    }

    /**
     * Opens a responder with the default configuration, as {@link #open(Tailrace, String, RequestHandler,
     * ResponderConfig)} does.
     */
    public static Responder open(Tailrace tailrace, String stream, RequestHandler handler) {
        return open(tailrace, stream, handler, ResponderConfig.DEFAULT);
    }

    /**
     * Opens a responder. The client may also be used for other purposes; closing it closes the responder.
     *
     * @param stream of the requests
     * @param handler answers them, inside polls
     * @throws IllegalArgumentException if the name is empty, longer than 255 bytes in UTF-8, or has control characters
     * @throws io.tailrace.RegistrationException if the driver refuses
     * @throws NoDriverException if the driver is gone
     */
    public static Responder open(Tailrace tailrace, String stream, RequestHandler handler, ResponderConfig config) {
        return new Responder(tailrace, stream, handler, config);
    }

    /** Conductor. */
    private void onChange(Image image) {
        changed = true;
        image.subscription().wake();
    }

    /**
     * Passes the available requests of each requester in turn to the handler, and returns; each call starts with
     * another requester. For a new requester it adds the log of the answers, and waits for the driver to do so.
     *
     * @param limit maximum number of requests to handle
     * @return the number of requests handled
     */
    public int poll(int limit) {
        Occupancy occupancy = guard.enterPoll();
        try {
            boolean isDue = incomplete && System.nanoTime() - triedNs >= RETRY_NS;
            if (changed
                    || isDue
                    || links.length != requests.imageCount()) { // An image can be visible before its handler has run.
                update();
            }
            int handled = pollLinks(limit);
            guard.leavePoll(occupancy);
            return handled;
        } catch (Throwable t) {
            guard.failed = true; // No call: see the field.
            throw t;
        }
    }

    private int pollLinks(int limit) {
        RequesterLink[] current = links;
        int start = first < current.length ? first : 0;
        first = start + 1;
        held = false;
        int handled = 0;
        for (int i = 0; i < current.length && handled < limit; i++) {
            RequesterLink link = current[start + i < current.length ? start + i : start + i - current.length];
            handled += link.poll(limit - handled);
            held |= link.isHeld();
            incomplete |= !link.isOpen();
        }
        return handled;
    }

    /**
     * Passes the available requests to the handler; if there are none, waits as the {@link io.tailrace.WaitPolicy}
     * says. While a requester takes no answers, it checks every millisecond.
     *
     * @return the number of requests handled; 0 if none arrived in time, if this responder was closed, or if the thread
     *     was interrupted, whose interrupt status then stays set
     */
    public int poll(int limit, Duration timeout) {
        int handled = poll(limit);
        Deadline deadline = Deadline.in(timeout);
        long leftNs = deadline.leftNs();
        while (handled == 0 && leftNs > 0 && !isClosed()) {
            if (held) {
                LockSupport.parkNanos(Math.min(leftNs, HELD_PAUSE_NS));
            } else {
                requests.awaitMessage(Duration.ofNanos(incomplete ? Math.min(leftNs, RETRY_NS) : leftNs));
            }
            handled = poll(limit);
            leftNs = deadline.leftNs();
        }
        return handled;
    }

    private void update() {
        changed = false; // Cleared before the images are read: a later change sets it again.
        List<Image> images = requests.images();
        List<RequesterLink> next = new ArrayList<>();
        for (RequesterLink link : links) {
            if (images.contains(link.image())) {
                next.add(link);
            } else {
                link.close();
            }
        }
        for (Image image : images) {
            if (next.stream().noneMatch(link -> link.image() == image)) {
                next.add(new RequesterLink(image, handler, tailrace.errorHandler(), answer));
            }
        }
        links = next.toArray(NONE);
        incomplete = false;
        for (RequesterLink link : links) {
            incomplete |= !link.isOpen() && !open(link);
        }
        reported &= incomplete;
        triedNs = System.nanoTime();
    }

    /** Adds the log of the answers to a requester. Returns whether that worked; a failure is reported once. */
    private boolean open(RequesterLink link) {
        if (requests.isClosed() || !tailrace.isDriverAlive()) {
            return false; // Without a driver an add may wait, while other requesters need answers.
        }
        try {
            ExclusivePublication answers =
                    tailrace.addExclusivePublication(AskLayout.answers(stream, link.id()), config.publication());
            link.open(answers);
            if (requests.isClosed()) { // A volatile load after a volatile store: pairs with those in close.
                answers.close(); // The thread that closed the responder may not have seen this log.
            }
            return true;
        } catch (NoDriverException e) {
            return false; // The driver announced the requester and then died; the next driver adds the log.
        } catch (IllegalStateException e) {
            if (requests.isClosed()) {
                return false; // Its client was closed meanwhile.
            }
            throw e;
        } catch (TailraceException e) {
            if (!reported) {
                reported = true;
                tailrace.errorHandler()
                        .accept(new TailraceException(
                                "a requester cannot be answered yet: stream=" + stream + ", requester=" + link.id()
                                        + ", cause=" + e.getMessage() + "; this is tried again until it works",
                                e));
            }
            return false;
        }
    }

    /**
     * {@return the answer to a kept request} The next call reuses it, so it must not be claimed then. If the requester
     * has gone, no answer is accepted.
     *
     * @param requester {@link Answer#requester}
     * @param correlation {@link Answer#correlation}
     */
    public Answer answer(long requester, long correlation) {
        Occupancy occupancy = guard.enterOrStay();
        try {
            laterAnswer.begin(find(requester), correlation);
            guard.leave(occupancy);
            return laterAnswer;
        } catch (Throwable t) {
            if (occupancy != null) {
                guard.failed = true;
            }
            throw t;
        }
    }

    private @Nullable RequesterLink find(long requester) {
        for (RequesterLink link : links) {
            if (link.id() == requester) {
                return link;
            }
        }
        return null;
    }

    /** {@return how many requesters there are} Any thread. */
    public int requesterCount() {
        return requests.imageCount();
    }

    /**
     * {@return the subscription of the requests, for a {@link io.tailrace.WaitSet} or a tasklet that waits for them and
     * then polls this responder} A new requester also wakes it. The program must not poll it. While a requester takes
     * no answers, its requests stay available and such a wait ends at once; {@link #poll(int, Duration)} pauses
     * instead.
     */
    public Subscription requests() {
        return requests;
    }

    public String stream() {
        return stream;
    }

    public boolean isClosed() {
        return requests.isClosed();
    }

    /** Closes the responder: requesters are notified that it has gone. Any thread may call this any number of times. */
    @Override
    public void close() {
        requests.close(); // A volatile store, and the links are loaded after it: pairs with RequesterLink.answers.
        for (RequesterLink link : links) {
            link.close();
        }
    }
}
