/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.demo;

import io.tailrace.Header;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.WaitPolicy;
import io.tailrace.tools.command.Connector;
import io.tailrace.tools.command.Termination;
import io.tailrace.tools.measure.Intervals;
import io.tailrace.tools.measure.Latencies;
import io.tailrace.tools.measure.Part;
import io.tailrace.tools.measure.SequenceCheck;
import io.tailrace.tools.measure.SubscriberReport;
import java.nio.file.Path;
import java.time.Duration;
import org.HdrHistogram.Histogram;
import org.agrona.DirectBuffer;

/** A subscriber of the demo, a process of its own: checks every message and measures how long it took. */
public final class DemoSubscriber extends Part {
    /** The sub-command that only the demo itself uses. */
    public static final String NAME = "demo-sub";

    private static final int FRAMES_A_POLL = 256;
    /** For the report of each second. */
    private static final Duration LONGEST_WAIT = Duration.ofMillis(100);

    private final Path directory;
    private final WaitPolicy waitPolicy;
    private final SequenceCheck check = new SequenceCheck();
    private final Histogram lastSecond = Latencies.newHistogram();
    private final Histogram total = Latencies.newHistogram();
    private final Intervals seconds = new Intervals(DemoRun.REPORT_NS, DemoRun.REPORT_NS);
    private long sent;
    private boolean ended;

    /** Arguments: the name, directory, whether to spin. */
    public DemoSubscriber(String[] arguments, Termination termination) {
        super(termination);
        directory = Path.of(arguments[1]);
        waitPolicy = Boolean.parseBoolean(arguments[2]) ? WaitPolicy.SPIN : WaitPolicy.BALANCED;
    }

    @Override
    protected void run() {
        try (Tailrace tailrace = Connector.connect(directory);
                Subscription subscription = tailrace.addSubscription(
                        DemoMessage.STREAM, SubscriptionConfig.DEFAULT.withWaitPolicy(waitPolicy))) {
            join();
            while (!ended && !termination().isRequested()) {
                int frames = subscription.poll(this::onMessage, FRAMES_A_POLL);
                long nowNs = System.nanoTime();
                while (seconds.hasEnded(elapsedNs(nowNs))) {
                    say(AT + report(0, lastSecond));
                    total.add(lastSecond);
                    lastSecond.reset();
                }
                if (frames > 0) {
                    continue;
                }
                if (!tailrace.isDriverAlive()) {
                    throw Connector.driverLost(tailrace, check.received() + " received");
                }
                termination().await(() -> subscription.awaitMessage(LONGEST_WAIT));
            }
            total.add(lastSecond);
            say(END + report(check.lost(sent), total));
            awaitRelease();
        }
    }

    private void onMessage(DirectBuffer buffer, int offset, int length, Header header) {
        long number = buffer.getLong(offset + DemoMessage.NUMBER_OFFSET);
        long stamp = buffer.getLong(offset + DemoMessage.STAMP_OFFSET);
        if (number == DemoMessage.LAST_NUMBER) {
            sent = stamp;
            ended = true;
            return;
        }
        check.accept(number);
        Latencies.record(lastSecond, System.nanoTime() - stamp);
    }

    private String report(long lost, Histogram latency) {
        return new SubscriberReport(check.received(), lost, check.duplicated(), check.reordered(), latency).toLine();
    }
}
