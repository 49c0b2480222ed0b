/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.bridge;

import io.tailrace.benchmarks.lab.Fork;
import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Lab.Figure;
import io.tailrace.benchmarks.lab.ProcStat;
import io.tailrace.benchmarks.lab.Run;
import io.tailrace.benchmarks.lab.Schedule;
import io.tailrace.benchmarks.lab.SharedMemory;
import io.tailrace.benchmarks.lab.Waiting;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code bridge}: in each round, every candidate has new processes on two hosts. */
@Command(
        name = "bridge",
        description = {
            "Two network namespaces, beside plain Aeron: messages a second, delay, first message, idle CPU.",
            "Needs root and ip, else it measures on loopback.",
            "Takes 9 minutes, with --quick 2."
        })
public final class BridgeCommand implements Runnable {
    private static final int PORT = 7_420;
    private static final long START_IN_NS = 300_000_000;
    private static final long PERIOD_NS = 100_000;
    private static final int ROUNDS = 6;
    private static final List<String> CELLS = List.of("rate-32", "rate-1024", "latency-10000", "join-10000", "idle");
    private static final List<String> CANDIDATES = List.of("aeron-shared", "bridge");

    @Mixin
    private Run run = new Run();

    @Option(
            names = "--cells",
            split = ",",
            paramLabel = "LIST",
            description = "Only these of rate-32, rate-1024, latency-10000, join-10000, idle.")
    private List<String> cells = CELLS;

    @Option(
            names = "--candidates",
            split = ",",
            paramLabel = "LIST",
            description = "Only these of aeron-shared, bridge.")
    private List<String> candidates = CANDIDATES;

    /** @throws IllegalArgumentException if there is no such cell or candidate */
    @Override
    public void run() {
        if (!CELLS.containsAll(cells) || !CANDIDATES.containsAll(candidates)) {
            throw new IllegalArgumentException("no such cell or candidate: --cells " + cells + ", known=" + CELLS
                    + ", --candidates " + candidates + ", known=" + CANDIDATES);
        }
        try (Lab lab = new Lab(run, "bridge", Map.of())) {
            for (int round = 1; round <= (run.quick() ? 1 : ROUNDS); round++) {
                for (String candidate : lab.shuffled(candidates)) {
                    lab.say("round " + round + ", " + candidate);
                    try (Wire wire = new Wire();
                            Hosts hosts = new Hosts(lab, wire, candidate)) {
                        for (String cell : cells) {
                            hosts.measure(round, cell);
                        }
                    }
                }
            }
            lab.report();
        }
    }

    /** The processes of both hosts, new in each round. None is stopped, because Aeron would take that for death. */
    private static final class Hosts implements AutoCloseable {
        private final Lab lab;
        private final String candidate;
        private final boolean hasNamespaces;
        private final Path directory;
        private final Fork right;
        private final Fork left;

        Hosts(Lab lab, Wire wire, String candidate) {
            this.lab = lab;
            this.candidate = candidate;
            hasNamespaces = wire.isReal();
            directory = SharedMemory.newDirectory("bridge");
            right = start(wire, "right");
            left = start(wire, "left");
        }

        private Fork start(Wire wire, String host) {
            Fork fork = lab.forkAfter(
                    wire.on(host),
                    candidate + " " + host,
                    List.of("--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED"),
                    BridgeEnd.class,
                    candidate,
                    host,
                    directory.resolve(host).toString(),
                    wire.address() + ":" + PORT);
            fork.resume();
            return fork;
        }

        void measure(int round, String cell) {
            lab.measure(1, round, candidate, cell, () -> left.cpuSeconds() + right.cpuSeconds(), () -> figure(cell));
        }

        private Figure figure(String cell) {
            boolean isQuick = lab.run().quick();
            Map<String, Object> details = new TreeMap<>(Map.of("namespaces", hasNamespaces));
            switch (cell) {
                case "rate-32", "rate-1024" -> {
                    String length = cell.substring("rate-".length());
                    details.putAll(carry(length, Schedule.ofMs(2_000, isQuick ? 1_000 : 3_000), 0));
                    return new Figure(Lab.number(details, "rate"), "messages/s", details);
                }
                case "latency-10000" -> {
                    details.putAll(carry("32", Schedule.ofMs(2_000, isQuick ? 2_000 : 5_000), PERIOD_NS));
                    return new Figure(Lab.number(details, "p50"), "ns", details);
                }
                case "join-10000" -> {
                    Schedule schedule =
                            Schedule.ofMs(500, 5_000).startingAt(System.nanoTime() + START_IN_NS, PERIOD_NS);
                    details.putAll(ask("join 32 " + schedule, "send 32 " + schedule));
                    return new Figure(Lab.number(details, "us"), "µs", details);
                }
                default -> {
                    details.putAll(idle(Schedule.ofMs(2_000, isQuick ? 3_000 : 10_000)));
                    return new Figure(Lab.number(details, "percent"), "% of a core", details);
                }
            }
        }

