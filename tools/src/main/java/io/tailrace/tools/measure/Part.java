/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Termination;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;

/**
 * A process that a command starts for itself, as it sees itself; {@link PartProcess} is the other side. The two talk
 * through its standard streams, a line each:
 *
 * <pre>
 *   to the command     JOINED            it has its publication or subscription
 *   from the command   GO nanoTime       when to begin
 *   to the command     AT ...            where it is, at the end of each interval after that
 *   to the command     END ...           it is done, and keeps what it has open
 *   from the command   end of input      to close it
 * </pre>
 *
 * The input ends also when the command is killed, so that no part ever outlives it.
 */
public abstract class Part implements Callable<Integer> {
    static final String JOINED = "JOINED";
    static final String GO = "GO ";
    static final String AT = "AT ";
    static final String END = "END ";

    /** The time since the start before there is one. */
    protected static final long NOT_STARTED = Long.MIN_VALUE;

    private static final long WAIT_NS = 100_000_000;

    private final Termination termination;
    private final Output output = Output.standard();
    private volatile long startNs;
    private volatile boolean started;

    protected Part(Termination termination) {
        this.termination = termination;
    }

    /** {@return the name of a stream that nobody else has} */
    public static String newStream(String command) {
        return "tailrace-" + command + '-' + ProcessHandle.current().pid() + '-' + Long.toHexString(System.nanoTime());
    }

    protected final Termination termination() {
        return termination;
    }

    @Override
    public final Integer call() {
        Thread listener = new Thread(this::listen, "tailrace-part-input");
        listener.setDaemon(true);
        listener.start();
        run();
        return ExitCode.OK;
    }

    /** Does its part, from {@link #join} to {@link #awaitRelease}. */
    protected abstract void run();

    /** Says that it is ready. */
    protected final void join() {
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

    /** {@return when all of them began, once they have} */
    protected final long startNs() {
        return startNs;
    }

    /** {@return the time since all of them began; negative before that, {@link #NOT_STARTED} before it is known} */
    protected final long elapsedNs(long nowNs) {
        return started ? nowNs - startNs : NOT_STARTED;
    }

    protected final void say(String line) {
        output.text(line).newLine().flush();
    }

    protected final void awaitRelease() {
        while (!termination.isRequested()) {
            termination.sleep(WAIT_NS);
        }
    }
}
