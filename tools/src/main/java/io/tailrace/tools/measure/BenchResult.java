/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What came of a run.
 *
 * @param sent by all publishers, while warming up, too
 * @param due what they should have sent
 * @param intervals of equal length, without the warming up
 */
public record BenchResult(BenchPlan plan, long sent, long due, List<Interval> intervals, List<Subscriber> subscribers) {
    /** {@return whether every subscriber got every message once and in order} */
    public boolean isClean() {
        return subscribers.stream().allMatch(subscriber -> subscriber.isClean(sent));
    }

    /** {@return whether everything was sent that was due} Else publishers could not keep the rate. */
    public boolean isOnTime() {
        return sent == due;
    }

    /** {@return the latencies of all subscribers} */
    public Histogram latency() {
        Histogram latency = Latencies.newHistogram();
        subscribers.forEach(subscriber -> latency.add(subscriber.latency()));
        return latency;
    }

    /** {@return the sum of something over all subscribers} */
    long sum(ToLongFunction<Subscriber> something) {
        return subscribers.stream().mapToLong(something).sum();
    }

    /** {@return what each subscriber got, where something is wrong} */
    public String describeSubscribers() {
        return subscribers.stream()
                .map(one -> "received=" + one.received() + " lost=" + one.lost() + " duplicated=" + one.duplicated()
                        + " reordered=" + one.reordered())
                .collect(Collectors.joining(", "));
    }

    /** What one subscriber received in a time. */
    public record Interval(long tookNs, long messages) {
        private static final double NS_PER_SECOND = 1e9;

        /**
         * What it had received at a time since the start.
         *
         * @param elapsedNs when
         * @param latency since the mark before; of a demo only
         */
        public record Mark(
                long elapsedNs, long received, @Nullable Histogram latency) {
            /** {@return what a subscriber has told} */
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

        /** {@return that of the slowest subscriber} All received at least at that rate. */
        static Interval slowest(List<Interval> all) {
            return all.stream()
                    .min(Comparator.comparingDouble(Interval::perSecond))
                    .orElseThrow();
        }

        /** {@return the middle one of the rates, the lower of two} */
        public static double medianPerSecond(List<Interval> all) {
            double[] rates =
                    all.stream().mapToDouble(Interval::perSecond).sorted().toArray();
            return rates[(rates.length - 1) / 2];
        }
    }

    /**
     * What a subscriber tells that has counted and timed what came: counts since its start, and latencies.
     *
     * @param latency one way, in nanoseconds
     */
    public record Subscriber(long received, long lost, long duplicated, long reordered, Histogram latency) {
        private static final int FIELDS = 5;

        /** {@return whether it got so many messages, each once and in order} */
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
         * @throws IllegalArgumentException if it is something else
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
