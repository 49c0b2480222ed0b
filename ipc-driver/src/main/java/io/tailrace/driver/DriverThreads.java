/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.memory.Uninterrupted;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentTerminationException;

/**
 * Runs the driver's agents: on a thread each, on one for both, or on a thread of the program. An agent goes on after
 * anything that a cycle throws, and after an interrupt. When one agent ends by itself, so does the other one. One
 * thread starts and closes.
 */
final class DriverThreads implements AutoCloseable {
    private static final long KEEPER_MIN_PAUSE_NS = 100_000;
    private static final long KEEPER_MAX_PAUSE_NS = 10_000_000;
    private static final long CONDUCTOR_MIN_PAUSE_NS = 20_000;
    private static final long CONDUCTOR_MAX_PAUSE_NS = 20_000_000;

    private final ThreadingMode threading;
    private final Consumer<Throwable> errors;
    private final Runnable whenEnded;
    private final PauseIdleStrategy keeperPause = new PauseIdleStrategy(KEEPER_MIN_PAUSE_NS, KEEPER_MAX_PAUSE_NS);
    private final PauseIdleStrategy conductorPause;
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicInteger running = new AtomicInteger();
    private List<Agent> invoked = List.of();
    private volatile boolean ending;

    /**
     * Makes it.
     *
     * @param errors told what a cycle throws; throws nothing itself
     * @param whenEnded run once no agent works any more, on the thread of the last one
     */
    DriverThreads(ThreadingMode threading, Consumer<Throwable> errors, Runnable whenEnded) {
        this.threading = threading;
        this.errors = errors;
        this.whenEnded = whenEnded;
        this.conductorPause = threading == ThreadingMode.DEDICATED
                ? new PauseIdleStrategy(CONDUCTOR_MIN_PAUSE_NS, CONDUCTOR_MAX_PAUSE_NS)
                : keeperPause; // One thread runs both agents, at the pace of the keeper.
    }

    /** Any thread: has the keeper work now. */
    void wakeKeeper() {
        keeperPause.wake();
    }

    /** Any thread: has the conductor work now. */
    void wakeConductor() {
        conductorPause.wake();
    }

    /** Starts the threads. Where that fails half-way, the caller closes. */
    void start(Agent conductor, Agent keeper) {
        switch (threading) {
            case DEDICATED -> {
                add(conductorPause, List.of(conductor));
                add(keeperPause, List.of(keeper));
            }
            case SHARED -> add(keeperPause, List.of(conductor, keeper));
            case INVOKER -> invoked = List.of(conductor, keeper);
        }
        running.set(Math.max(threads.size(), 1));
        threads.forEach(Thread::start);
    }

    private void add(PauseIdleStrategy pause, List<Agent> agents) {
        Thread thread = new Thread(
                () -> run(pause, agents), agents.stream().map(Agent::roleName).collect(Collectors.joining(",")));
        thread.setDaemon(true); // An embedded driver must not keep its program alive.
        threads.add(thread);
    }

    private void run(PauseIdleStrategy pause, List<Agent> agents) {
        try {
            while (!ending) {
                Thread.interrupted(); // An interrupted thread would never sleep again.
                idle(pause, cycle(agents));
            }
        } finally {
            leave();
        }
    }

    private void leave() {
        ending = true;
        wakeKeeper();
        wakeConductor();
        if (running.decrementAndGet() == 0) {
            whenEnded.run();
        }
    }

    private int cycle(List<Agent> agents) {
        int work = 0;
        for (int i = 0; i < agents.size() && !ending; i++) {
            try {
                work += agents.get(i).doWork();
            } catch (AgentTerminationException e) {
                ending = true;
            } catch (Throwable e) { // Even an Error: without this thread nobody cleans the logs.
                errors.accept(e);
            }
        }
        return work;
    }

    private void idle(PauseIdleStrategy pause, int work) {
        try {
            pause.idle(work);
        } catch (Throwable e) { // For example the fault of an access to a truncated file, which is thrown late.
            errors.accept(e);
        }
    }

    /** Runs one cycle of the agents, where the program does. Returns work done. */
    int invoke() {
        if (threading != ThreadingMode.INVOKER) {
            throw new IllegalStateException("the driver has threads of its own");
        }
        if (ending) {
            return 0;
        }
        int work = cycle(invoked);
        if (ending) {
            leave();
        }
        return work;
    }

    /** {@return whether no agent has ended} */
    boolean areRunning() {
        return !ending;
    }

    /** Ends the agents, and waits for them; an agent that closes its own driver does not wait for itself. */
    @Override
    public void close() {
        ending = true;
        wakeKeeper();
        wakeConductor();
        threads.forEach(Uninterrupted::join);
    }
}
