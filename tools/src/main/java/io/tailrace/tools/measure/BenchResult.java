/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The result of a run.
 *
 * @param sent the messages sent by all publishers, including the warm-up
 * @param due the messages they should have sent
 * @param intervals the intervals of equal length, without the warm-up
 */
public record BenchResult(BenchPlan plan, long sent, long due, List<Interval> intervals, List<Subscriber> subscribers) {
    /** {@return whether every subscriber got every message once and in order} */
    public boolean isClean() {
        return subscribers.stream().allMatch(subscriber -> subscriber.isClean(sent));
    }

    /** {@return whether all due messages were sent} Otherwise the publishers could not keep the rate. */
    public boolean isOnTime() {
        return sent == due;
    }

    /** {@return the latencies of all subscribers} */
    public Histogram latency() {
        Histogram latency = Latencies.newHistogram();
        subscribers.forEach(subscriber -> latency.add(subscriber.latency()));
        return latency;
    }

    /** {@return the sum of a value over all subscribers} */
    long sum(ToLongFunction<Subscriber> something) {
        return subscribers.stream().mapToLong(something).sum();
    }

    /** {@return the counts of each subscriber with an error} */
    public String describeSubscribers() {
        return subscribers.stream()
                .map(one -> "received=" + one.received() + " lost=" + one.lost() + " duplicated=" + one.duplicated()
                        + " reordered=" + one.reordered())
                .collect(Collectors.joining(", "));
    }

    /** The messages that one subscriber received in an interval. */
    public record Interval(long tookNs, long messages) {
        private static final double NS_PER_SECOND = 1e9;

        /**
         * The messages that a subscriber had received by a time since the start.
         *
         * @param elapsedNs that time
         * @param latency the latencies since the mark before; only in a demo
         */
        public record Mark(
                long elapsedNs, long received, @Nullable Histogram latency) {
            /** {@return the mark that a subscriber reported} */
            static Mark parse(String text) {
                String[] words = text.split(" ", -1);
                Histogram latency = words.length > 2 ? Latencies.decode(words[2]) : null;
                return new Mark(Long.parseLong(words[0]), Long.parseLong(words[1]), latency);
            }

            Interval since(Mark before) {
                return new Interval(elapsedNs - before.elapsedNs, received - before.received);
            }
        }

        public double perSecond() {
            return messages * NS_PER_SECOND / tookNs;
        }

        /** {@return the interval of the slowest subscriber} All received at least at its rate. */
        static Interval slowest(List<Interval> all) {
            return all.stream()
                    .min(Comparator.comparingDouble(Interval::perSecond))
                    .orElseThrow();
        }

        /** {@return the median of the rates, the lower one of two} */
        public static double medianPerSecond(List<Interval> all) {
            double[] rates =
                    all.stream().mapToDouble(Interval::perSecond).sorted().toArray();
            return rates[(rates.length - 1) / 2];
        }
    }

    /**
     * The report of a subscriber that counted and timed messages: counts since its start, and latencies.
     *
     * @param latency the one-way latencies in nanoseconds
     */
    public record Subscriber(long received, long lost, long duplicated, long reordered, Histogram latency) {
        private static final int FIELDS = 5;

        /** {@return whether it received {@code sent} messages, each once and in order} */
        boolean isClean(long sent) {
            return received == sent && lost == 0 && duplicated == 0 && reordered == 0;
        }

        /** {@return the numbers, then the histogram in its own encoding} */
        String toLine() {
            return received + " " + lost + " " + duplicated + " " + reordered + " " + Latencies.encode(latency);
        }

        /**
         * Reads what {@link #toLine} wrote.
         *
         * @throws IllegalArgumentException if the line is something else
         */
        static Subscriber parse(String line) {
            String[] fields = line.split(" ", FIELDS);
            if (fields.length != FIELDS) {
                throw new IllegalArgumentException(
                        "not a subscriber's report: fields=" + fields.length + ", line=" + line);
            }
            return new Subscriber(
                    Long.parseLong(fields[0]),
                    Long.parseLong(fields[1]),
                    Long.parseLong(fields[2]),
                    Long.parseLong(fields[3]),
                    Latencies.decode(fields[4]));
        }
    }
}
