/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks;

import io.tailrace.benchmarks.lab.Options;
import io.tailrace.benchmarks.lab.ProcStat;
import io.tailrace.benchmarks.lab.SharedMemory;
import io.tailrace.benchmarks.lab.Waiting;
import io.tailrace.benchmarks.raw.Spread;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The command {@code idle}: what driver, publisher and subscriber, three processes, use while they wait, and how fast
 * they wake up. The latency is seen from outside: it includes the pipes to the publisher and from the subscriber.
 */
final class Idle {
    static final String USAGE = """
            idle [--jar JAR] [--java PATH] [--seconds S]: CPU of three processes that wait (10 s), memory, latency \
            after a pause
            """;

    private static final long SETTLE_MS = 3_000;
    private static final long PAUSE_MS = 2_000;
    private static final int PAUSES = 5;

    private final Command driver;
    private final Command sub;
    private final Command pub;

    private Idle(Command driver, Command sub, Command pub) {
        this.driver = driver;
        this.sub = sub;
        this.pub = pub;
    }

    static void run(List<String> arguments) {
        Options options = new Options(arguments, Set.of("--jar", "--java", "--seconds"), Set.of());
        Path jar = Command.jar(options);
        String java = Command.java(options);
        Path directory = SharedMemory.newDirectory("idle");
        String dir = directory.resolve("driver").toString();
        Path errors = directory.resolve("stderr");
        try (Command driver = new Command(java, jar, errors, "driver", "--dir", dir);
                Command sub = new Command(java, jar, errors, "sub", "idle", "--dir", dir);
                Command pub = new Command(java, jar, errors, "pub", "idle", "--wait-subscriber", "10s", "--dir", dir)) {
            Idle idle = new Idle(driver, sub, pub);
            idle.passMs("first");
            Waiting.sleep(SETTLE_MS);
            idle.printCpu(options.number("--seconds", 10));
            idle.printMemory();
            idle.printLatency();
        } finally {
            SharedMemory.delete(directory);
        }
    }

    private void printCpu(int seconds) {
        double driverBefore = ProcStat.cpuSeconds(driver.pid());
        double subBefore = ProcStat.cpuSeconds(sub.pid());
        double pubBefore = ProcStat.cpuSeconds(pub.pid());
        Waiting.sleep(1000L * seconds);
        double driverPercent = 100 * (ProcStat.cpuSeconds(driver.pid()) - driverBefore) / seconds;
        double subPercent = 100 * (ProcStat.cpuSeconds(sub.pid()) - subBefore) / seconds;
        double pubPercent = 100 * (ProcStat.cpuSeconds(pub.pid()) - pubBefore) / seconds;
        System.out.printf(
                "waiting, %% of one core over %d s: driver %.1f, subscriber %.1f, publisher %.1f, together %.1f%n",
                seconds, driverPercent, subPercent, pubPercent, driverPercent + subPercent + pubPercent);
    }

    private void printMemory() {
        long residentKib = ProcStat.statusKib(driver.pid(), "VmRSS:");
        long sharedKib = ProcStat.statusKib(driver.pid(), "RssShmem:");
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

    /** {@return how long a message takes from the publisher's stdin to the subscriber's stdout, in ms} */
    private double passMs(String message) {
        long startNs = System.nanoTime();
        pub.writeLine(message);
        String received = sub.readLine();
        double ms = (System.nanoTime() - startNs) / 1e6;
        if (!received.equals(message)) {
            throw new IllegalStateException("wrong message: sent=" + message + ", received=" + received);
        }
        return ms;
    }
}
