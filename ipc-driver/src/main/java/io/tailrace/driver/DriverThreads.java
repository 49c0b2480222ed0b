/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import java.util.List;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentInvoker;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.CompositeAgent;

/** Who runs the driver's agents: a thread each, one for both, or the program. One thread starts and closes it. */
final class DriverThreads implements AutoCloseable {
    private static final long KEEPER_MIN_PAUSE_NS = 100_000;
    private static final long KEEPER_MAX_PAUSE_NS = 10_000_000;
    private static final long CONDUCTOR_MIN_PAUSE_NS = 20_000;
    private static final long CONDUCTOR_MAX_PAUSE_NS = 20_000_000;

    private final ThreadingMode threading;
    private final PauseIdleStrategy keeperPause = new PauseIdleStrategy(KEEPER_MIN_PAUSE_NS, KEEPER_MAX_PAUSE_NS);
    private final PauseIdleStrategy conductorPause;
    private List<AgentRunner> runners = List.of();
    private List<AgentInvoker> invokers = List.of();

    DriverThreads(ThreadingMode threading) {
        this.threading = threading;
        this.conductorPause = threading == ThreadingMode.DEDICATED
                ? new PauseIdleStrategy(CONDUCTOR_MIN_PAUSE_NS, CONDUCTOR_MAX_PAUSE_NS)
                : keeperPause; // One thread, and what either needs.
    }

    /** Any thread: has the keeper work now. */
    void wakeKeeper() {
        keeperPause.wake();
    }

    /** Any thread: has the conductor work now. */
    void wakeConductor() {
        conductorPause.wake();
    }

    void start(Conductor conductor, LogKeeper keeper, ErrorReporter errors) {
        Agent both = new CompositeAgent(conductor, keeper);
        switch (threading) {
            case DEDICATED ->
                runners = List.of(
                        new AgentRunner(conductorPause, errors, null, conductor),
                        new AgentRunner(keeperPause, errors, null, keeper));
            case SHARED -> runners = List.of(new AgentRunner(keeperPause, errors, null, both));
            case INVOKER -> invokers = List.of(new AgentInvoker(errors, null, both));
        }
        invokers.forEach(AgentInvoker::start);
        runners.forEach(runner -> AgentRunner.startOnThread(runner, DriverThreads::newThread));
    }

    private static Thread newThread(Runnable runnable) {
        Thread thread = new Thread(runnable);
        thread.setDaemon(true); // An embedded driver must not keep its program alive; the command waits on its own.
        return thread;
    }

    /** Runs one cycle of the agents, where the program does. Returns work done. */
    int invoke() {
        if (invokers.isEmpty()) {
            throw new IllegalStateException("the driver has threads of its own");
        }
        int work = 0;
        for (AgentInvoker invoker : invokers) {
            work += invoker.invoke();
        }
        return work;
    }

    /** {@return whether no agent has ended} */
    boolean areRunning() {
        return runners.stream().noneMatch(AgentRunner::isClosed)
                && invokers.stream().allMatch(AgentInvoker::isRunning);
    }

    /** Ends the agents, and waits for them. */
    @Override
    public void close() {
        runners.forEach(AgentRunner::close);
        invokers.forEach(AgentInvoker::close);
    }
}
