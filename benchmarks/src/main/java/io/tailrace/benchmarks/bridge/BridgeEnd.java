/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.bridge;

import io.tailrace.benchmarks.lab.Fork.Answerer;
import io.tailrace.benchmarks.lab.Schedule;
import io.tailrace.benchmarks.lab.Times;
import io.tailrace.memory.MappedBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.agrona.DirectBuffer;

/** The process of one host: everything that a candidate needs there, and a thread that sends or receives. */
final class BridgeEnd implements Answerer {
    private static final int MAX_LENGTH = 1024;
    private static final long QUIET_NS = 1_000_000_000;
    private static final int JOINS = 15;
    private static final long BETWEEN_JOINS_NS = 100_000_000;

    private final boolean isLeft;
    private final Transport transport;
    private final MappedBuffer message = MappedBuffer.allocate(MAX_LENGTH);
    private final Histogram delays = Times.newHistogram();
    private long next;
    private boolean measuresDelays;
    private long measureFromNs;
    private long measuredToNs;
    private long measured;
    private long lastNs;

    /** Arguments: the candidate, the host, a directory in shared memory, the right host's address. */
    BridgeEnd(List<String> arguments) {
        String candidate = arguments.get(0);
        isLeft = arguments.get(1).equals("left");
        Path directory = Path.of(arguments.get(2));
        String address = arguments.get(3);
        transport = candidate.equals("aeron-shared")
                ? new Transport.OfAeron(directory, address, isLeft)
                : new BridgeTransport(directory, address, isLeft);
    }

    @Override
    public Map<String, ?> answer(List<String> command) {
        return switch (command.get(0)) {
            case "send" -> send(Integer.parseInt(command.get(1)), Schedule.parse(command.subList(2, command.size())));
            case "receive" -> receive(Schedule.parse(command.subList(2, command.size())));
            case "join" -> join(Schedule.parse(command.subList(2, command.size())));
            default -> rest(Schedule.parse(command.subList(2, command.size())));
        };
    }

    /** Sends on a schedule, or as fast as it can if the schedule has no period. */
    private Map<String, Object> send(int length, Schedule schedule) {
        long periodNs = schedule.periodNs();
        restUntil(schedule.startNs());
        long number = 0;
        for (long nowNs = System.nanoTime(); nowNs < schedule.endNs(); nowNs = System.nanoTime()) {
            long earlyNs = periodNs == 0 ? 0 : schedule.timeNs(number) - nowNs;
            if (earlyNs > 0) {
                LockSupport.parkNanos(earlyNs);
            } else {
                message.putLong(0, number);
                message.putLong(Long.BYTES, nowNs);
                number += transport.offer(message, length) ? 1 : 0;
            }
        }
        restUntil(schedule.endNs() + 2 * QUIET_NS);
        return Map.of("sent", number);
    }

    private void restUntil(long ns) {
        for (long nowNs = System.nanoTime(); nowNs < ns; nowNs = System.nanoTime()) {
            LockSupport.parkNanos(ns - nowNs);
        }
    }

    private Map<String, Object> receive(Schedule schedule) {
        next = 0;
        measured = 0;
        measuresDelays = schedule.periodNs() > 0;
        measureFromNs = schedule.measureFromNs();
        measuredToNs = schedule.endNs();
        delays.reset();
        lastNs = schedule.endNs();
        while (System.nanoTime() < lastNs + QUIET_NS) {
            if (transport.poll(this::take) > 0) {
                lastNs = Math.max(lastNs, System.nanoTime());
            }
        }
        Map<String, Object> figures = new TreeMap<>(Times.figures(delays));
        figures.put("received", next);
        figures.put("rate", measured * 1e9 / schedule.measureNs());
        return figures;
    }

    private void take(DirectBuffer buffer, int offset) {
        long number = buffer.getLong(offset);
        if (number != next) {
            throw new IllegalStateException("lost, repeated or out of order: number=" + number + ", next=" + next);
        }
        next++;
        long nowNs = System.nanoTime();
        if (nowNs >= measureFromNs && nowNs < measuredToNs) {
            measured++;
            if (measuresDelays) {
                Times.record(delays, nowNs - buffer.getLong(offset + Long.BYTES));
            }
        }
    }

    /** {@return the time to the first message of a new subscriber, repeatedly: the median and the longest} */
    private Map<String, Object> join(Schedule schedule) {
        long[] first = {0};
        Transport.Inbox inbox = (buffer, offset) -> first[0] = first[0] == 0 ? System.nanoTime() : first[0];
        List<Long> times = new ArrayList<>();
        while (times.size() < JOINS && System.nanoTime() < schedule.endNs() - QUIET_NS) {
            long untilNs = Math.max(schedule.measureFromNs(), System.nanoTime() + BETWEEN_JOINS_NS);
            while (System.nanoTime() < untilNs) {
                transport.poll(inbox);
            }
            long startNs = System.nanoTime();
            transport.subscribe();
            first[0] = 0;
            while (first[0] == 0) {
                transport.poll(inbox);
                if (System.nanoTime() > schedule.endNs() + QUIET_NS) {
                    throw new IllegalStateException("no message arrives: joins=" + times.size());
                }
            }
            times.add(first[0] - startNs);
        }
        while (System.nanoTime() < schedule.endNs() + QUIET_NS) {
            transport.poll(inbox);
        }
        Collections.sort(times);
        return Map.of(
                "us",
                times.get(times.size() / 2) / 1e3,
                "maxUs",
                times.get(times.size() - 1) / 1e3,
                "joins",
                times.size());
    }

    private Map<String, Object> rest(Schedule schedule) {
        if (isLeft) {
            restUntil(schedule.endNs());
        }
        while (System.nanoTime() < schedule.endNs()) {
            transport.poll((buffer, offset) -> {});
        }
        return Map.of();
    }

    @Override
    public void close() {
        transport.close();
    }
}
