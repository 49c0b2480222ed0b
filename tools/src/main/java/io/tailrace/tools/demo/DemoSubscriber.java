/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.demo;

import io.tailrace.Header;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.tools.command.Backoff;
import io.tailrace.tools.command.Connector;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Termination;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;
import org.agrona.DirectBuffer;

/** A subscriber of the demo, a process of its own: checks every message and measures how long it took. */
public final class DemoSubscriber extends DemoPart {
    /** The sub-command that only the demo itself uses. */
    public static final String NAME = "demo-sub";

    private static final int FRAMES_A_POLL = 256;

    private final Path directory;
    private final Backoff backoff;
    private final SequenceCheck check = new SequenceCheck();
    private final Histogram lastSecond = SubscriberReport.newHistogram();
    private final Histogram total = SubscriberReport.newHistogram();
    private long sent;
    private boolean ended;

    /** Arguments: the name, directory, whether to spin. */
    public DemoSubscriber(String[] arguments, Termination termination) {
        super(termination);
        directory = Path.of(arguments[1]);
        backoff = newBackoff(arguments[2]);
    }

    @Override
    public Integer call() {
        try (Tailrace tailrace = Connector.connect(directory);
                Subscription subscription = tailrace.addSubscription(STREAM)) {
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
                    backoff.reset();
                } else if (tailrace.isDriverAlive()) {
                    backoff.idle();
                } else {
                    throw Connector.driverLost(tailrace, check.received() + " received");
                }
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
