/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.demo;

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
 *   from the demo   end of input      to close it, whoever caused that
 * </pre>
 */
abstract class DemoPart implements Callable<Integer> {
    static final String JOINED = "JOINED";
    static final String GO = "GO ";
    static final String AT = "AT ";
    static final String END = "END ";

    private static final long REPORT_NS = 1_000_000_000;
    private static final long WAIT_NS = 100_000_000;

    private final Termination termination;
    private final Output output = Output.standard();
    private volatile long startNs;
    private volatile boolean started;
    private long nextReportNs;
    private boolean reporting;

    DemoPart(Termination termination) {
        this.termination = termination;
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
            // As good as its end.
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
