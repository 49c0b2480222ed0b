/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.WaitPolicy;
import io.tailrace.tools.JsonSchemas;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.measure.BenchResult.Interval;
import io.tailrace.tools.measure.BenchResult.Interval.Mark;
import io.tailrace.tools.measure.BenchResult.Subscriber;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The reports of the parts of a measurement, and the result that they give. */
class BenchResultTest {
    private static final long SECOND_NS = 1_000_000_000;
    private static final BenchPlan PLAN = new BenchPlan(
            BenchPlan.What.DEMO,
            32,
            0,
            1,
            2,
            BenchPlan.Api.CLAIM,
            false,
            WaitPolicy.BALANCED,
            new BenchPlan.Times(0, 2_000_000_000));

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private static BenchResult result(Subscriber... subscribers) {
        return new BenchResult(PLAN, 10, 10, List.of(), List.of(subscribers));
    }

    private static Histogram histogram(long... values) {
        Histogram histogram = Latencies.newHistogram();
        for (long value : values) {
            Latencies.record(histogram, value);
        }
        return histogram;
    }

    private String printed() {
        String text = bytes.toString(StandardCharsets.UTF_8);
        bytes.reset();
        return text;
    }

    @Test
    void anIntervalLiesBetweenTwoMarksAndTheSlowestSubscriberCounts() {
        Interval slow = Mark.parse("3000000000 1500").since(Mark.parse("1000000000 500"));
        assertEquals(new Interval(2 * SECOND_NS, 1_000), slow);
        assertEquals(500, slow.perSecond());
        Interval fast = new Interval(SECOND_NS, 900);
        assertEquals(slow, Interval.slowest(List.of(fast, slow)));
        assertEquals(slow, Interval.slowest(List.of(slow, fast)));
    }

    @Test
    void theMedianIsAFigureThatWasMeasured() {
        Interval one = new Interval(SECOND_NS, 1);
        Interval two = new Interval(SECOND_NS, 2);
        assertEquals(1, Interval.medianPerSecond(List.of(two, one)));
        assertEquals(2, Interval.medianPerSecond(List.of(new Interval(SECOND_NS, 9), one, two)));
    }

    @Test
    void aReportSurvivesItsLine() {
        for (Histogram latency : List.of(histogram(), histogram(0, 250, 80_000, Latencies.LONGEST_NS))) {
            Subscriber report = new Subscriber(1_000, 2, 3, 4, latency);
            assertEquals(report, Subscriber.parse(report.toLine()));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1 2 3 4", "a 0 0 0 AAAA", "1 0 0 0 ?"})
    void whatIsNoReportIsRefused(String line) {
        assertThrows(IllegalArgumentException.class, () -> Subscriber.parse(line));
    }

    @Test
    void onlyEveryMessageOnceAndInOrderIsClean() {
        assertTrue(new Subscriber(10, 0, 0, 0, histogram()).isClean(10));
        assertFalse(new Subscriber(9, 0, 0, 0, histogram()).isClean(10));
        assertFalse(new Subscriber(10, 1, 0, 0, histogram()).isClean(10));
        assertFalse(new Subscriber(10, 0, 1, 0, histogram()).isClean(10));
        assertFalse(new Subscriber(10, 0, 0, 1, histogram()).isClean(10));
    }

    @Test
    void theDemoPrintsTheSumsOfTheSubscribersAndWhetherAllIsWell() {
        DemoRun.printJson(
                result(new Subscriber(9, 1, 2, 3, histogram(100)), new Subscriber(10, 0, 0, 1, histogram(100))),
                new Output(bytes));
        String json = printed();
        assertEquals("""
                {"sent":10,"received":[9,10],"lost":1,"duplicated":2,"reordered":4,"rate":5,"p50_ns":100,"p99_ns":100}
                """, json);
        JsonSchemas.assertValid("demo", json);

        DemoRun.print(result(new Subscriber(10, 0, 0, 0, histogram(1))), new Output(bytes));
        String good = printed();
        assertTrue(good.startsWith("sent 10; received 10; lost 0, duplicated 0, reordered 0"), good);
        assertFalse(good.contains("FAILED"), good);
        DemoRun.print(result(new Subscriber(9, 1, 0, 0, histogram(1))), new Output(bytes));
        assertTrue(printed().contains("FAILED"));
        assertTrue(DemoRun.line(3, 100_000, 32, histogram(1_000), List.of(0L, 1_234L))
                .endsWith("   0, 1,234"));
    }

    @Test
    void whatASubscriberLosesAndGetsTwiceOrLateIsCountedAsByASet() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            List<Long> numbers = new ArrayList<>();
            for (long number = 0; number < 50; number++) {
                for (int copies = random.nextInt(3); copies > 0; copies--) {
                    numbers.add(number);
                }
            }
            Collections.shuffle(numbers, random);
            assertCountedAsByASet(numbers, "seed=" + seed);
        }
        assertCountedAsByASet(List.of(), "nothing");
        assertCountedAsByASet(List.of(0L, 1L, 2L), "an end that is missing");
    }

    private static void assertCountedAsByASet(List<Long> numbers, String context) {
        SequenceCheck check = new SequenceCheck();
        numbers.forEach(check::accept);
        Set<Long> distinct = new HashSet<>(numbers);
        assertEquals(numbers.size(), check.received(), context);
        assertEquals(50 - distinct.size(), check.lost(50), () -> "lost, " + context);
        assertEquals(numbers.size() - distinct.size(), check.duplicated(), () -> "duplicated, " + context);
        assertEquals(reordered(numbers), check.reordered(), () -> "reordered, " + context);
    }

    /** Counts first copies that arrive after a greater number. */
    private static long reordered(List<Long> numbers) {
        Set<Long> seen = new HashSet<>();
        long greatest = -1;
        long reordered = 0;
        for (long number : numbers) {
            reordered += seen.add(number) && number < greatest ? 1 : 0;
            greatest = Math.max(greatest, number);
        }
        return reordered;
    }
}
