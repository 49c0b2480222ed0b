/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.scaling;

import static java.util.concurrent.CompletableFuture.supplyAsync;

import io.tailrace.benchmarks.lab.Slice;
import io.tailrace.benchmarks.lab.Waiting;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Library.Receiver;
import io.tailrace.benchmarks.peer.Library.Sender;
import io.tailrace.benchmarks.peer.LogLibrary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.agrona.MutableDirectBuffer;

/** All publishers and subscribers of a cell, connected, with a thread each. */
final class Crew implements AutoCloseable {
    private static final long CONNECT_TIMEOUT_MS = 60_000;
    private static final long RESULT_TIMEOUT_MS = 20_000;

    private final LogLibrary library;
    private final List<Publisher> publishers = new ArrayList<>();
    private final List<Subscriber> subscribers = new ArrayList<>();
    private final ExecutorService threads;

    /** Connects them all. */
    Crew(Cell cell, Candidate candidate, LogLibrary library) {
        this.library = library;
        for (int i = 0; i < cell.subscribers(); i++) {
            Inbox inbox = new Inbox(cell.publishers() * cell.streams());
            Receiver[] receivers = streams(cell)
                    .mapToObj(stream -> library.receiver(stream, inbox, false))
                    .toArray(Receiver[]::new);
            Runnable driverCycle = i == 0 ? library::runDriver : () -> {};
            subscribers.add(new Subscriber(receivers, inbox, cell.waits(), driverCycle));
        }
        for (int i = 0; i < cell.publishers(); i++) {
            MutableDirectBuffer message = library.allocate(Inbox.LENGTH);
            Sender[] senders = streams(cell)
                    .mapToObj(stream -> library.sender(stream, message))
                    .toArray(Sender[]::new);
            publishers.add(new Publisher(i, senders, message, cell.waits()));
        }
        int logs = candidate.kind().equals(Candidate.EXCLUSIVE) ? cell.publishers() : 1;
        Waiting.until(
                () -> library.isConnected() && subscribers.stream().allMatch(each -> each.isConnected(logs)),
                CONNECT_TIMEOUT_MS,
                () -> "not all connected: library=" + library.description() + ", cell=" + cell);
        this.threads = Executors.newFixedThreadPool(cell.threads());
    }

    private static IntStream streams(Cell cell) {
        return IntStream.rangeClosed(1, cell.streams());
    }

    /** {@return the figures of one slice} */
    Map<String, Object> run(long leadInMs, long measureMs) {
        Slice slice = new Slice();
        List<CompletableFuture<Subscriber.Result>> receiving = subscribers.stream()
                .map(subscriber -> supplyAsync(() -> subscriber.run(slice), threads))
                .toList();
        List<CompletableFuture<Publisher.Result>> sending = publishers.stream()
                .map(publisher -> supplyAsync(() -> publisher.run(slice), threads))
                .toList();
        double cores = slice.conduct(leadInMs, measureMs);
        List<Publisher.Result> sent = Waiting.results(sending, RESULT_TIMEOUT_MS);
        slice.setSent(publishers.stream().mapToLong(Publisher::sent).sum());
        return figures(sent, Waiting.results(receiving, RESULT_TIMEOUT_MS), cores);
    }

    private static Map<String, Object> figures(
            List<Publisher.Result> sent, List<Subscriber.Result> received, double cores) {
        List<Double> perSubscriber =
                received.stream().map(Subscriber.Result::perSecond).toList();
        List<Double> perPublisher =
                sent.stream().map(Publisher.Result::perSecond).toList();
        double total = perSubscriber.stream().mapToDouble(each -> each).sum();
        Histogram latency = new Histogram(received.get(0).latency());
        received.forEach(result -> latency.add(result.latency()));
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("value", total);
        figures.put("perSubscriber", perSubscriber);
        figures.put("perPublisher", perPublisher);
        figures.put("fairness", jain(perPublisher));
        figures.put(
                "longestBlockedNs",
                sent.stream().mapToLong(Publisher.Result::longestNs).max().orElse(0));
        figures.put("cores", cores);
        figures.put("cpuSecondsPerMillion", cores / Math.max(total, 1) * 1e6);
        figures.put("p50Ns", latency.getValueAtPercentile(50));
        figures.put("p99Ns", latency.getValueAtPercentile(99));
        return figures;
    }

    /** {@return Jain's index of fairness: 1 if all have the same, 1/n if one of n has all} */
    static double jain(List<Double> shares) {
        double sum = shares.stream().mapToDouble(share -> share).sum();
        double squares = shares.stream().mapToDouble(share -> share * share).sum();
        return squares == 0 ? 1 : sum * sum / (shares.size() * squares);
    }

    @Override
    public void close() {
        threads.shutdown();
        library.close();
    }
}
