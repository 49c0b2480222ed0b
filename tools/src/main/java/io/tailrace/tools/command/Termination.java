/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Lets a command end in its own way when a signal asks it to (SIGTERM, Ctrl-C, SIGHUP): the command checks {@link
 * #isRequested} now and then, finishes its work, and its exit code becomes that of the process.
 *
 * <p>On a signal the JVM runs its shutdown hooks and then exits with 128 plus the signal's number, whatever they did.
 * So the hook here waits until the main thread is done and recordings are written, and then halts with the command's
 * own code. Java does not report the signal to a hook; but the JDK's thread that handles a signal has the signal's
 * name, and waits for the hooks.
 */
public final class Termination {
    /**
     * In the environment of a process that another command starts: the process ends together with that command, however
     * that command ends, because their pipe closes.
     */
    public static final String LIFELINE = "TAILRACE_UNTIL_INPUT_ENDS";

    private static final long PATIENCE_SECONDS = 10;
    private static final long LOOK_MS = 100;
    private static final long LOOKS = TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS) / LOOK_MS;
    /** The number of blocked checks in a row before the hook gives up: half a second. */
    private static final int LOOKS_BLOCKED = 5;

    private final Thread command = Thread.currentThread();
    private final CountDownLatch done = new CountDownLatch(1);
    private final Object waitLock = new Object();
    private boolean waiting;
    private volatile boolean requested;
    private volatile int interruptedCode = ExitCode.INTERRUPTED;
    private volatile int exitCode;

    /** For a command that only {@link #request} asks to end. */
    public Termination() {}

    /**
     * Makes a termination that receives signals from now on. Call it on the command's thread, as early as possible.
     */
    public static Termination ofThisProcess() {
        Termination termination = new Termination();
        Thread hook = new Thread("tailrace-termination") {
            @Override
            public void run() {
                termination.onShutdown();
            }
        };
        Runtime.getRuntime().addShutdownHook(hook);
        return termination;
    }

    private void onShutdown() {
        if (done.getCount() == 0 && !isSignalled()) {
            return; // The command ended first, and called exit itself.
        }
        interruptedCode = findInterruptedCode();
        request();
        int code = interruptedCode;
        try {
            if (awaitCommand()) {
                code = exitCode;
            }
            awaitRecordings();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(code);
    }

    /**
     * {@return whether the command is done} The wait is short if the command is blocked because no process reads its
     * output.
     */
    private boolean awaitCommand() throws InterruptedException {
        int blockedLooks = 0;
        for (int look = 0; look < LOOKS && blockedLooks < LOOKS_BLOCKED; look++) {
            if (done.await(LOOK_MS, TimeUnit.MILLISECONDS)) {
                return true;
            }
            blockedLooks = isPrinting() ? blockedLooks + 1 : 0;
        }
        return false;
    }

    /** {@return whether a thread is inside a write to the output, as to a full pipe} */
    private static boolean isPrinting() {
        return Thread.getAllStackTraces().values().stream()
                .anyMatch(
                        trace -> trace.length > 0 && trace[0].getClassName().equals(FileOutputStream.class.getName()));
    }

    /** {@return whether a signal began the shutdown} Also one that arrived while the command ended by itself. */
    private static boolean isSignalled() {
        return find("SIGINT handler") != null || findInterruptedCode() != ExitCode.INTERRUPTED;
    }

    private static int findInterruptedCode() {
        if (find("SIGHUP handler") != null) {
            return ExitCode.INTERRUPTED_BY_HANGUP;
        }
        return find("SIGTERM handler") != null ? ExitCode.INTERRUPTED_BY_TERM : ExitCode.INTERRUPTED;
    }

    /** The Flight Recorder writes its recordings in a shutdown hook of its own, which a halt would cut short. */
    private static void awaitRecordings() throws InterruptedException {
        Thread recorder = find("JFR Shutdown Hook");
        if (recorder != null) {
            recorder.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
        }
    }

    private static @Nullable Thread find(String name) {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals(name)) {
                return thread;
            }
        }
        return null;
    }

    /** {@return the exit code of a command that was asked to end before it was done} */
    public int interruptedCode() {
        return interruptedCode;
    }

    /** Asks the command to end. Any thread. */
    public void request() {
        requested = true;
        wake();
        synchronized (waitLock) {
            if (waiting) {
                command.interrupt();
            }
        }
    }

    /** Runs an interruptible wait on the command's thread, and interrupts it when the command is asked to end. */
    public void await(Runnable wait) {
        synchronized (waitLock) {
            waiting = true;
        }
        try {
            if (!requested) {
                wait.run();
            }
        } finally {
            synchronized (waitLock) {
                waiting = false;
            }
            Thread.interrupted(); // The interrupt was meant for this wait alone.
        }
    }

    /**
     * Asks the command to end when its standard input ends, and so together with the process at the other end, however
     * that process exits. Discards the input.
     */
    public void requestAtEndOfInput() {
        Thread watch = new Thread("tailrace-input-watch") {
            @Override
            public void run() {
                try {
                    System.in.transferTo(OutputStream.nullOutputStream());
                } catch (IOException e) {
                    // Treat it as the end of the input.
                }
                request();
            }
        };
        watch.setDaemon(true);
        watch.start();
    }

    /** {@return whether the command has been asked to end} Any thread. */
    public boolean isRequested() {
        return requested;
    }

    /** Ends a {@link #sleep}. Any thread. */
    public void wake() {
        LockSupport.unpark(command);
    }

    /** Sleeps, on the command's thread; returns early when the command is asked to end. */
    public void sleep(long durationNs) {
        if (!requested) {
            LockSupport.parkNanos(this, durationNs);
        }
    }

    /**
     * Sleeps until a time of {@link System#nanoTime}, on the command's thread.
     *
     * @return false if the command was asked to end earlier
     */
    public boolean sleepUntil(long dueNs) {
        long leftNs = dueNs - System.nanoTime();
        while (leftNs > 0) {
            if (requested) {
                return false;
            }
            sleep(leftNs);
            leftNs = dueNs - System.nanoTime();
        }
        return true;
    }

    /** Ends the process: the command is done. */
    public void exit(int code) {
        exitCode = code;
        done.countDown();
        System.exit(code);
    }
}
