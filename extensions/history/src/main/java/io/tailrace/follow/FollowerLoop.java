/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.follow;

import io.tailrace.TailraceException;
import io.tailrace.internal.ErrorText;
import io.tailrace.internal.Uninterrupted;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.agrona.CloseHelper;

/**
 * The thread of a historian or of one end of a link. It works in rounds until it is told to end, or until a round
 * fails. A shortage of heap or stack is no failure, because it is transient: the thread pauses, and continues.
 */
public abstract class FollowerLoop implements Runnable {
    /** The time that a thread leaves others to end a shortage. */
    protected static final long PAUSE_NS = 10_000_000;

    private final Thread thread;
    private final Runnable whenEnded;
    private volatile boolean running = true;

    /** @param whenEnded called by the thread at its end; releases what the loop does not own */
    @SuppressWarnings("this-escape") // The thread starts later.
    protected FollowerLoop(String name, Runnable whenEnded) {
        this.thread = new Thread(this, name);
        this.whenEnded = whenEnded;
        thread.setDaemon(true);
    }

    /** Works, and waits if there was no work. */
    protected abstract void round() throws Exception;

    /** A shortage has interrupted a round anywhere, or this: then it is called again. */
    protected abstract void onShortage(Error shortage);

    /** It was told to end: does what remains to be done. */
    protected abstract void finish() throws Exception;

    /** A round, or {@link #finish}, has failed. */
    protected abstract void onFailure(Throwable failure);

    /** It has ended, and {@link #isRunning} says so. */
    protected abstract void release(boolean hasFailed);

    /** The steps before the thread starts. */
    public interface Beginning<T> {
        /**
         * {@return what has begun}
         *
         * @param opened gets what the loop does not own, in the order of closing; at its end the thread runs release
         */
        T begin(List<AutoCloseable> opened, Runnable release) throws IOException;
    }

    /**
     * {@return what has begun; if that fails, what was opened is closed}
     *
     * @param errorHandler gets the errors of closing
     * @param failure the beginning of the text that says so
     */
    public static <T> T begin(Beginning<T> beginning, Consumer<Throwable> errorHandler, String failure) {
        List<AutoCloseable> opened = new ArrayList<>();
        Runnable release = () -> CloseHelper.closeAll(errorHandler::accept, opened);
        try {
            return beginning.begin(opened, release);
        } catch (IOException e) {
            release.run();
            throw new TailraceException(failure + ", cause=" + ErrorText.of(e), e);
        } catch (RuntimeException | Error e) {
            release.run();
            throw e;
        }
    }

    public final void start() {
        thread.start();
    }

    /** {@return whether it works} Any thread. */
    public final boolean isRunning() {
        return running;
    }

    /** Makes it end in good order. Any thread, any number of times. */
    public void end() {
        running = false;
        LockSupport.unpark(thread);
    }

    /** Ends it, and waits until it has ended. Any thread, any number of times. */
    public final void close() {
        end();
        Uninterrupted.join(thread);
    }

    @Override
    public final void run() {
        boolean hasFailed = true;
        Error shortage = null;
        try {
            while (running) {
                try {
                    if (shortage != null) {
                        onShortage(shortage);
                        shortage = null;
                    }
                    round();
                } catch (OutOfMemoryError | StackOverflowError e) {
                    shortage = e;
                    LockSupport.parkNanos(PAUSE_NS);
                }
            }
            finish();
            hasFailed = false;
        } catch (Throwable t) {
            onFailure(t);
        } finally {
            running = false;
            try {
                release(hasFailed);
            } finally {
                whenEnded.run();
            }
        }
    }
}
