/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.command.Termination;
import io.tailrace.tools.measure.BenchPlan.Message;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tailrace demo}: a driver, a publisher and two subscribers, measured and verified. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        description = "Runs a driver, a publisher and two subscribers, each in its own JVM, and prints "
                + "rates and latencies each second. The exit code is 0 only if every subscriber "
                + "received every message once and in order.",
        footer = {"", "Example:", "  tailrace demo --seconds 3 --rate 0 --json"})
public final class DemoCommand implements Callable<Integer> {
    private static final int MAX_SECONDS = 3_600;
    private static final int MAX_SIZE = 64 * 1024;
    /**
     * The publisher and the subscribers: they may spin if there is a core for each and another for everything else.
     */
    private static final int BUSY_PROCESSES = 3;

    private final Termination termination;

    @Option(names = "--seconds", paramLabel = "N", description = "How long to publish. Default: 10.")
    private int seconds = 10;

    @Option(
            names = "--rate",
            paramLabel = "R",
            converter = Quantity.Rate.class,
            description = "Messages per second; 0: as many as possible. Default: 100k.")
    private double rate = 100_000;

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            converter = Quantity.Bytes.class,
            description = "Bytes of a message, 16 to 64k. Default: 32.")
    private long size = 32;

    @Option(names = "--spin", negatable = true, description = "Spin before sleeping. Default: with four or more cores.")
    private boolean spin = Runtime.getRuntime().availableProcessors() > BUSY_PROCESSES;

    @Option(names = "--json", description = "Print the result as JSON, in the last line.")
    private boolean json;

    /** Makes the command, which is asked to end by the termination. */
    public DemoCommand(Termination termination) {
        this.termination = termination;
    }

    @Override
    public Integer call() throws IOException {
        Quantity.requireRange("--seconds", seconds, 1, MAX_SECONDS);
        Quantity.requireRange("--size", size, Message.MIN_TIMED_LENGTH, MAX_SIZE);
        Output output = Output.standard();
        BenchResult result;
        try (DemoRun run = new DemoRun(seconds, rate, (int) size, spin, output, termination)) {
            result = run.run();
        }
        if (json) {
            DemoRun.printJson(result, output);
        }
        return result.isClean() ? ExitCode.OK : ExitCode.INTERNAL;
    }
}
