/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import io.tailrace.FrameHandler;
import io.tailrace.Header;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.Connector;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Termination;
import io.tailrace.tools.measure.BenchPlan.Intervals;
import io.tailrace.tools.measure.BenchPlan.Message;
import io.tailrace.tools.measure.BenchResult.Subscriber;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.agrona.DirectBuffer;

/**
 * A subscriber of {@code bench} in a process of its own: checks and counts every message, and times those with a time.
 */
public final class BenchSubscriber extends Part {
    /** The sub-command that only {@code bench} itself uses. */
    public static final String NAME = "bench-sub";

    private static final int FRAMES_A_POLL = 256;
    private static final Duration LONGEST_WAIT = Duration.ofMillis(100);

    private final Path directory;
    private final String stream;
    private final BenchPlan plan;
    private final SequenceCheck[] checks;
    private final Histogram latency = Latencies.newHistogram();
    private final Histogram total = Latencies.newHistogram();
    private final Intervals intervals;
    private final FrameHandler handler = this::onMessage;
    private long received;
    private long lost;
    private int ended;

    /** Takes the arguments: name, directory, stream, plan. */
    public BenchSubscriber(String[] arguments, Termination termination) {
        super(termination);
        directory = Path.of(arguments[1]);
        stream = arguments[2];
        plan = BenchPlan.parse(arguments, 3);
        checks = Stream.generate(SequenceCheck::new).limit(plan.publishers()).toArray(SequenceCheck[]::new);
        intervals = new Intervals(plan.times().warmUpNs(), plan.times().intervalNs());
    }

    @Override
    protected void run() {
        SubscriptionConfig config = SubscriptionConfig.DEFAULT.withWaitPolicy(plan.waitPolicy());
        try (Tailrace tailrace = Connector.connect(directory, plan.command() + " subscriber");
                Subscription subscription = tailrace.addSubscription(stream, config)) {
            join();
            while (ended < plan.publishers() && !termination().isRequested()) {
                int frames = subscription.poll(handler, FRAMES_A_POLL);
                long elapsedNs = elapsedNs(System.nanoTime());
                while (intervals.hasEnded(elapsedNs)) {
                    say(AT + elapsedNs + " " + received + (plan.isDemo() ? " " + Latencies.encode(latency) : ""));
                    total.add(latency);
                    latency.reset();
                }
                if (!tailrace.isDriverAlive()) { // Messages still flow without a driver, but this is not measured.
                    throw Connector.driverLost(tailrace, received + " received");
                }
                if (frames == 0) {
                    subscription.awaitMessage(LONGEST_WAIT);
                }
            }
            say(END + report().toLine());
            awaitRelease();
        }
    }

    private void onMessage(DirectBuffer buffer, int offset, int length, Header header) {
        long word = buffer.getLong(offset + Message.WORD_OFFSET);
        int publisher = Message.publisher(word);
        if (length != plan.size() || publisher >= checks.length) {
            throw new CommandException(
                    ExitCode.INTERNAL,
                    "a message that no publisher sent: length=" + length + ", expected=" + plan.size() + ", publisher="
                            + publisher + ", position=" + header.position());
        }
        if (Message.isLast(word)) {
            lost += checks[publisher].lost(Message.number(word));
            ended++;
            return;
        }
        received++;
        checks[publisher].accept(Message.number(word));
        if (plan.isTimed()) {
            time(buffer.getLong(offset + Message.DUE_OFFSET));
        }
    }

    private void time(long dueNs) {
        if (elapsedNs(dueNs) >= plan.times().warmUpNs()) {
            Latencies.record(latency, System.nanoTime() - dueNs);
        }
    }

    private Subscriber report() {
        total.add(latency);
        return new Subscriber(
                received,
                lost,
                Stream.of(checks).mapToLong(SequenceCheck::duplicated).sum(),
                Stream.of(checks).mapToLong(SequenceCheck::reordered).sum(),
                total);
    }
}
