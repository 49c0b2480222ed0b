/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.history;

import io.tailrace.TailraceException;
import io.tailrace.WaitSet;
import io.tailrace.follow.FollowerLoop;
import io.tailrace.history.HistoryConfig.Sync;
import io.tailrace.history.HistoryConfig.WhenFull;
import io.tailrace.history.Space.NoSpaceException;
import io.tailrace.internal.ErrorText;
import io.tailrace.internal.FaultPoint;
import io.tailrace.report.HistorianFile.State;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The copying thread: in each round it copies a block of each log and then acknowledges them together. */
final class CopyLoop extends FollowerLoop {
    private static final Duration LONGEST_SLEEP = Duration.ofSeconds(1);
    private static final long SECOND_NS = 1_000_000_000;
    /** How long it collects messages when few arrive: this saves system calls of this thread and of publishers. */
    private static final long NAP_NS = 100_000;

    private static final int COLLECTED_LENGTH = 64 * 1024;

    private final HistoryStatus status;
    private final WaitSet waitSet;
    private final StreamCopies copies;
    private volatile @Nullable Exception failure;
    private @Nullable NoSpaceException full;
    private long retryNs;
    private long lastBeatNs = System.nanoTime() - SECOND_NS;
    private @Nullable Error shortage;

    CopyLoop(HistoryStatus status, StreamCopies copies, WaitSet waitSet, Runnable whenEnded) {
        super("tailrace-history", whenEnded);
        this.status = status;
        this.copies = copies;
        this.waitSet = waitSet;
    }

    @Override
    public void end() {
        super.end();
        waitSet.wake();
    }

    /** Makes the loop end because of a failure elsewhere. Any thread. */
    void fail(Exception cause) {
        failure = cause;
        end();
    }

    @Override
    protected void onShortage(Error passed) {
        shortage = passed; // The interrupted round is repeated.
    }

    @Override
    protected void onFailure(Throwable cause) {
        status.report(new TailraceException(
                "history failed, and has ended: path=" + status.space.directory() + ", cause=" + ErrorText.of(cause)
                        + "; publishers wait for it until its lease ends: remove the cause, and start it again",
                cause));
    }

    @Override
    protected void release(boolean hasFailed) {
        status.state(hasFailed ? State.FAILED : State.ENDED);
    }

    @Override
    protected void round() throws IOException {
        long nowNs = System.nanoTime();
        boolean isBeat = nowNs - lastBeatNs >= SECOND_NS;
        if (isBeat) {
            lastBeatNs = nowNs;
            beat();
        }
        boolean retries = full != null && nowNs - retryNs >= 0;
        boolean waits = full != null && !retries;
        if (waits && status.config.whenFull() == WhenFull.BLOCK) {
            LockSupport.parkNanos(Math.min(retryNs - nowNs, SECOND_NS));
            return;
        }
        int most = 0;
        try {
            if (retries || isBeat) {
                status.space.require();
            }
            most = copyRound(waits);
            if (retries) {
                full = null;
                status.state(State.RUNNING);
                String news = "history continues, because there is space again: " + status.space.describe();
                status.config.errorHandler().accept(new TailraceException(news));
            }
        } catch (NoSpaceException e) {
            becomeFull(e);
        }
        acknowledge();
        idle(most);
    }

    /** {@return the maximum length of a block in a round, in bytes} */
    private int copyRound(boolean drops) throws IOException {
        copies.look();
        int most = 0;
        for (LogCopy log : copies.logs()) {
            most = Math.max(most, log.copy(drops));
        }
        return most;
    }

    private void becomeFull(NoSpaceException reason) {
        retryNs = System.nanoTime() + SECOND_NS;
        if (full == null) {
            full = reason;
            status.state(State.FULL);
            status.report(new TailraceException(
                    reason.getMessage()
                            + (status.config.whenFull() == WhenFull.BLOCK
                                    ? "; publishers wait once their windows are used up, until there is space"
                                    : "; new messages are not kept until there is space")
                            + ": purge history, or remove other files; it is tried again each second",
                    reason));
        }
    }

    /**
     * Forces the data first, if the configuration asks for it; a round that failed or was not forced is not
     * acknowledged.
     */
    private void acknowledge() throws IOException {
        List<LogCopy> ahead = copies.logs().stream().filter(LogCopy::isAhead).toList();
        if (ahead.isEmpty()) {
            return;
        }
        if (status.config.sync() instanceof Sync.Always) {
            force(ahead);
        }
        FaultPoint.reach("history.appended");
        ahead.forEach(LogCopy::acknowledge);
    }

    private void idle(int most) {
        if (most >= COLLECTED_LENGTH) {
            return;
        }
        if (most > 0) {
            LockSupport.parkNanos(NAP_NS);
        } else if (copies.logs().stream().anyMatch(LogCopy::isLost)) {
            LockSupport.parkNanos(PAUSE_NS); // A wait would return at once.
        } else {
            waitSet.awaitMessage(LONGEST_SLEEP);
        }
    }

    /** Once a second: reports the status, and checks for changes. */
    private void beat() throws IOException {
        status.beat(copies.logs().stream().mapToLong(LogCopy::lagBytes).sum());
        Error passed = shortage;
        if (passed != null) {
            shortage = null;
            status.report(new TailraceException("history was held up: cause=" + passed + "; nothing is lost", passed));
        }
    }

    /** Waits until everything written before is on disk. Any thread. */
    void force() throws IOException {
        force(copies.logs());
    }

    private void force(List<LogCopy> logs) throws IOException {
        long beforeMs = HistoryStatus.nowMs();
        int forces = 0;
        for (LogCopy log : logs) {
            forces += log.force() ? 1 : 0;
        }
        status.forced(beforeMs, forces);
    }

    @Override
    protected void finish() throws Exception {
        Exception cause = failure;
        if (cause != null) {
            throw cause;
        }
        acknowledge();
        if (!(status.config.sync() instanceof Sync.None)) {
            force();
        }
        beat();
        for (LogCopy log : copies.logs()) {
            log.closeWriter();
        }
    }
}
