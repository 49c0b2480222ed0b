/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.demo;

import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Termination;
import io.tailrace.tools.dump.DumpCommand;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import picocli.CommandLine;

/** One run of the demo, with its processes and files; what is left of them goes when it is closed. For one thread. */
final class DemoRun implements AutoCloseable {
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
    private final List<DemoProcess> processes = new ArrayList<>();

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
        DemoProcess driver = start("driver", "driver", "--dir", dir(), "--until-input-ends");
        driver.await("READY", START_TIMEOUT_MS);
        List<DemoProcess> subscribers = new ArrayList<>();
        for (int i = 1; i <= SUBSCRIBERS; i++) {
            subscribers.add(start("subscriber " + i, DemoSubscriber.NAME, dir(), Boolean.toString(spin)));
        }
        DemoProcess publisher = start(
                "publisher",
                DemoPublisher.NAME,
                dir(),
                Double.toString(rate),
                Integer.toString(size),
                Long.toString(TimeUnit.SECONDS.toNanos(seconds)),
                Boolean.toString(spin));
        List<DemoProcess> parts = new ArrayList<>(subscribers);
        parts.add(publisher);
        begin(parts);
        watch(publisher, subscribers);
        DemoResult result = collect(publisher, subscribers);
        result.print(output, size);
        dump();
        for (DemoProcess part : parts) {
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

    private DemoProcess start(String name, String... arguments) throws IOException {
        DemoProcess process = DemoProcess.start(name, directory, termination, List.of(arguments));
        processes.add(process);
        return process;
    }

    private String dir() {
        return directory.driver().toString();
    }

    /** Lets all of them begin at the same time, so that the seconds they report are the same. */
    private static void begin(List<DemoProcess> parts) throws IOException {
        for (DemoProcess part : parts) {
            part.await(DemoPart.JOINED, START_TIMEOUT_MS);
        }
        String go = DemoPart.GO + (System.nanoTime() + LEAD_NS);
        for (DemoProcess part : parts) {
            part.say(go);
        }
    }

    private void watch(DemoProcess publisher, List<DemoProcess> subscribers) {
        output.text(DemoResult.heading()).newLine().flush();
        long sentBefore = 0;
        for (int second = 1; second <= seconds; second++) {
            long sent = Long.parseLong(publisher.await(DemoPart.AT, ANSWER_TIMEOUT_MS));
            Histogram latency = SubscriberReport.newHistogram();
            long[] lags = new long[subscribers.size()];
            for (int i = 0; i < lags.length; i++) {
                SubscriberReport report =
                        SubscriberReport.parse(subscribers.get(i).await(DemoPart.AT, ANSWER_TIMEOUT_MS));
                latency.add(report.latency());
                lags[i] = Math.max(0, sent - report.received());
            }
            output.text(DemoResult.line(second, sent - sentBefore, size, latency, lags))
                    .newLine()
                    .flush();
            sentBefore = sent;
        }
    }

    private DemoResult collect(DemoProcess publisher, List<DemoProcess> subscribers) {
        long sent = Long.parseLong(publisher.await(DemoPart.END, ANSWER_TIMEOUT_MS));
        List<SubscriberReport> reports = new ArrayList<>();
        for (DemoProcess subscriber : subscribers) {
            reports.add(SubscriberReport.parse(subscriber.await(DemoPart.END, ANSWER_TIMEOUT_MS)));
        }
        return DemoResult.of(sent, seconds, reports);
    }

    /** The log as it is now, while its publisher and subscribers still hold it. */
    private void dump() throws IOException {
        output.newLine().flush();
        DumpCommand dump = new DumpCommand(termination);
        new CommandLine(dump).parseArgs("--dir", dir(), "-n", "0", DemoPart.STREAM);
        dump.call();
    }

    @Override
    public void close() {
        for (DemoProcess process : processes) {
            process.close();
        }
        directory.close();
    }
}
