/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.driver.streams.DriverAgent;
import io.tailrace.internal.Uninterrupted;
import io.tailrace.log.Waker;
import io.tailrace.sleep.AgentIdle;
import io.tailrace.sleep.Sleeper;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import org.agrona.concurrent.AgentTerminationException;

/**
 * Runs the driver's agents: on a thread each, on one for both, or on a thread of the program. An agent continues after
 * anything that a cycle throws, and after an interrupt. When one agent ends by itself, so does the other. One thread
 * starts and closes.
 */
final class DriverThreads implements DriverAgent.Threads, AutoCloseable {
    private static final long KEEPER_PAUSE_NS = 100_000;
    private static final long CONDUCTOR_PAUSE_NS = 20_000;

    private final ThreadingMode threading;
    private final Consumer<Throwable> errors;
    private final Runnable whenEnded;
    private final AgentIdle keeperRest;
    private final AgentIdle conductorRest;
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicInteger running = new AtomicInteger();
    /** Held by the program's thread that runs a cycle. */
    private final ReentrantLock invoking = new ReentrantLock();

    private List<DriverAgent> invoked = List.of();
    private volatile boolean ending;

    /**
     * @param places give the places where the threads sleep
     * @param errors receives what a cycle throws; throws nothing itself
     * @param whenEnded run once no agent works any more, on the thread of the last one
     */
    DriverThreads(
            ThreadingMode threading, IntFunction<Sleeper> places, Consumer<Throwable> errors, Runnable whenEnded) {
        this.threading = threading;
        this.errors = errors;
        this.whenEnded = whenEnded;
        this.keeperRest = new AgentIdle(KEEPER_PAUSE_NS, () -> places.apply(Waker.KEEPER), this::alertConductor);
        this.conductorRest = threading == ThreadingMode.DEDICATED
                ? new AgentIdle(CONDUCTOR_PAUSE_NS, () -> places.apply(Waker.CONDUCTOR), () -> {})
                : keeperRest; // One thread runs both agents, at the pace of the keeper.
    }

    /**
     * The keeper was woken in vain: a thread may be waiting for a dead process, and the conductor finds dead processes.
     */
    private void alertConductor() {
        if (conductorRest != keeperRest) {
            conductorRest.alert();
        }
    }

    @Override
    public boolean isConductorAlert() {
        return threading == ThreadingMode.INVOKER || conductorRest.isAlert();
    }

    @Override
    public void alertBoth() {
        keeperRest.stayAlert();
        alertConductor();
    }

    @Override
    public void keepConductorAlert() {
        conductorRest.stayAlert();
    }

    @Override
    public void wakeKeeper() {
        keeperRest.wake();
    }

    @Override
    public void wakeConductor() {
        conductorRest.wake();
    }

    /** Starts the threads. If that fails half-way, the caller closes. */
    void start(DriverAgent conductor, DriverAgent keeper) {
        switch (threading) {
            case DEDICATED -> {
                add(conductorRest, List.of(conductor));
                add(keeperRest, List.of(keeper));
            }
            case SHARED -> add(keeperRest, List.of(conductor, keeper));
            case INVOKER -> invoked = List.of(conductor, keeper);
        }
        running.set(Math.max(threads.size(), 1));
        threads.forEach(Thread::start);
    }

    private void add(AgentIdle rest, List<DriverAgent> agents) {
        Thread thread = new Thread(
                () -> run(rest, agents),
                agents.stream().map(DriverAgent::roleName).collect(Collectors.joining(",")));
        thread.setDaemon(true); // An embedded driver must not keep its program alive.
        threads.add(thread);
    }

    private void run(AgentIdle rest, List<DriverAgent> agents) {
        IntSupplier look =
                () -> ending ? AgentIdle.SOON : cycle(agents, true); // Made once, because there may be no heap later.
        try {
            while (!ending) {
                Thread.interrupted(); // An interrupted thread would never sleep again.
                rest(rest, cycle(agents, false), look);
            }
        } finally {
            rest.close(); // First: once the thread has left, the next driver may sleep in the same places.
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

    private int cycle(List<DriverAgent> agents, boolean look) {
        int work = 0;
        for (int i = 0; i < agents.size() && !ending; i++) {
            try {
                work += look ? agents.get(i).look() : agents.get(i).doWork();
            } catch (AgentTerminationException e) {
                ending = true;
            } catch (Throwable e) { // Even an Error: only this thread cleans the logs.
                errors.accept(e);
            }
        }
        return work;
    }

    private void rest(AgentIdle rest, int work, IntSupplier look) {
        try {
            rest.after(work, look);
        } catch (Throwable e) { // For example the fault after an access to a truncated file, which the JVM throws late.
            errors.accept(e);
        }
    }

    /**
     * Runs one cycle of the agents if the program runs them, unless a cycle is already running. Returns the work done.
     */
    int invoke() {
        if (threading != ThreadingMode.INVOKER) {
            throw new IllegalStateException("the driver has threads of its own");
        }
        if (invoking.isHeldByCurrentThread() || !invoking.tryLock()) {
            return 0;
        }
        try {
            return ending ? 0 : invokeLocked();
        } finally {
            invoking.unlock();
        }
    }

    private int invokeLocked() {
        int work = cycle(invoked, false);
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
        invoking.lock(); // Like that join: a cycle that runs on another thread of the program finishes first.
        try {
            invoked = List.of();
        } finally {
            invoking.unlock();
        }
    }
}
