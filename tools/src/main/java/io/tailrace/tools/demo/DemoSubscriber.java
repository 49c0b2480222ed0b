/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.demo;

import io.tailrace.Header;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.WaitPolicy;
import io.tailrace.tools.command.Connector;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Termination;
import java.nio.file.Path;
import java.time.Duration;
import org.HdrHistogram.Histogram;
import org.agrona.DirectBuffer;

/** A subscriber of the demo, a process of its own: checks every message and measures how long it took. */
public final class DemoSubscriber extends DemoPart {
    /** The sub-command that only the demo itself uses. */
    public static final String NAME = "demo-sub";

    private static final int FRAMES_A_POLL = 256;
    /** For the report of each second. */
    private static final Duration LONGEST_WAIT = Duration.ofMillis(100);

    private final Path directory;
    private final WaitPolicy waitPolicy;
    private final SequenceCheck check = new SequenceCheck();
    private final Histogram lastSecond = SubscriberReport.newHistogram();
    private final Histogram total = SubscriberReport.newHistogram();
    private long sent;
    private boolean ended;

    /** Arguments: the name, directory, whether to spin. */
    public DemoSubscriber(String[] arguments, Termination termination) {
        super(termination);
        directory = Path.of(arguments[1]);
        waitPolicy = Boolean.parseBoolean(arguments[2]) ? WaitPolicy.SPIN : WaitPolicy.BALANCED;
    }

    @Override
    public Integer call() {
        try (Tailrace tailrace = Connector.connect(directory);
                Subscription subscription =
                        tailrace.addSubscription(STREAM, SubscriptionConfig.DEFAULT.withWaitPolicy(waitPolicy))) {
            join();
            while (!ended && !termination().isRequested()) {
                int frames = subscription.poll(this::onMessage, FRAMES_A_POLL);
                long nowNs = System.nanoTime();
                while (isReportDue(nowNs)) {
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
        return ExitCode.OK;
    }

    private void onMessage(DirectBuffer buffer, int offset, int length, Header header) {
        long number = buffer.getLong(offset + NUMBER_OFFSET);
        long stamp = buffer.getLong(offset + STAMP_OFFSET);
        if (number == LAST_NUMBER) {
            sent = stamp;
            ended = true;
            return;
        }
        check.accept(number);
        long latencyNs = System.nanoTime() - stamp;
        lastSecond.recordValue(Math.max(0, Math.min(latencyNs, SubscriberReport.LONGEST_NS)));
    }

    private String report(long lost, Histogram latency) {
        return new SubscriberReport(check.received(), lost, check.duplicated(), check.reordered(), latency).toLine();
    }
}
