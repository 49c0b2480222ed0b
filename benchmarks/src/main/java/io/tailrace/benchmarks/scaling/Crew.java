/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.scaling;

import io.tailrace.benchmarks.lab.Waiting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** All publishers and subscribers of a cell, connected, with a thread each. */
final class Crew implements AutoCloseable {
    private static final long CONNECT_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(60);
    private static final long RESULT_TIMEOUT_MS = 20_000;

    private final Product product;
    private final List<Publisher> publishers = new ArrayList<>();
    private final List<Subscriber> subscribers = new ArrayList<>();
    private final ExecutorService threads;

    /** Connects them all. */
    Crew(Cell cell, Contestant contestant, Product product) {
        this.product = product;
        for (int i = 0; i < cell.subscribers(); i++) {
            Inbox inbox = new Inbox(cell.publishers() * cell.streams());
            Runnable driverCycle = i == 0 ? product::runDriver : () -> {};
            subscribers.add(new Subscriber(product.subscribe(cell.streams(), inbox), inbox, cell.waits(), driverCycle));
        }
        for (int i = 0; i < cell.publishers(); i++) {
            publishers.add(new Publisher(i, product.publish(cell.streams()), cell.waits()));
        }
        awaitConnection(contestant.kind() == Contestant.Kind.EXCLUSIVE ? cell.publishers() : 1);
        this.threads = Executors.newFixedThreadPool(cell.threads());
    }

    private void awaitConnection(int logs) {
        long startNs = System.nanoTime();
        while (!subscribers.stream().allMatch(subscriber -> subscriber.isConnected(logs))
                || !publishers.stream().allMatch(Publisher::isConnected)) {
            if (System.nanoTime() - startNs > CONNECT_TIMEOUT_NS) {
                throw new IllegalStateException("not all connected within 60 s: product=" + product.description()
                        + ", publishers=" + publishers.size() + ", subscribers=" + subscribers.size());
            }
            product.runDriver();
            product.runClient();
            Waiting.sleep(1);
        }
    }

    /** {@return the figures of one slice} */
    Map<String, Object> run(long leadInMs, long measureMs) {
        Slice slice = new Slice();
        Running<Subscriber.Result> receiving = new Running<>(subscribers.stream()
                .<Callable<Subscriber.Result>>map(subscriber -> () -> subscriber.run(slice))
                .toList());
        Running<Publisher.Result> sending = new Running<>(publishers.stream()
                .<Callable<Publisher.Result>>map(publisher -> () -> publisher.run(slice))
                .toList());
        double cores = slice.conduct(leadInMs, measureMs);
        List<Publisher.Result> sent = sending.results();
        slice.setSent(publishers.stream().mapToLong(Publisher::sent).sum());
        return figures(sent, receiving.results(), cores);
    }

    private static Map<String, Object> figures(
            List<Publisher.Result> sent, List<Subscriber.Result> received, double cores) {
        double total =
                received.stream().mapToDouble(Subscriber.Result::perSecond).sum();
        Histogram latency = new Histogram(received.get(0).latency());
        received.forEach(result -> latency.add(result.latency()));
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("value", total);
        figures.put(
                "perSubscriber",
                received.stream().map(Subscriber.Result::perSecond).toList());
        figures.put(
                "perPublisher", sent.stream().map(Publisher.Result::perSecond).toList());
        figures.put(
                "fairness",
                Fairness.jain(sent.stream().map(Publisher.Result::perSecond).toList()));
        figures.put(
                "longestBlockedNs",
                sent.stream().mapToLong(Publisher.Result::longestNs).max().orElse(0));
        figures.put("cores", cores);
        figures.put("cpuSecondsPerMillion", cores / Math.max(total, 1) * 1e6);
        figures.put("p50Ns", latency.getValueAtPercentile(50));
        figures.put("p99Ns", latency.getValueAtPercentile(99));
        return figures;
    }

    @Override
    public void close() {
        threads.shutdown();
        product.close();
    }

    /** What some of the threads do. */
    private final class Running<T> {
        private final ExecutorCompletionService<T> completions = new ExecutorCompletionService<>(threads);
        private final int count;

        Running(List<Callable<T>> tasks) {
            tasks.forEach(completions::submit);
            count = tasks.size();
        }

        /** {@return their results, in the order in which they ended} */
        List<T> results() {
            List<T> results = new ArrayList<>();
            while (results.size() < count) {
                results.add(next());
            }
            return results;
        }

        private T next() {
            try {
                Future<T> done = completions.poll(RESULT_TIMEOUT_MS, TimeUnit.MILLISECONDS);
                if (done == null) {
                    throw new IllegalStateException("messages lost, or not all accepted: a party does not end, product="
                            + product.description() + ", timeout=" + RESULT_TIMEOUT_MS + " ms");
                }
                return done.get();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", e);
            } catch (ExecutionException e) {
                throw new IllegalStateException("a party failed: product=" + product.description(), e.getCause());
            }
        }
    }
}
