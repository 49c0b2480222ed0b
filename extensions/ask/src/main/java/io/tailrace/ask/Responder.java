/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.ask;

import io.tailrace.ControlledFrameHandler;
import io.tailrace.ExclusivePublication;
import io.tailrace.Header;
import io.tailrace.Image;
import io.tailrace.NoDriverException;
import io.tailrace.PublicationConfig;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.TailraceException;
import io.tailrace.internal.ErrorText;
import io.tailrace.log.ThreadGuard.Occupancy;
import io.tailrace.memory.MappedBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Answers the requests of a stream. Several responders share them: each request goes to one or to all, as its {@link
 * Requester} chooses. The {@link io.tailrace.ask package} has an example.
 *
 * <p>A requester that does not poll its answers until their window is full receives no more: its requests stay in its
 * log, while those of other requesters are answered. A responder that does not poll holds the requesters back once a
 * window of their requests is full. That affects all their requests, because all responders read the same log.
 *
 * <p>One thread at a time polls and answers; a second one that polls meanwhile gets an IllegalStateException. Any
 * thread may close the responder. Answering a request allocates nothing, except in polls that wait.
 */
public final class Responder implements AutoCloseable {
    /** The pause while a requester takes no answers; this thread is not woken when the requester takes them again. */
    private static final long HELD_PAUSE_NS = 1_000_000;
    /** The pause before the driver is asked again for the log of the answers to a requester. */
    private static final long RETRY_NS = 100_000_000;

    /** Of an exception's text; in UTF-8 each takes at most 4 bytes. */
    private static final int MAX_CHARACTERS = 256;

    private static final MappedBuffer NO_TEXT = MappedBuffer.of(new byte[0]);

    private final Tailrace tailrace;
    private final String stream;
    private final RequestHandler handler;
    private final PublicationConfig config;
    private final Subscription requests;
    private final AskGuard guard;
    private final Answer answer = new Answer();
    private volatile Link[] links = {};
    /** Whether images of requests were added or removed since the last comparison with the links. */
    private volatile boolean changed;

    private int first;
    private boolean held;
    /** Whether there are requesters that cannot be answered yet, and when that was last tried. */
    private boolean incomplete;

    private boolean reported;
    private long triedNs;

    private Responder(Tailrace tailrace, String stream, RequestHandler handler, PublicationConfig config) {
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
     * Opens a responder whose logs of answers have terms of 1 MiB, as {@link #open(Tailrace, String, RequestHandler,
     * PublicationConfig)} does.
     */
    public static Responder open(Tailrace tailrace, String stream, RequestHandler handler) {
        return open(tailrace, stream, handler, RequesterConfig.SHORT_TERMS);
    }

    /**
     * Opens a responder. The client may also be used for other purposes; closing it closes the responder.
     *
     * @param stream of the requests
     * @param handler answers them, inside polls
     * @param config properties of the log of the answers to each requester; its wait policy says how polls wait
     * @throws IllegalArgumentException if the name is empty, longer than 255 bytes in UTF-8, or has control characters
     * @throws io.tailrace.RegistrationException if the driver refuses
     * @throws NoDriverException if the driver is gone
     */
    public static Responder open(Tailrace tailrace, String stream, RequestHandler handler, PublicationConfig config) {
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
        Occupancy occupancy = guard.enter();
        try {
            AskGuard.admitHandlers(occupancy);
            boolean isDue = incomplete && System.nanoTime() - triedNs >= RETRY_NS;
            // An image can be visible before its handler has run.
            if (changed || isDue || links.length != requests.imageCount()) {
                update();
            }
            int handled = pollLinks(limit);
            AskGuard.leave(occupancy);
            return handled;
        } catch (Throwable t) {
            guard.failed = true; // No call: see the field.
            throw t;
        }
    }