        private Map<String, Object> carry(String length, Schedule duration, long periodNs) {
            Schedule schedule = duration.startingAt(System.nanoTime() + START_IN_NS, periodNs);
            Map<String, Object> figures = ask("receive " + length + " " + schedule, "send " + length + " " + schedule);
            if (Lab.number(figures, "sent") != Lab.number(figures, "received")) {
                throw new IllegalStateException("lost or repeated: " + figures);
            }
            return figures;
        }

        private Map<String, Object> ask(String toRight, String toLeft) {
            right.tell(toRight);
            left.tell(toLeft);
            Map<String, Object> figures = new TreeMap<>(right.readAnswer());
            figures.putAll(left.readAnswer());
            return figures;
        }

        private Map<String, Object> idle(Schedule duration) {
            Schedule schedule = duration.startingAt(System.nanoTime(), PERIOD_NS);
            left.tell("rest 32 " + schedule);
            right.tell("rest 32 " + schedule);
            Waiting.sleep((schedule.measureFromNs() - schedule.startNs()) / 1_000_000);
            LongSupplier leftNs = ProcStat.cpuNsFromNow(left.pid());
            LongSupplier rightNs = ProcStat.cpuNsFromNow(right.pid());
            long startNs = System.nanoTime();
            Waiting.sleep((schedule.measureNs() - START_IN_NS) / 1_000_000);
            double percentPerNs = 100.0 / (System.nanoTime() - startNs);
            double ofLeft = leftNs.getAsLong() * percentPerNs;
            double ofRight = rightNs.getAsLong() * percentPerNs;
            left.readAnswer();
            right.readAnswer();
            return Map.of("left", ofLeft, "right", ofRight, "percent", ofLeft + ofRight);
        }

        @Override
        public void close() {
            left.close();
            right.close();
            SharedMemory.delete(directory);
        }
    }

    /**
     * Two hosts joined by a cable: two network namespaces and a pair of virtual devices. Where namespaces cannot be
     * created, both are this host and the cable is loopback.
     */
    private static final class Wire implements AutoCloseable {
        private static final String PREFIX =
                "tailrace-bench-" + ProcessHandle.current().pid() + "-";
        private static final String LEFT = PREFIX + "left";
        private static final String RIGHT = PREFIX + "right";

        private final Thread remover = new Thread(Wire::remove);
        private final boolean isReal;

        Wire() {
            Runtime.getRuntime().addShutdownHook(remover);
            isReal = make();
            if (!isReal) {
                remove();
            }
        }

        private static boolean make() {
            try {
                run("netns", "add", LEFT);
                run("netns", "add", RIGHT);
                run("link", "add", "wire", "netns", LEFT, "type", "veth", "peer", "wire", "netns", RIGHT);
                for (String host : List.of(LEFT, RIGHT)) {
                    run("-n", host, "addr", "add", host.equals(LEFT) ? "10.78.0.1/24" : "10.78.0.2/24", "dev", "wire");
                    run("-n", host, "link", "set", "wire", "up");
                    run("-n", host, "link", "set", "lo", "up");
                }
                return true;
            } catch (IllegalStateException | UncheckedIOException e) {
                return false; // It needs root, and the program ip.
            }
        }

        private static void run(String... words) {
            List<String> command = new ArrayList<>(List.of("ip"));
            command.addAll(List.of(words));
            Fork.output(command.toArray(String[]::new));
        }

        boolean isReal() {
            return isReal;
        }

        /** {@return the address of the right host} */
        String address() {
            return isReal ? "10.78.0.2" : "127.0.0.1";
        }

        /** {@return the words before a command that runs on a host} */
        List<String> on(String host) {
            return isReal ? List.of("ip", "netns", "exec", PREFIX + host) : List.of();
        }

        private static void remove() {
            for (String host : List.of(LEFT, RIGHT)) {
                try {
                    run("netns", "del", host);
                } catch (IllegalStateException | UncheckedIOException e) {
                    // It does not exist.
                }
            }
        }

        @Override
        public void close() {
            remove();
            Runtime.getRuntime().removeShutdownHook(remover);
        }
    }
}
