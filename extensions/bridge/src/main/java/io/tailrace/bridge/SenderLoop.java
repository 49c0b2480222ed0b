/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import io.aeron.driver.status.SystemCounterDescriptor;
import io.tailrace.TailraceException;
import io.tailrace.bridge.LinkMessages.Reader;
import io.tailrace.follow.FollowerLoop;
import io.tailrace.internal.ErrorText;
import io.tailrace.report.LinkFile.State;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.jspecify.annotations.Nullable;

/**
 * The thread of a sender: it runs Aeron, keeps a session with the receiver, and sends the messages of its lanes.
 * Without work it sleeps until a message arrives, but not for long, because Aeron has no other thread.
 */
final class SenderLoop extends FollowerLoop {
    /** While the other end has not confirmed everything, Aeron may have to retransmit. */
    private static final Duration BUSY_SLEEP = Duration.ofNanos(500_000);

    private static final Duration IDLE_SLEEP = Duration.ofMillis(50);
    private static final long CONNECTING_NS = TimeUnit.MILLISECONDS.toNanos(5);

    private final BridgeSenderConfig config;
    private final LinkStatus status;
    private final Lanes lanes;
    private final Supplier<AeronHost> hosts;
    private final IdleStrategy idle = new BackoffIdleStrategy(10, 20, 1_000, 500_000);
    private AeronHost aeron;
    private @Nullable SenderSession session;
    private long retryNs = System.nanoTime();
    private boolean synced;
    private boolean refused;

    SenderLoop(Lanes lanes, Supplier<AeronHost> hosts, Runnable whenEnded) {
        super("tailrace-bridge-send", whenEnded);
        this.config = lanes.config;
        this.status = lanes.status;
        this.lanes = lanes;
        this.hosts = hosts;
        this.aeron = hosts.get();
    }

    @Override
    public void end() {
        super.end();
        lanes.waitSet.wake();
    }

    @Override
    protected void round() {
        rest(step());
    }

    @Override
    protected void onShortage(Error shortage) {
        endSession("the heap or the stack was short"); // The bytes under way are sent again.
    }

    @Override
    protected void finish() {
        closeSession();
    }

    @Override
    protected void onFailure(Throwable failure) {
        status.report(new TailraceException(
                "the bridge has failed, and ended: to=" + config.to() + ", cause=" + ErrorText.of(failure)
                        + "; publishers wait for it until its lease ends: remove the cause, and start it again",
                failure));
    }

    @Override
    protected void release(boolean hasFailed) {
        status.state(hasFailed ? State.FAILED : refused ? State.REFUSED : State.ENDED);
        aeron.close();
    }

    /** Does what there is to do, and does not wait. Returns 0 if there was nothing. */
    int step() {
        long nowNs = System.nanoTime();
        if (aeron.isClosed()) {
            endSession("Aeron's client was closed, as after a long pause of this process");
            aeron.close();
            aeron = hosts.get();
        }
        int work = aeron.invoke();
        SenderSession current = session;
        if (current == null) {
            begin(nowNs);
        } else if (current.isOver(nowNs)) {
            endSession(current.reason);
        } else {
            work += workIn(current, nowNs);
        }
        if (status.isDue(nowNs)) {
            lanes.beat(nowNs, aeron.counter(SystemCounterDescriptor.RETRANSMITS_SENT));
        }
        return work;
    }

    private void begin(long nowNs) {
        lanes.work(null, nowNs);
        if (nowNs - retryNs >= 0) {
            retryNs = nowNs + aeron.retryNs();
            try {
                session = new SenderSession(aeron, config, status, this::onMessage);
                synced = false;
            } catch (RuntimeException e) {
                status.state(State.DOWN);
                status.report(new TailraceException(
                        "cannot reach the receiver: to=" + config.to() + ", cause=" + e.getMessage()
                                + "; it is tried again each second",
                        e));
            }
        }
    }

    private int workIn(SenderSession current, long nowNs) {
        int work = current.work(nowNs) + lanes.work(current, nowNs);
        if (!synced && current.isUp() && !lanes.areOpening()) {
            synced = current.offer(current.message(LinkMessages.SYNC, 0));
        }
        return work;
    }

    private void onMessage(Reader message, long nowNs) {
        switch (message.type()) {
            case LinkMessages.WELCOME -> {
                message.word();
                status.up(message.text(), message.text());
            }
            case LinkMessages.REFUSED -> {
                status.report("refused by the receiver: to=" + config.to() + ": " + message.text());
                refused = true;
                end();
            }
            case LinkMessages.PONG -> status.roundTripNs = nowNs - message.word();
            default -> lanes.onMessage(message, nowNs);
        }
    }

    /** Closes the session last: a shortage may interrupt it, and it is repeated. */
    private void endSession(String reason) {
        SenderSession current = session;
        if (current != null) {
            lanes.sessionLost();
            status.down(State.DOWN);
            if (current.isUp()) {
                status.report("link down: to=" + config.to() + ", host=" + status.peer + ", because " + reason
                        + "; it is tried again each second, and nothing is lost");
            }
            closeSession();
        }
    }

    private void closeSession() {
        SenderSession current = session;
        if (current != null && !aeron.isClosed()) {
            if (!isRunning()) { // Else the error repeats.
                current.sayGoodbye();
            }
            aeron.invoke();
            current.close();
        }
        session = null;
    }

    private void rest(int work) {
        SenderSession current = session;
        if (work > 0) {
            idle.reset();
        } else if (current == null || !current.isUp()) {
            LockSupport.parkNanos(CONNECTING_NS);
        } else if (!lanes.areReady() || !current.hasRoom()) {
            idle.idle(0);
        } else {
            lanes.waitSet.awaitMessage(lanes.areUnconfirmed() || current.awaitsPong ? BUSY_SLEEP : IDLE_SLEEP);
        }
    }
}
