/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import io.tailrace.tools.command.Termination;
import io.tailrace.tools.measure.BenchResult.Interval;
import io.tailrace.tools.measure.BenchResult.Interval.Mark;
import io.tailrace.tools.measure.BenchResult.Subscriber;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** One run with its own processes and stream; closing it kills the processes. One thread. */
public final class BenchRun implements AutoCloseable {
    /**
     * Receives the result of each interval: that of the slowest subscriber, the marks of all, and the messages sent so
     * far.
     */
    public interface Watcher {
        void interval(Interval slowest, List<Mark> marks, long sent);
    }

    private static final long START_TIMEOUT_MS = 60_000;
    private static final long ANSWER_TIMEOUT_MS = 15_000;
    private static final long LEAD_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Path directory;
    private final String stream;
    private final BenchPlan plan;
    private final Termination termination;
    private final List<PartProcess> publishers = new ArrayList<>();
    private final List<PartProcess> subscribers = new ArrayList<>();

    public BenchRun(Path directory, String stream, BenchPlan plan, Termination termination) {
        this.directory = directory;
        this.stream = stream;
        this.plan = plan;
        this.termination = termination;
    }

    /**
     * Runs, and reports each interval as soon as it has ended. The processes keep their publications and subscriptions
     * open.
     */
    public BenchResult run(Watcher watcher) throws IOException {
        for (int i = 0; i < plan.subscribers(); i++) {
            subscribers.add(start("subscriber " + (i + 1), BenchSubscriber.NAME, List.of()));
        }
        for (int i = 0; i < plan.publishers(); i++) {
            publishers.add(start("publisher " + (i + 1), BenchPublisher.NAME, List.of(Integer.toString(i))));
        }
        begin();
        return collect(watch(watcher));
    }

    private List<PartProcess> parts() {
        return Stream.concat(subscribers.stream(), publishers.stream()).toList();
    }

    /** Lets the processes exit. */
    public void release() throws IOException {
        for (PartProcess part : parts()) {
            part.release();
        }
    }

    private PartProcess start(String name, String command, List<String> more) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(command, directory.toString(), stream));
        arguments.addAll(more);
        arguments.addAll(plan.toWords());
        return PartProcess.start(name, termination, arguments);
    }

    /** Makes all processes begin at the same time, so that their intervals are the same. */
    private void begin() throws IOException {
        for (PartProcess part : parts()) {
            part.await(Part.JOINED, START_TIMEOUT_MS);
        }
        String go = Part.GO + (System.nanoTime() + LEAD_NS);
        for (PartProcess part : parts()) {
            part.say(go);
        }
    }

    private List<Interval> watch(Watcher watcher) {
        List<Interval> intervals = new ArrayList<>();
        List<Mark> before = marks(plan.times().warmUpNs());
        sent();
        for (int i = 0; i < plan.times().intervals(); i++) {
            List<Mark> now = marks(plan.times().intervalNs());
            List<Interval> each = new ArrayList<>();
            for (int s = 0; s < now.size(); s++) {
                each.add(now.get(s).since(before.get(s)));
            }
            Interval slowest = Interval.slowest(each);
            intervals.add(slowest);
            watcher.interval(slowest, now, sent());
            before = now;
        }
        return intervals;
    }

    private List<Mark> marks(long inNs) {
        long timeoutMs = TimeUnit.NANOSECONDS.toMillis(inNs) + ANSWER_TIMEOUT_MS;
        publishers.forEach(PartProcess::requireAlive); // Without publishers, subscribers would wait for ever.
        return subscribers.stream()
                .map(subscriber -> Mark.parse(subscriber.await(Part.AT, timeoutMs)))
                .toList();
    }

    /** {@return the messages sent by all publishers by the end of an interval; 0 except in a demo} */
    private long sent() {
        return plan.isDemo()
                ? publishers.stream()
                        .mapToLong(publisher -> Long.parseLong(publisher.await(Part.AT, ANSWER_TIMEOUT_MS)))
                        .sum()
                : 0;
    }

    private BenchResult collect(List<Interval> intervals) {
        long sent = 0;
        long due = 0;
        for (PartProcess publisher : publishers) {
            String[] counts = publisher.await(Part.END, ANSWER_TIMEOUT_MS).split(" ", 2);
            sent += Long.parseLong(counts[0]);
            due += Long.parseLong(counts[1]);
        }
        List<Subscriber> reports = subscribers.stream()
                .map(subscriber -> Subscriber.parse(subscriber.await(Part.END, ANSWER_TIMEOUT_MS)))
                .toList();
        return new BenchResult(plan, sent, due, intervals, reports);
    }

    @Override
    public void close() {
        parts().forEach(PartProcess::close);
    }
}
