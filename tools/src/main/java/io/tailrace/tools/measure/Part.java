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
 * A process that a command starts for itself: the side of the process. {@link PartProcess} is the side of the command.
 * The two communicate through the process's standard streams, one line for each message:
 *
 * <pre>
 *   to the command     JOINED            it has its publication or subscription
 *   from the command   GO nanoTime       the time to begin
 *   to the command     AT ...            its progress at the end of each later interval
 *   to the command     END ...           it is done, and keeps its publication or subscription open
 *   from the command   end of input      the time to close it
 * </pre>
 *
 * The input also ends when the command is killed, so that no part outlives it.
 */
public abstract class Part implements Callable<Integer> {
    static final String JOINED = "JOINED";
    static final String GO = "GO ";
    static final String AT = "AT ";
    static final String END = "END ";

    /** The time since the start, as long as the start is not known. */
    protected static final long NOT_STARTED = Long.MIN_VALUE;

    private static final long WAIT_NS = 100_000_000;

    private final Termination termination;
    private final Output output = Output.standard();
    private volatile long startNs;
    private volatile boolean started;

    protected Part(Termination termination) {
        this.termination = termination;
    }

    /** {@return a name that no other stream has} */
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

    /** Does the work of the part, from {@link #join} to {@link #awaitRelease}. */
    protected abstract void run();

    /** Reports that it is ready. */
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

    /** {@return the common start of all parts, once it is known} */
    protected final long startNs() {
        return startNs;
    }

    /**
     * {@return the time since the common start; negative before the start, {@link #NOT_STARTED} before it is known}
     */
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
