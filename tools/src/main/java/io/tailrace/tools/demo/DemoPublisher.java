/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.demo;

import io.tailrace.Claim;
import io.tailrace.Publication;
import io.tailrace.Tailrace;
import io.tailrace.tools.command.Backoff;
import io.tailrace.tools.command.Connector;
import io.tailrace.tools.command.Termination;
import io.tailrace.tools.measure.Intervals;
import io.tailrace.tools.measure.Part;
import java.nio.file.Path;
import org.agrona.MutableDirectBuffer;

/** The publisher of the demo, a process of its own. */
public final class DemoPublisher extends Part {
    /** The sub-command that only the demo itself uses. */
    public static final String NAME = "demo-pub";

    private static final int BURST = 64;
    private static final double NS_PER_SECOND = 1e9;
    /** A process that spins without a core of its own keeps the others from running. */
    private static final long SPIN_NS = 50_000;

    private final Path directory;
    private final double rate;
    private final int size;
    private final long durationNs;
    private final Backoff backoff;
    private final Claim claim = new Claim();
    private final Intervals seconds = new Intervals(DemoRun.REPORT_NS, DemoRun.REPORT_NS);
    private long sent;

    /** Arguments: the name, directory, messages a second (0 for no limit), size, nanoseconds, whether to spin. */
    public DemoPublisher(String[] arguments, Termination termination) {
        super(termination);
        directory = Path.of(arguments[1]);
        rate = Double.parseDouble(arguments[2]);
        size = Integer.parseInt(arguments[3]);
        durationNs = Long.parseLong(arguments[4]);
        backoff = new Backoff(Boolean.parseBoolean(arguments[5]) ? SPIN_NS : 0);
    }

    @Override
    protected void run() {
        try (Tailrace tailrace = Connector.connect(directory);
                Publication publication = tailrace.addPublication(DemoMessage.STREAM)) {
            join();
            while (elapsedNs(System.nanoTime()) < 0 && !termination().isRequested()) {
                backoff.idle();
            }
            sendAll(tailrace, publication);
            while (!termination().isRequested() && !trySend(publication, DemoMessage.LAST_NUMBER, sent)) {
                checkDriver(tailrace);
                backoff.idle();
            }
            say(END + sent);
            awaitRelease();
        }
    }

    private void sendAll(Tailrace tailrace, Publication publication) {
        long nowNs = System.nanoTime();
        while (nowNs - startNs() < durationNs && !termination().isRequested()) {
            if (sendBurst(publication, dueBy(nowNs)) > 0) {
                backoff.reset();
            } else {
                checkDriver(tailrace);
                backoff.idle();
            }
            nowNs = System.nanoTime();
            while (seconds.hasEnded(elapsedNs(nowNs))) {
                say(AT + sent);
            }
        }
    }

    private long dueBy(long nowNs) {
        return rate == 0 ? Long.MAX_VALUE : (long) ((nowNs - startNs()) / NS_PER_SECOND * rate);
    }

    private int sendBurst(Publication publication, long due) {
        int count = 0;
        while (count < BURST && sent < due && trySend(publication, sent, System.nanoTime())) {
            sent++;
            count++;
        }
        return count;
    }

    private boolean trySend(Publication publication, long number, long stamp) {
        if (publication.tryClaim(size, claim) < 0) {
            return false;
        }
        MutableDirectBuffer message = claim.buffer();
        message.putLong(DemoMessage.NUMBER_OFFSET, number);
        message.putLong(DemoMessage.STAMP_OFFSET, stamp);
        claim.commit();
        return true;
    }

    private void checkDriver(Tailrace tailrace) {
        if (!tailrace.isDriverAlive()) {
            throw Connector.driverLost(tailrace, sent + " sent");
        }
    }
}
