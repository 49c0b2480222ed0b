/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.pubsub;

import io.tailrace.OfferStatus;
import io.tailrace.OfferTimeoutException;
import io.tailrace.Publication;
import io.tailrace.Tailrace;
import io.tailrace.report.SuggestedCommand;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.Console;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Termination;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

/** Sends messages one after the other, waits for subscribers, and loses none. One thread. */
public final class Sender {
    private static final long TELL_AFTER_NS = TimeUnit.SECONDS.toNanos(5);

    private final Tailrace tailrace;
    private final Publication publication;
    private final long waitSubscriberNs;
    private final Schedule schedule;
    private final Termination termination;
    /**
     * The first sleeps are short, so that a busy stream continues at once; after a pause, a millisecond makes no
     * difference.
     */
    private final IdleStrategy backoff = new BackoffIdleStrategy(1, 1, 20_000, 1_000_000);

    private long sent;

    public Sender(
            Tailrace tailrace,
            Publication publication,
            long waitSubscriberNs,
            Schedule schedule,
            Termination termination) {
        this.tailrace = tailrace;
        this.publication = publication;
        this.waitSubscriberNs = waitSubscriberNs;
        this.schedule = schedule;
        this.termination = termination;
    }

    /** {@return the number of sent messages} */
    public long sent() {
        return sent;
    }

    /** {@return the length of the longest allowed message in bytes} */
    int longest() {
        return publication.maxMessageLength();
    }

    /** Refuses a message that is longer than allowed. */
    void checkLength(long length) {
        if (length > longest()) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "message too long: length=" + length + ", longest=" + longest() + ", message=" + (sent + 1) + ", "
                            + sent
                            + " sent. Longer ones need a greater --term-length of the stream (pub) or of all (driver)");
        }
    }

    /** Sends the next message; returns false if the command was asked to end first. */
    boolean send(DirectBuffer buffer, int offset, int length) {
        return send((double) sent, buffer, offset, length);
    }

    /** Sends one message at its time; returns false if the command was asked to end first. */
    public boolean send(double timeNs, DirectBuffer buffer, int offset, int length) {
        checkLength(length);
        return schedule.await(timeNs, termination) && offer(buffer, offset, length);
    }

    /** Waits until the next message is due; returns false if the command was asked to end first. */
    boolean await() {
        return schedule.await((double) sent, termination);
    }

    /** Sends one message now; returns false if the command was asked to end first. */
    boolean offer(DirectBuffer buffer, int offset, int length) {
        if (publication.offer(buffer, offset, length) < 0 && !offerPatiently(buffer, offset, length)) {
            return false;
        }
        sent++;
        return true;
    }

    private boolean offerPatiently(DirectBuffer buffer, int offset, int length) {
        long startNs = System.nanoTime();
        long connectedNs = startNs;
        boolean told = false;
        backoff.reset();
        while (!termination.isRequested()) {
            long result = publication.offer(buffer, offset, length);
            if (result >= 0) {
                return true;
            }
            if (result == OfferStatus.CLOSED_CODE) {
                throw logLost();
            }
            // Without a driver no subscriber can join, and naming the slowest one would not help.
            boolean driverLives = tailrace.isDriverAlive();
            long nowNs = System.nanoTime();
            if (result != OfferStatus.NOT_CONNECTED_CODE || !driverLives) {
                connectedNs = nowNs;
            } else if (nowNs - connectedNs >= waitSubscriberNs) {
                throw noSubscriber();
            }
            if (!told && driverLives && nowNs - startNs > TELL_AFTER_NS && result == OfferStatus.BACK_PRESSURED_CODE) {
                told = true;
                if (offerOrTellWhy(buffer, offset, length)) {
                    return true;
                }
            }
            backoff.idle();
        }
        return false;
    }

    /** Only an offer with a deadline names the subscriber that holds the stream up, in its exception. */
    private boolean offerOrTellWhy(DirectBuffer buffer, int offset, int length) {
        try {
            publication.offer(buffer, offset, length, Duration.ofMillis(1));
            return true;
        } catch (OfferTimeoutException e) {
            Console.error("still waiting: " + e.getMessage());
            return false;
        }
    }

    /** Before the next driver started, a user deleted the files of the last one. */
    private CommandException logLost() {
        return new CommandException(
                ExitCode.NO_DRIVER,
                "the log is gone: stream=" + publication.stream() + ", dir=" + tailrace.directory() + ", " + sent
                        + " sent. Another driver runs there, without the files of the last one, or "
                        + "a process has truncated them");
    }

    private CommandException noSubscriber() {
        String stream = publication.stream();
        return new CommandException(
                ExitCode.TIMED_OUT,
                "no subscriber within " + TimeUnit.NANOSECONDS.toMillis(waitSubscriberNs) + " ms: stream=" + stream
                        + ", dir=" + tailrace.directory() + ", " + sent + " sent. Start one: "
                        + SuggestedCommand.of("sub", stream, "--dir", tailrace.directory())
                        + ", or wait longer with --wait-subscriber");
    }
}
