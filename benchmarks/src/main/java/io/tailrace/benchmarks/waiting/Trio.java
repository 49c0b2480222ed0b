/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.waiting;

import io.tailrace.benchmarks.lab.Fork;
import io.tailrace.benchmarks.lab.Fork.Answerer;
import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Lab.Figure;
import io.tailrace.benchmarks.lab.Lab.Team;
import io.tailrace.benchmarks.lab.ProcStat;
import io.tailrace.benchmarks.lab.Schedule;
import io.tailrace.benchmarks.peer.Candidate.DriverEnd;
import io.tailrace.benchmarks.waiting.WaitingCommand.Waiter;
import io.tailrace.benchmarks.waiting.WaitingCommand.Waiter.Cell;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * Driver, subscriber and publisher of a waiter, a process each, stopped while others have their turn. If the subscriber
 * runs the driver there are two. One thread.
 */
final class Trio implements AutoCloseable {
    /** The rate that compiles their code. */
    private static final Cell WARM_UP = Cell.at(50_000);

    private static final Schedule WARM_SLICE = Schedule.ofMs(0, 500);
    /** The time until the publisher has read its command. */
    private static final long START_DELAY_NS = 20_000_000;

    private final Lab lab;
    private final Waiter waiter;
    private final Team team;
    private final Fork subscriber;
    private final Fork publisher;

    /** Starts, connects and stops them. */
    Trio(Lab lab, Waiter waiter) {
        this.lab = lab;
        this.waiter = waiter;
        this.team = new Team(lab);
        try {
            if (waiter.library().hasDriverProcess()) {
                fork("driver", DriverEnd.class, waiter.library().toString());
            }
            subscriber = fork("subscriber", SubscriberEnd.class, waiter.name());
            publisher = fork("publisher", PublisherEnd.class, waiter.name());
            subscriber.tell("connect");
            publisher.ask("connect");
            subscriber.readAnswer();
            team.stop();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private Fork fork(String role, Class<? extends Answerer> answerer, String argument) {
        Fork fork = team.add(
                waiter,
                role,
                waiter.library().jvmFlags(),
                answerer,
                argument,
                team.directory().toString());
        fork.resume(); // The next one connects with it.
        return fork;
    }

    /** Warms up their code. */
    void warmUp(int slices) {
        for (int i = 0; i < slices; i++) {
            run(WARM_UP, WARM_SLICE);
        }
    }

    /** Measures one slice. */
    void measure(int block, int round, Cell cell, Schedule slice) {
        lab.measure(block, round, waiter.toString(), cell.toString(), team::cpuSeconds, () -> {
            Map<String, Object> figures = run(cell, slice);
            return cell.hasMessages()
                    ? new Figure(Lab.number(figures, "p50"), "ns", figures)
                    : new Figure(Lab.number(figures, "cpu"), "% of a core", figures);
        });
    }

    private Map<String, Object> run(Cell cell, Schedule slice) {
        team.resume();
        Schedule schedule = slice.startingAt(System.nanoTime() + START_DELAY_NS, cell.periodNs());
        subscriber.tell("begin " + schedule.measureFromNs()).readAnswer();
        publisher.tell(schedule.toString());
        Map<String, Object> figures = new TreeMap<>(cpu(schedule));
        figures.putAll(publisher.readAnswer());
        figures.putAll(subscriber.tell("end").readAnswer());
        team.stop();
        if (cell.hasMessages()) {
            double seconds = (Lab.number(figures, "lastNs") - schedule.measureFromNs()) / 1e9;
            figures.put("delivered", Lab.number(figures, "count") / seconds);
        }
        return figures;
    }

    /** {@return the CPU of each of them in the measured time, in % of a core, and of all together} */
    private Map<String, Double> cpu(Schedule schedule) {
        Schedule.sleepUntil(schedule.measureFromNs());
        long startNs = System.nanoTime();
        Map<String, LongSupplier> meters = team.each("Cpu", ProcStat::cpuNsFromNow);
        Schedule.sleepUntil(schedule.endNs());
        double tookNs = System.nanoTime() - startNs;
        Map<String, Double> percents = new LinkedHashMap<>();
        meters.forEach((role, meter) -> percents.put(role, 100 * meter.getAsLong() / tookNs));
        percents.put(
                "cpu",
                percents.values().stream().mapToDouble(percent -> percent).sum());
        return percents;
    }

    @Override
    public void close() {
        team.close();
    }
}