    private int pollLinks(int limit) {
        Link[] current = links;
        int start = first < current.length ? first : 0;
        first = start + 1;
        held = false;
        int handled = 0;
        for (int i = 0; i < current.length && handled < limit; i++) {
            Link link = current[start + i < current.length ? start + i : start + i - current.length];
            handled += link.poll(limit - handled);
            held |= link.held;
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
        Deadline deadline = Deadline.in(timeout);
        int handled;
        long leftNs;
        while ((handled = poll(limit)) == 0 && (leftNs = deadline.leftNs()) > 0 && !isClosed()) {
            if (held) {
                LockSupport.parkNanos(Math.min(leftNs, HELD_PAUSE_NS));
            } else {
                requests.awaitMessage(Duration.ofNanos(incomplete ? Math.min(leftNs, RETRY_NS) : leftNs));
            }
        }
        return handled;
    }

    private void update() {
        changed = false; // Cleared before the images are read: a later change sets it again.
        Link[] next = requests.images().stream().map(this::linkOf).toArray(Link[]::new);
        for (Link link : links) {
            if (!Arrays.asList(next).contains(link)) {
                link.close();
            }
        }
        links = next;
        incomplete = false;
        for (Link link : links) {
            incomplete |= !link.isOpen() && !open(link);
        }
        reported &= incomplete;
        triedNs = System.nanoTime();
    }

    private Link linkOf(Image image) {
        return Stream.of(links).filter(link -> link.image == image).findAny().orElseGet(() -> new Link(image));
    }

    /** Adds the log of the answers to a requester. Returns whether that worked; a failure is reported once. */
    private boolean open(Link link) {
        if (requests.isClosed() || !tailrace.isDriverAlive()) {
            return false; // Without a driver an add may wait, while other requesters need answers.
        }
        try {
            ExclusivePublication answers =
                    tailrace.addExclusivePublication(AskLog.answers(stream, link.image.logId()), config);
            link.open(new AskLog(answers));
            if (requests.isClosed()) { // A volatile load after a volatile store: pairs with those in close.
                answers.close(); // The thread that closed the responder may not have seen this log.
            }
            return true;
        } catch (IllegalStateException e) {
            if (!requests.isClosed()) { // Else its client was closed meanwhile.
                throw e;
            }
        } catch (TailraceException e) {
            // Without a driver: it announced the requester and then died, and the next driver adds the log.
            if (!reported && !(e instanceof NoDriverException)) {
                reported = true;
                tailrace.errorHandler()
                        .accept(new TailraceException(
                                "a requester cannot be answered yet: stream=" + stream + ", requester="
                                        + link.image.logId() + ", cause=" + e.getMessage()
                                        + "; this is tried again until it works",
                                e));
            }
        }
        return false;
    }

    /**
     * {@return the subscription of the requests, for a {@link io.tailrace.WaitSet} or a tasklet that waits for them and
     * then polls this responder} It has an image for each requester, and a new one also wakes it. The program must not
     * poll it. While a requester takes
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
        requests.close(); // A volatile store, and the links are loaded after it: pairs with Link.answers.
        for (Link link : links) {
            link.close();
        }
    }

    private static MappedBuffer text(Throwable thrown) {
        String text = thrown.toString();
        int length = Math.min(text.length(), MAX_CHARACTERS);
        return MappedBuffer.of(text.substring(0, length).getBytes(StandardCharsets.UTF_8));
    }

    /**
     * One requester: the image of its requests, and the log of the answers to it. Used by the responder's thread.
     *
     * <p>A request is passed to the handler only when its answer has room. Otherwise that request and the later ones
     * stay in the requester's log, while requests of other requesters continue. If the handler failed or did not take a
     * request, the library owes the requester an answer that says so, until it is sent.
     */
    private final class Link implements ControlledFrameHandler {
        private final Image image;
        /**
         * Volatile: stored before {@link #open} checks whether the responder is closed, and read by its close after
         * the closed state is set. One of the two sees the other, so no log of answers stays open. No stress test
         * covers this: the log is added just before, with locks and a wait for the driver, so the two hardly ever meet.
         */
        private volatile @Nullable AskLog answers;

        private int handled;
        /** Whether the last poll left a request in the log because its answer would have no room. */
        private boolean held;

        /** The status of the answer that is owed; null if none is. */
        private @Nullable AnswerStatus owed;

        private long owedCorrelation;
        private MappedBuffer owedText = NO_TEXT;

        private Link(Image image) {
            this.image = image;
        }

        /** From now on it can be answered. Requests arrive only after the requester has seen this log. */
        void open(AskLog newAnswers) {
            answers = newAnswers;
            owed = null; // The requester was already notified that the responder of the last log has gone.
        }

        boolean isOpen() {
            AskLog log = answers;
            return log != null && !log.publication.isClosed();
        }

        /** Passes the available requests to the handler. Returns how many. */
        int poll(int limit) {
            handled = 0;
            held = !pay();
            if (!held) {
                image.controlledPoll(this, limit);
            }
            return handled;
        }

        @Override
        public Action onFrame(DirectBuffer buffer, int offset, int length, Header header) {
            AskLog.checkMessage(length, header.stream());
            AskLog log = answers;
            long responder = buffer.getLong(offset + AskLog.WORD_OFFSET);
            if (log == null || (responder != log.publication.logId() && responder != AskLog.ALL)) {
                // For another responder; or to all, from a requester that did not know this one yet.
                return Action.CONTINUE;
            }
            if (!pay() || !log.hasRoom()) {
                held = true;
                return Action.ABORT;
            }
            handled++;
            answer.begin(log, buffer.getLong(offset + AskLog.CORRELATION_OFFSET));
            handle(buffer, offset + AskLog.HEADER_LENGTH, length - AskLog.HEADER_LENGTH, header);
            return Action.CONTINUE;
        }

        private void handle(DirectBuffer buffer, int offset, int length, Header header) {
            Throwable thrown = null;
            try {
                handler.onRequest(buffer, offset, length, answer);
            } catch (Throwable t) {
                thrown = t;
            }
            answer.abort();
            if (!answer.given && (thrown != null || !answer.kept)) {
                owe(thrown);
            }
            if (thrown != null) {
                report(thrown, header);
            }
        }

        private void report(Throwable thrown, Header header) {
            if (thrown instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            if (thrown instanceof Error error) {
                throw error;
            }
            tailrace.errorHandler()
                    .accept(new TailraceException(
                            "the handler of requests failed: stream=" + header.stream() + ", log=" + image.logId()
                                    + ", position=" + header.position() + ": " + ErrorText.withOrigin(thrown),
                            thrown));
        }

        /** @param thrown null if the handler did not take the request */
        private void owe(@Nullable Throwable thrown) {
            owed = thrown == null ? AnswerStatus.NOT_TAKEN : AnswerStatus.FAILED;
            owedCorrelation = answer.correlation;
            owedText = thrown == null ? NO_TEXT : text(thrown);
            pay();
        }

        /** {@return whether no answer is owed any more} */
        private boolean pay() {
            AnswerStatus status = owed;
            AskLog log = answers;
            if (status == null || log == null) {
                return true;
            }
            long result = log.answer(owedCorrelation, status).offer(owedText, 0, owedText.capacity());
            owed = AskLog.isFull(result) ? status : null;
            return owed == null;
        }

        void close() {
            AskLog log = answers;
            if (log != null) {
                log.publication.close();
            }
        }
    }
}
