/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.demo;

import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Terminal;
import io.tailrace.tools.command.Termination;
import io.tailrace.tools.dump.DumpCommand;
import io.tailrace.tools.measure.Latencies;
import io.tailrace.tools.measure.Part;
import io.tailrace.tools.measure.PartProcess;
import io.tailrace.tools.measure.SubscriberReport;
import io.tailrace.tools.view.Context;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import picocli.CommandLine;

/** One run of the demo, with its processes and files; what is left of them goes when it is closed. For one thread. */
final class DemoRun implements AutoCloseable {
    /** How often its parts report. */
    static final long REPORT_NS = 1_000_000_000;

    private static final int SUBSCRIBERS = 2;
    private static final long START_TIMEOUT_MS = 20_000;
    private static final long ANSWER_TIMEOUT_MS = 15_000;
    private static final long LEAD_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private final int seconds;
    private final double rate;
    private final int size;
    private final boolean spin;
    private final Output output;
    private final Termination termination;
    private final DemoDirectory directory;
    private final List<PartProcess> processes = new ArrayList<>();

    DemoRun(int seconds, double rate, int size, boolean spin, Output output, Termination termination)
            throws IOException {
        this.seconds = seconds;
        this.rate = rate;
        this.size = size;
        this.spin = spin;
        this.output = output;
        this.termination = termination;
        this.directory = DemoDirectory.create();
    }

    DemoResult run() throws IOException {
        introduce();
        PartProcess driver = start("driver", "driver", "--dir", dir(), "--until-input-ends");
        driver.await("READY", START_TIMEOUT_MS);
        List<PartProcess> subscribers = new ArrayList<>();
        for (int i = 1; i <= SUBSCRIBERS; i++) {
            subscribers.add(start("subscriber " + i, DemoSubscriber.NAME, dir(), Boolean.toString(spin)));
        }
        PartProcess publisher = start(
                "publisher",
                DemoPublisher.NAME,
                dir(),
                Double.toString(rate),
                Integer.toString(size),
                Long.toString(TimeUnit.SECONDS.toNanos(seconds)),
                Boolean.toString(spin));
        List<PartProcess> parts = new ArrayList<>(subscribers);
        parts.add(publisher);
        begin(parts);
        watch(publisher, subscribers);
        DemoResult result = collect(publisher, subscribers);
        result.print(output, size);
        dump();
        for (PartProcess part : parts) {
            part.release();
        }
        driver.release();
        return result;
    }

    private void introduce() {
        String speed = rate == 0 ? "full speed" : String.format(Locale.ROOT, "%,.0f a second", rate);
        output.text("one publisher, two subscribers and a driver, each a process of its own, in ")
                .text(directory.path().toString())
                .newLine()
                .format(
                        "%d-byte messages at %s for %d s; whoever waits %s%n",
                        size, speed, seconds, spin ? "spins" : "sleeps")
                .flush();
    }

    private PartProcess start(String name, String... arguments) throws IOException {
        PartProcess process = PartProcess.start(name, termination, List.of(arguments));
        processes.add(process);
        return process;
    }

    private String dir() {
        return directory.driver().toString();
    }

    /** Lets all of them begin at the same time, so that the seconds they report are the same. */
    private static void begin(List<PartProcess> parts) throws IOException {
        for (PartProcess part : parts) {
            part.await(Part.JOINED, START_TIMEOUT_MS);
        }
        String go = Part.GO + (System.nanoTime() + LEAD_NS);
        for (PartProcess part : parts) {
            part.say(go);
        }
    }

    private void watch(PartProcess publisher, List<PartProcess> subscribers) {
        output.text(DemoResult.heading()).newLine().flush();
        long sentBefore = 0;
        for (int second = 1; second <= seconds; second++) {
            long sent = Long.parseLong(publisher.await(Part.AT, ANSWER_TIMEOUT_MS));
            Histogram latency = Latencies.newHistogram();
            long[] lags = new long[subscribers.size()];
            for (int i = 0; i < lags.length; i++) {
                SubscriberReport report =
                        SubscriberReport.parse(subscribers.get(i).await(Part.AT, ANSWER_TIMEOUT_MS));
                latency.add(report.latency());
                lags[i] = Math.max(0, sent - report.received());
            }
            output.text(DemoResult.line(second, sent - sentBefore, size, latency, lags))
                    .newLine()
                    .flush();
            sentBefore = sent;
        }
    }

    private DemoResult collect(PartProcess publisher, List<PartProcess> subscribers) {
        long sent = Long.parseLong(publisher.await(Part.END, ANSWER_TIMEOUT_MS));
        List<SubscriberReport> reports = new ArrayList<>();
        for (PartProcess subscriber : subscribers) {
            reports.add(SubscriberReport.parse(subscriber.await(Part.END, ANSWER_TIMEOUT_MS)));
        }
        return DemoResult.of(sent, seconds, reports);
    }

    /** The log as it is now, while its publisher and subscribers still hold it. */
    private void dump() throws IOException {
        output.newLine().flush();
        DumpCommand dump = new DumpCommand(Context.standard(termination, Terminal.PLAIN));
        new CommandLine(dump).parseArgs("--dir", dir(), "-n", "0", DemoMessage.STREAM);
        dump.call();
    }

    @Override
    public void close() {
        for (PartProcess process : processes) {
            process.close();
        }
        directory.close();
    }
}
