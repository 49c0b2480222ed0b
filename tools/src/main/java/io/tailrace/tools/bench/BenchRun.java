/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.bench;

import io.tailrace.tools.bench.BenchInterval.Mark;
import io.tailrace.tools.command.Termination;
import io.tailrace.tools.measure.Part;
import io.tailrace.tools.measure.PartProcess;
import io.tailrace.tools.measure.SubscriberReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** One run with processes and a stream of its own; they go when it is closed. For one thread. */
final class BenchRun implements AutoCloseable {
    private static final long START_TIMEOUT_MS = 60_000;
    private static final long ANSWER_TIMEOUT_MS = 15_000;
    private static final long LEAD_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Path directory;
    private final BenchPlan plan;
    private final Termination termination;
    private final String stream =
            "tailrace-bench-" + ProcessHandle.current().pid() + '-' + Long.toHexString(System.nanoTime());
    private final List<PartProcess> publishers = new ArrayList<>();
    private final List<PartProcess> subscribers = new ArrayList<>();

    BenchRun(Path directory, BenchPlan plan, Termination termination) {
        this.directory = directory;
        this.plan = plan;
        this.termination = termination;
    }

    /** Runs it; tells each interval as soon as it has ended. */
    BenchResult run(Consumer<BenchInterval> teller) throws IOException {
        for (int i = 0; i < plan.subscribers(); i++) {
            subscribers.add(start("subscriber " + (i + 1), BenchSubscriber.NAME, List.of()));
        }
        for (int i = 0; i < plan.publishers(); i++) {
            publishers.add(start("publisher " + (i + 1), BenchPublisher.NAME, List.of(Integer.toString(i))));
        }
        List<PartProcess> parts = new ArrayList<>(subscribers);
        parts.addAll(publishers);
        begin(parts);
        List<BenchInterval> intervals = watch(teller);
        BenchResult result = collect(intervals);
        for (PartProcess part : parts) {
            part.release();
        }
        return result;
    }

    private PartProcess start(String name, String command, List<String> more) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(command, directory.toString(), stream));
        arguments.addAll(more);
        arguments.addAll(plan.toWords());
        return PartProcess.start(name, termination, arguments);
    }

    private static void begin(List<PartProcess> parts) throws IOException {
        for (PartProcess part : parts) {
            part.await(Part.JOINED, START_TIMEOUT_MS);
        }
        String go = Part.GO + (System.nanoTime() + LEAD_NS);
        for (PartProcess part : parts) {
            part.say(go);
        }
    }

    private List<BenchInterval> watch(Consumer<BenchInterval> teller) {
        List<BenchInterval> intervals = new ArrayList<>();
        List<Mark> before = marks(plan.times().warmUpNs());
        for (int i = 0; i < plan.times().intervals(); i++) {
            List<Mark> now = marks(plan.times().intervalNs());
            List<BenchInterval> each = new ArrayList<>();
            for (int s = 0; s < now.size(); s++) {
                each.add(now.get(s).since(before.get(s)));
            }
            BenchInterval slowest = BenchInterval.slowest(each);
            intervals.add(slowest);
            teller.accept(slowest);
            before = now;
        }
        return intervals;
    }

    private List<Mark> marks(long inNs) {
        long timeoutMs = TimeUnit.NANOSECONDS.toMillis(inNs) + ANSWER_TIMEOUT_MS;
        publishers.forEach(PartProcess::requireAlive); // Subscribers would wait for ever.
        return subscribers.stream()
                .map(subscriber -> Mark.parse(subscriber.await(Part.AT, timeoutMs)))
                .toList();
    }

    private BenchResult collect(List<BenchInterval> intervals) {
        long sent = 0;
        long due = 0;
        for (PartProcess publisher : publishers) {
            String[] counts = publisher.await(Part.END, ANSWER_TIMEOUT_MS).split(" ", 2);
            sent += Long.parseLong(counts[0]);
            due += Long.parseLong(counts[1]);
        }
        List<SubscriberReport> reports = subscribers.stream()
                .map(subscriber -> SubscriberReport.parse(subscriber.await(Part.END, ANSWER_TIMEOUT_MS)))
                .toList();
        return new BenchResult(plan, sent, due, intervals, reports);
    }

    @Override
    public void close() {
        subscribers.forEach(PartProcess::close);
        publishers.forEach(PartProcess::close);
    }
}
