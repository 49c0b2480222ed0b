/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.pair;

import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.peer.Library;
import io.tailrace.benchmarks.peer.Library.LogLibrary;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/** Several lefts, rights and streams in one process, a thread for each left and right. */
final class Crew {
    private static final int POLLS_PER_DRIVER_CYCLE = 8;

    /** One in this many messages of a stream carries the time. A power of two. */
    private static final int STAMPED_ONE_IN = 64;

    private Crew() {}

    /** {@return the figures of all of them together} */
    static Map<String, Object> figures(List<Map<String, Object>> all, Histogram delays, double cores) {
        List<Double> perSubscriber = each(all, "rate");
        List<Double> perPublisher = each(all, "sendRate");
        double total = perSubscriber.stream().mapToDouble(rate -> rate).sum();
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("rate", total);
        figures.put("perSubscriber", perSubscriber);
        figures.put("perPublisher", perPublisher);
        figures.put("fairness", jain(perPublisher));
        figures.put("cores", cores);
        figures.put("cpuSecondsPerMillion", cores / Math.max(total, 1) * 1e6);
        figures.put("p50Ns", delays.getValueAtPercentile(50));
        figures.put("p99Ns", delays.getValueAtPercentile(99));
        return figures;
    }

    private static List<Double> each(List<Map<String, Object>> all, String figure) {
        return all.stream()
                .filter(figures -> figures.containsKey(figure))
                .map(figures -> Lab.number(figures, figure))
                .toList();
    }

    /** {@return Jain's index of fairness: 1 if all have the same, 1/n if one of n has everything} */
    static double jain(List<Double> shares) {
        double sum = shares.stream().mapToDouble(share -> share).sum();
        double squares = shares.stream().mapToDouble(share -> share * share).sum();
        return squares == 0 ? 1 : sum * sum / (shares.size() * squares);
    }

    /** Sends a message to each stream in turn, by its number from 1; the end mark goes to the first. */
    static final class InTurn implements Library.Sender {
        private final MutableDirectBuffer message;
        private final Library.Sender[] senders;
        private final int firstSource;
        private final boolean isTimed;
        private int stream;
        private long number = 1;

        InTurn(LogLibrary library, Shape shape, int number) {
            message = library.allocate(MAX_LENGTH);
            senders = IntStream.rangeClosed(1, shape.streams())
                    .mapToObj(stream -> library.sender(stream, message))
                    .toArray(Library.Sender[]::new);
            firstSource = number * senders.length;
            isTimed = shape.isTimed();
        }

        @Override
        public boolean send(long value, int count, int length) {
            if (value < 0) {
                stream = 0;
                number = 1;
                return senders[0].send(value, count, length);
            }
            if (isTimed) {
                message.putLong(Inbox.STAMP, number % STAMPED_ONE_IN == 0 ? System.nanoTime() : 0);
            }
            if (!senders[stream].send(Inbox.value(firstSource + stream, number), count, length)) {
                return false;
            }
            if (++stream == senders.length) {
                stream = 0;
                number++;
            }
            return true;
        }

        @Override
        public long position() {
            return senders[0].position();
        }
    }

    /** Polls all streams in turn. */
    static final class EachInTurn implements Library.Receiver {
        private final Library.Receiver[] receivers;
        private final Runnable driverCycle;
        private final int turnsPerDriverCycle;
        private long turns;

        /**
         * @param library whose driver it runs once in a few polls if the driver has no thread; null if another thread
         *     does
         */
        EachInTurn(List<Library.Receiver> all, @Nullable Library library) {
            receivers = all.toArray(Library.Receiver[]::new);
            driverCycle = library instanceof LogLibrary logs ? logs::runDriver : () -> {};
            turnsPerDriverCycle = Math.max(1, POLLS_PER_DRIVER_CYCLE / receivers.length);
        }

        @Override
        public int poll(int limit) {
            if (++turns >= turnsPerDriverCycle) {
                turns = 0;
                driverCycle.run();
            }
            int messages = 0;
            for (Library.Receiver receiver : receivers) {
                messages += receiver.poll(limit);
            }
            return messages;
        }
    }
}
