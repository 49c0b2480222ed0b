/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks;

import io.tailrace.benchmarks.lab.Jdk;
import io.tailrace.benchmarks.lab.LineProcess;
import io.tailrace.benchmarks.lab.ProcStat;
import io.tailrace.benchmarks.lab.Run.Options;
import io.tailrace.benchmarks.lab.SharedMemory;
import io.tailrace.benchmarks.lab.Waiting;
import io.tailrace.benchmarks.report.Ratios.Spread;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The command {@code idle}: the CPU of driver, publisher and subscriber, three processes, while they wait, and how fast
 * they wake up. The latency is measured from outside: it includes the pipes to the publisher and from the subscriber.
 */
final class Idle {
    static final String USAGE = """
        idle [--jar JAR] [--java PATH] [--seconds S]: CPU of three processes that wait (10 s), memory, latency \
        after a pause
        """;

    private static final long SETTLE_MS = 3_000;
    private static final long PAUSE_MS = 2_000;
    private static final int PAUSES = 5;

    private final Processes processes;

    private Idle(Processes processes) {
        this.processes = processes;
    }

    static void run(List<String> arguments) {
        Options options = new Options(arguments, Set.of("--jar", "--java", "--seconds"), Set.of());
        List<String> subscribe = List.of("sub", "idle");
        List<String> publish = List.of("pub", "idle", "--wait-subscriber", "10s");
        try (Processes processes = new Processes(options, subscribe, publish)) {
            Idle idle = new Idle(processes);
            idle.passMs("first");
            Waiting.sleep(SETTLE_MS);
            idle.printCpu(options.number("--seconds", 10));
            idle.printMemory();
            idle.printLatency();
        }
    }

    private void printCpu(int seconds) {
        List<Double> before = cpuSeconds();
        Waiting.sleep(1000L * seconds);
        List<Double> after = cpuSeconds();
        List<Double> percents = IntStream.range(0, before.size())
                .mapToObj(i -> 100 * (after.get(i) - before.get(i)) / seconds)
                .toList();
        System.out.printf(
                "waiting, %% of one core over %d s: driver %.1f, subscriber %.1f, publisher %.1f, together %.1f%n",
                seconds,
                percents.get(0),
                percents.get(1),
                percents.get(2),
                percents.stream().mapToDouble(percent -> percent).sum());
    }

    private List<Double> cpuSeconds() {
        return Stream.of(processes.driver, processes.subscriber, processes.publisher)
                .map(process -> ProcStat.cpuSeconds(process.pid()))
                .toList();
    }

    private void printMemory() {
        long residentKib = ProcStat.statusKib(processes.driver.pid(), "VmRSS:");
        long sharedKib = ProcStat.statusKib(processes.driver.pid(), "RssShmem:");
        System.out.printf(
                "driver resident: %d MiB, of it %d MiB in shared memory (terms and control)%n",
                residentKib >> 10, sharedKib >> 10);
    }

    private void printLatency() {
        List<Double> latencies = new ArrayList<>();
        for (int i = 0; i < PAUSES; i++) {
            Waiting.sleep(PAUSE_MS);
            latencies.add(passMs("after pause " + i));
        }
        Spread spread = Spread.of(latencies);
        System.out.printf(
                "first message after a pause of %d ms, with two pipes: %.2f ms [%.2f–%.2f] n=%d%n",
                PAUSE_MS, spread.median(), spread.first(), spread.third(), spread.count());
    }

    /** {@return the time of a message from the publisher's stdin to the subscriber's stdout, in ms} */
    private double passMs(String message) {
        long startNs = System.nanoTime();
        processes.publisher.writeLine(message);
        String received = processes.subscriber.readLine();
        double ms = (System.nanoTime() - startNs) / 1e6;
        if (!received.equals(message)) {
            throw new IllegalStateException("wrong message: sent=" + message + ", received=" + received);
        }
        return ms;
    }

    /**
     * A driver, a subscriber and a publisher: three processes of the {@code tailrace} command, each in a new JVM
     * without flags. The options {@code --jar} and {@code --java} choose them.
     */
    static final class Processes implements AutoCloseable {
        private static final long EXIT_TIMEOUT_S = 5;

        private final String java;
        private final Path jar;
        private final Path directory;
        /** When the first of them was launched. */
        final long startNs;

        final LineProcess driver;
        final LineProcess subscriber;
        final LineProcess publisher;

        Processes(Options options, List<String> subscribe, List<String> publish) {
            java = java(options);
            jar = jar(options);
            directory = SharedMemory.newDirectory("command");
            startNs = System.nanoTime();
            driver = launch(List.of("driver"));
            subscriber = launch(subscribe);
            publisher = launch(publish);
        }

        static String java(Options options) {
            return options.text("--java", Jdk.RUNNING);
        }

        private static Path jar(Options options) {
            Path jar = Path.of(options.text("--jar", "tools/target/tailrace.jar"));
            if (!Files.isReadable(jar)) {
                throw new IllegalArgumentException("no executable jar of the tailrace command: --jar " + jar);
            }
            return jar;
        }

        private LineProcess launch(List<String> arguments) {
            List<String> command = new ArrayList<>(List.of(java, "-jar", jar.toString()));
            command.addAll(arguments);
            command.addAll(List.of("--dir", directory.resolve("driver").toString()));
            Path errors = directory.resolve("stderr");
            return new LineProcess(command, ProcessBuilder.Redirect.appendTo(errors.toFile()));
        }

        @Override
        public void close() {
            List.of(publisher, subscriber, driver).forEach(process -> process.terminate(EXIT_TIMEOUT_S));
            SharedMemory.delete(directory);
        }
    }

    /**
     * The command {@code startup}: driver, subscriber and publisher start at once, each in a new JVM; measures the time
     * to the first message.
     */
    static final class StartUp {
        static final String USAGE = """
            startup [--jar JAR] [--java PATH] [--times N]: from the launch of three JVMs to the first message (7 times)
            """;

        private StartUp() {}

        static void run(List<String> arguments) {
            Options options = new Options(arguments, Set.of("--jar", "--java", "--times"), Set.of());
            List<String> subscribe = List.of("sub", "start", "--count", "1");
            List<String> publish = List.of("pub", "start", "hello");
            List<Double> times = new ArrayList<>();
            for (int i = 0; i < options.number("--times", 7); i++) {
                try (Processes processes = new Processes(options, subscribe, publish)) {
                    processes.subscriber.readLine();
                    times.add((System.nanoTime() - processes.startNs) / 1e6);
                }
            }
            Spread spread = Spread.of(times);
            System.out.printf(
                    "start-up of driver, sub and pub to the first message: %.0f ms [%.0f–%.0f] n=%d, %s%n",
                    spread.median(), spread.first(), spread.third(), spread.count(), Processes.java(options));
        }
    }
}
