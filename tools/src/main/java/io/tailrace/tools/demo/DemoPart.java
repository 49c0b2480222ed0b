/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.demo;

import io.tailrace.tools.command.Backoff;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Termination;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;

/**
 * One process of the demo besides the driver. It talks to the demo through its standard streams, a line each:
 *
 * <pre>
 *   to the demo     JOINED            it has its publication or subscription
 *   from the demo   GO nanoTime       when to begin
 *   to the demo     AT ...            where it is, at the end of each second after that
 *   to the demo     END ...           it is done, and keeps what it has open
 *   from the demo   end of input      to close it
 * </pre>
 *
 * A message, in native byte order:
 *
 * <pre>
 *   offset  size  field
 *        0     8  number: 0 and up; {@link #LAST_NUMBER} in the last message
 *        8     8  stamp: System.nanoTime() when it was sent (one clock for all processes of a host);
 *                 in the last message how many there were before it
 *       16     -  zeros, up to the size that was asked for
 * </pre>
 */
abstract class DemoPart implements Callable<Integer> {
    static final String STREAM = "demo";
    static final int NUMBER_OFFSET = 0;
    static final int STAMP_OFFSET = 8;
    static final int MIN_LENGTH = 16;
    static final long LAST_NUMBER = -1;

    static final String JOINED = "JOINED";
    static final String GO = "GO ";
    static final String AT = "AT ";
    static final String END = "END ";

    private static final long REPORT_NS = 1_000_000_000;
    private static final long WAIT_NS = 100_000_000;
    private static final long SPIN_NS = 50_000;

    private final Termination termination;
    private final Output output = Output.standard();
    private volatile long startNs;
    private volatile boolean started;
    private long nextReportNs;
    private boolean reporting;

    DemoPart(Termination termination) {
        this.termination = termination;
    }

    /** {@return how it waits} A process that spins without a core of its own keeps the others from running. */
    static Backoff newBackoff(String spin) {
        return new Backoff(Boolean.parseBoolean(spin) ? SPIN_NS : 0);
    }

    final Termination termination() {
        return termination;
    }

    final long startNs() {
        return startNs;
    }

    /** Says that it is ready, and listens. */
    final void join() {
        Thread listener = new Thread("tailrace-demo-input") {
            @Override
            public void run() {
                listen();
            }
        };
        listener.setDaemon(true);
        listener.start();
        say(JOINED);
    }

    private void listen() {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try {
            for (String line = input.readLine(); line != null; line = input.readLine()) {
                if (line.startsWith(GO)) {
                    startNs = Long.parseLong(line.substring(GO.length()));
                    started = true;
                }
            }
        } catch (IOException e) {
            // A failure of the input counts as its end.
        }
        termination.request();
    }

    /** {@return whether the time to begin has come} */
    final boolean isStarted(long nowNs) {
        return started && nowNs - startNs >= 0;
    }

    /** {@return whether another second has ended} True once for each. */
    final boolean isReportDue(long nowNs) {
        if (!reporting) {
            if (!isStarted(nowNs)) {
                return false;
            }
            reporting = true;
            nextReportNs = startNs + REPORT_NS;
        }
        if (nowNs - nextReportNs < 0) {
            return false;
        }
        nextReportNs += REPORT_NS;
        return true;
    }

    final void say(String line) {
        output.text(line).newLine().flush();
    }

    final void awaitRelease() {
        while (!termination.isRequested()) {
            termination.sleep(WAIT_NS);
        }
    }
}
