/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.tailrace.WaitPolicy;
import io.tailrace.internal.ErrorText;
import io.tailrace.tools.command.Context;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.command.Terminal;
import io.tailrace.tools.command.Termination;
import io.tailrace.tools.dump.DumpCommand;
import io.tailrace.tools.measure.BenchResult.Interval.Mark;
import io.tailrace.tools.measure.BenchResult.Subscriber;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.agrona.IoUtil;
import picocli.CommandLine;

/** One run of the demo, with its files, which are deleted when it is closed. One thread. */
final class DemoRun implements AutoCloseable {
    private static final String STREAM = "demo";
    private static final int SUBSCRIBERS = 2;
    private static final long START_TIMEOUT_MS = 20_000;

    private final BenchPlan plan;
    private final Output output;
    private final Termination termination;
    private final DemoDirectory directory;
    private long sentBefore;
    private int second;

    DemoRun(int seconds, double rate, int size, boolean spin, Output output, Termination termination)
            throws IOException {
        this.plan = new BenchPlan(
                BenchPlan.What.DEMO,
                size,
                rate,
                1,
                SUBSCRIBERS,
                BenchPlan.Api.CLAIM,
                false,
                spin ? WaitPolicy.SPIN : WaitPolicy.BALANCED,
                new BenchPlan.Times(0, TimeUnit.SECONDS.toNanos(seconds)));
        this.output = output;
        this.termination = termination;
        this.directory = DemoDirectory.create();
    }

    private void introduce() {
        long seconds = TimeUnit.NANOSECONDS.toSeconds(plan.times().durationNs());
        String speed = plan.rate() == 0 ? "full speed" : String.format(Locale.ROOT, "%,.0f per second", plan.rate());
        output.text("one publisher, two subscribers and a driver, each in its own process, in ")
                .text(directory.path().toString())
                .newLine()
                .format(
                        "%d-byte messages at %s for %d s; waiting threads %s%n",
                        plan.size(), speed, seconds, plan.waitPolicy() == WaitPolicy.SPIN ? "spin" : "sleep")
                .flush();
    }

    BenchResult run() throws IOException {
        introduce();
        List<String> arguments = List.of("driver", "--dir", directory.driver().toString(), "--until-input-ends");
        try (PartProcess driver = PartProcess.start("driver", termination, arguments)) {
            driver.await("READY", START_TIMEOUT_MS);
            output.text("  time   messages/s      MB/s  latency p50        p99      p99.9   lag of each subscriber")
                    .newLine();
            BenchResult result;
            try (BenchRun run = new BenchRun(directory.driver(), STREAM, plan, termination)) {
                result = run.run((slowest, marks, sent) -> second(marks, sent));
                print(result, output);
                dump();
                run.release();
            }
            driver.release();
            return result;
        }
    }

    private void second(List<Mark> marks, long sent) {
        Histogram latency = Latencies.newHistogram();
        marks.stream().map(Mark::latency).filter(Objects::nonNull).forEach(latency::add);
        output.text(line(
                        ++second,
                        sent - sentBefore,
                        plan.size(),
                        latency,
                        marks.stream()
                                .map(mark -> Math.max(0, sent - mark.received()))
                                .toList()))
                .newLine()
                .flush();
        sentBefore = sent;
    }

    /** {@return the line about one second} */
    static String line(int second, long messages, int size, Histogram latency, List<Long> lags) {
        return String.format(
                Locale.ROOT,
                "%4d s %,12d %9.1f %12s %10s %10s   %s",
                second,
                messages,
                messages * size / 1e6,
                Quantity.latency(latency.getValueAtPercentile(50)),
                Quantity.latency(latency.getValueAtPercentile(99)),
                Quantity.latency(latency.getValueAtPercentile(99.9)),
                lags.stream().map(lag -> String.format(Locale.ROOT, "%,d", lag)).collect(Collectors.joining(", ")));
    }

    private static double rate(BenchResult result) {
        return (double) result.sent()
                / TimeUnit.NANOSECONDS.toSeconds(result.plan().times().durationNs());
    }

    static void print(BenchResult result, Output output) {
        Histogram latency = result.latency();
        String received = result.subscribers().stream()
                .map(one -> String.format(Locale.ROOT, "%,d", one.received()))
                .collect(Collectors.joining(" and "));
        output.format(
                        "sent %,d; received %s; lost %,d, duplicated %,d, reordered %,d: ",
                        result.sent(),
                        received,
                        result.sum(Subscriber::lost),
                        result.sum(Subscriber::duplicated),
                        result.sum(Subscriber::reordered))
                .text(result.isClean() ? "every subscriber got every message once and in order\n" : "FAILED\n")
                .format(
                        "%,.0f messages/s, %.1f MB/s to each subscriber; ",
                        rate(result), rate(result) * result.plan().size() / 1e6)
                .format(
                        "one-way latency p50 %s, p99 %s, p99.9 %s, max %s%n",
                        Quantity.latency(latency.getValueAtPercentile(50)),
                        Quantity.latency(latency.getValueAtPercentile(99)),
                        Quantity.latency(latency.getValueAtPercentile(99.9)),
                        Quantity.latency(latency.getMaxValue()))
                .flush();
    }

    static void printJson(BenchResult result, Output output) {
        try (JsonGenerator json = new JsonFactory().createGenerator(output)) {
            json.writeStartObject();
            json.writeNumberField("sent", result.sent());
            json.writeArrayFieldStart("received");
            for (Subscriber subscriber : result.subscribers()) {
                json.writeNumber(subscriber.received());
            }
            json.writeEndArray();
            json.writeNumberField("lost", result.sum(Subscriber::lost));
            json.writeNumberField("duplicated", result.sum(Subscriber::duplicated));
            json.writeNumberField("reordered", result.sum(Subscriber::reordered));
            json.writeNumberField("rate", Math.round(rate(result)));
            json.writeNumberField("p50_ns", result.latency().getValueAtPercentile(50));
            json.writeNumberField("p99_ns", result.latency().getValueAtPercentile(99));
            json.writeEndObject();
            json.writeRaw('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Shows the current log, while its publisher and subscribers still hold it. */
    private void dump() throws IOException {
        output.newLine().flush();
        DumpCommand dump = new DumpCommand();
        dump.in(Context.standard(termination, Terminal.PLAIN));
        new CommandLine(dump).parseArgs("--dir", directory.driver().toString(), "-n", "0", STREAM);
        dump.call();
    }

    @Override
    public void close() {
        directory.close();
    }

    /**
     * A directory for one run of the demo, in memory if there is a file system for that; deleted when it is closed.
     */
    record DemoDirectory(Path path) implements AutoCloseable {
        private static final Path MEMORY_FILE_SYSTEM = Path.of("/dev/shm");
        private static final String PREFIX = "tailrace-demo-";

        static DemoDirectory create() throws IOException {
            return new DemoDirectory(
                    Files.isWritable(MEMORY_FILE_SYSTEM)
                            ? Files.createTempDirectory(MEMORY_FILE_SYSTEM, PREFIX)
                            : Files.createTempDirectory(PREFIX));
        }

        Path driver() {
            return path.resolve("driver");
        }

        @Override
        public void close() {
            IoUtil.delete(path.toFile(), failure -> {
                if (!(failure instanceof NoSuchFileException)) { // Else its process has deleted it.
                    throw new UncheckedIOException(
                            "cannot delete " + path + ": " + ErrorText.of(failure),
                            failure instanceof IOException io ? io : new IOException(failure));
                }
            });
        }
    }
}
