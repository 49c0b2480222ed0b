/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import io.tailrace.Claim;
import io.tailrace.OfferTimeoutException;
import io.tailrace.Publication;
import io.tailrace.PublicationConfig;
import io.tailrace.Tailrace;
import io.tailrace.WaitPolicy;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.Connector;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Termination;
import io.tailrace.tools.measure.BenchPlan.Intervals;
import io.tailrace.tools.measure.BenchPlan.Message;
import io.tailrace.tools.measure.BenchPlan.Timetable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.agrona.MutableDirectBuffer;

/** A publisher of {@code bench} in a process of its own: sends as many messages as possible, or each at its time. */
public final class BenchPublisher extends Part {
    /** The sub-command that only {@code bench} itself uses. */
    public static final String NAME = "bench-pub";

    private static final int BURST = 64;
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final long MEETING_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(50);
    /** A sleeping thread may wake this late, so it wakes that much earlier and spins. */
    private static final long SPIN_NS = TimeUnit.MICROSECONDS.toNanos(200);
    /** How long after the end a message may still be sent, so that a delay at the end counts, too. */
    private static final long LATEST_NS = TimeUnit.SECONDS.toNanos(1);

    private final Path directory;
    private final String stream;
    private final int index;
    private final BenchPlan plan;
    private final long spinNs;
    private final Intervals intervals;

    private final Claim claim = new Claim();
    private final MappedBuffer message;
    private long sent;
    private long due;

    /** Takes the arguments: name, directory, stream, index of the publisher, plan. */
    public BenchPublisher(String[] arguments, Termination termination) {
        super(termination);
        directory = Path.of(arguments[1]);
        stream = arguments[2];
        index = Integer.parseInt(arguments[3]);
        plan = BenchPlan.parse(arguments, 4);
        message = MappedBuffer.allocate(plan.size());
        spinNs = maySpin() ? SPIN_NS : 0;
        intervals = new Intervals(plan.times().warmUpNs(), plan.times().intervalNs());
    }

    /** With a single processor, the other processes need it. In a demo the user decides. */
    private boolean maySpin() {
        return plan.isDemo()
                ? plan.waitPolicy() == WaitPolicy.SPIN
                : Runtime.getRuntime().availableProcessors() > 1;
    }

    @Override
    protected void run() {
        try (Tailrace tailrace = Connector.connect(directory, plan.command() + " publisher");
                Publication publication = add(tailrace)) {
            awaitSubscribers(publication);
            join();
            if (awaitDue(0)) {
                if (plan.rate() > 0) {
                    sendOnTime(tailrace, publication, plan.timetable(index));
                } else {
                    sendAll(tailrace, publication);
                }
                awaitDue(plan.times().endNs()); // Subscribers report the last interval before they exit.
                tellSent();
                send(tailrace, publication, Message.lastWord(index, sent), startNs());
            }
            say(END + sent + " " + due);
            awaitRelease();
        }
    }

    private void awaitSubscribers(Publication publication) {
        long startNs = System.nanoTime();
        while (!publication.awaitSubscribers(plan.subscribers(), LOOK)
                && !termination().isRequested()) {
            if (System.nanoTime() - startNs > MEETING_TIMEOUT_NS) {
                throw new CommandException(
                        ExitCode.TIMED_OUT,
                        "subscribers are missing: subscribers=" + publication.subscriberCount() + ", expected="
                                + plan.subscribers() + ", stream=" + stream);
            }
        }
    }

    private Publication add(Tailrace tailrace) {
        PublicationConfig config = PublicationConfig.DEFAULT.withRetention(Duration.ZERO);
        return plan.exclusive()
                ? tailrace.addExclusivePublication(stream, config)
                : tailrace.addPublication(stream, config);
    }

    private void sendAll(Tailrace tailrace, Publication publication) {
        boolean goOn = true;
        while (goOn && elapsedNs(System.nanoTime()) < plan.times().endNs()) {
            for (int i = 0; i < BURST && goOn; i++) {
                goOn = sendNext(tailrace, publication, plan.isTimed() ? System.nanoTime() : 0);
            }
            tellSent();
        }
        due = sent;
    }

    private void sendOnTime(Tailrace tailrace, Publication publication, Timetable timetable) {
        due = timetable.countBefore(plan.times().endNs());
        long latestNs = plan.times().endNs() + LATEST_NS;
        while (sent < due) {
            long dueNs = timetable.dueNs(sent);
            tellSent();
            if (!awaitDue(dueNs)
                    || elapsedNs(System.nanoTime()) > latestNs
                    || !sendNext(tailrace, publication, startNs() + dueNs)) {
                return;
            }
        }
    }

    private void tellSent() {
        while (plan.isDemo() && intervals.hasEnded(elapsedNs(System.nanoTime()))) {
            say(AT + sent);
        }
    }

    /** Waits for a time since the start; returns false if the command was asked to end first. */
    private boolean awaitDue(long dueNs) {
        while (!termination().isRequested()) {
            long elapsedNs = elapsedNs(System.nanoTime());
            if (elapsedNs >= dueNs) {
                return true;
            }
            long leftNs = elapsedNs == NOT_STARTED ? 2 * SPIN_NS : dueNs - elapsedNs;
            if (leftNs > spinNs) {
                termination().sleep(leftNs - spinNs);
            } else {
                Thread.onSpinWait();
            }
        }
        return false;
    }

    private boolean sendNext(Tailrace tailrace, Publication publication, long dueAtNs) {
        boolean done = send(tailrace, publication, Message.word(index, sent), dueAtNs);
        sent += done ? 1 : 0;
        return done;
    }

    /** Returns false if the command was asked to end before there was space. */
    private boolean send(Tailrace tailrace, Publication publication, long word, long dueAtNs) {
        while (true) {
            try {
                if (plan.api() == BenchPlan.Api.CLAIM) {
                    publication.claim(plan.size(), claim, LOOK);
                    fill(claim.buffer(), word, dueAtNs);
                    claim.commit();
                } else {
                    fill(message, word, dueAtNs);
                    publication.offer(message, 0, plan.size(), LOOK);
                }
                return true;
            } catch (OfferTimeoutException e) {
                if (termination().isRequested()) {
                    return false;
                }
                if (!tailrace.isDriverAlive()) {
                    throw Connector.driverLost(tailrace, sent + " sent");
                }
            }
        }
    }

    private void fill(MutableDirectBuffer buffer, long word, long dueAtNs) {
        buffer.putLong(Message.WORD_OFFSET, word);
        if (plan.isTimed()) {
            buffer.putLong(Message.DUE_OFFSET, dueAtNs);
        }
    }
}
