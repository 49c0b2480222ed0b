/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.samples.summarizer.pipeline.Fill;
import io.tailrace.samples.summarizer.sweep.Verdict.Answer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each verdict both ways, and what is said where nothing can be told. */
class FindingsTest {
    private static final Setting LINKED = Setting.of("linked", 1, 1, 1);

    private static Verdict verdict(int number, MadeUpPoints points) {
        Verdict verdict = Findings.of(points.all()).get(number - 1);
        assertEquals(number, verdict.number());
        return verdict;
    }

    private static void assertSays(Answer answer, String figures, int number, MadeUpPoints points) {
        Verdict verdict = verdict(number, points);
        assertEquals(answer, verdict.answer(), verdict.figures());
        assertTrue(verdict.figures().contains(figures), verdict.figures());
    }

    @Test
    void ofNoPointsNothingCanBeTold() {
        for (Verdict verdict : Findings.of(List.of())) {
            assertEquals(Answer.CANNOT_TELL, verdict.answer(), verdict.toString());
        }
    }

    @Test
    void pointsThatFailedSayNothing() {
        MadeUpPoints points = new MadeUpPoints().addFailure(LINKED, "exit code 70");
        for (Verdict verdict : Findings.of(points.all())) {
            assertEquals(Answer.CANNOT_TELL, verdict.answer(), verdict.toString());
        }
    }

    @Test
    void queuesAreFullOrEmptyOrBetween() {
        List<Fill> split = List.of(
                new Fill("parse-v1", 0.5, 0.5, 0.45),
                new Fill("summarize-v1-1", 0.9, 0, 0.9),
                new Fill("summarize-v1-2", 0.1, 0.99, 0));
        assertSays(
                Answer.TRUE,
                "95 % of the time (3 queues of 1 runs). In 1 of 1 runs",
                1,
                new MadeUpPoints().add(LINKED, 1, split, 100));
        List<Fill> between = List.of(new Fill("summarize-v1-1", 0.5, 0.1, 0.2), new Fill("summarize-v1-2", 0.5, 0, 0));
        assertSays(Answer.NOT_TRUE, "In 0 of 1 runs", 1, new MadeUpPoints().add(LINKED, 1, between, 100));
        Setting dispatch = Setting.of("dispatch", 1, 1, 1);
        assertSays(Answer.CANNOT_TELL, "", 1, new MadeUpPoints().add(dispatch, 1, split, 100));
    }

    @Test
    void nettyWorkersParseOrHaveParsers() {
        assertSays(Answer.TRUE, "by themselves 100 events/s (none, v1, parsers=1", 2, netty(6, 150));
        assertSays(Answer.NOT_TRUE, "with parsers 105 events/s", 2, netty(6, 105));
        assertSays(Answer.CANNOT_TELL, "share 2 processors", 2, netty(2, 150));
    }

    private static MadeUpPoints netty(int processors, double withParsers) {
        return new MadeUpPoints(processors)
                .add(Setting.of("none", 1, 1, 1).withNettyWorkers(4), 100)
                .add(LINKED.withNettyWorkers(4), 60)
                .add(Setting.of("linked", 1, 2, 1).withNettyWorkers(4), withParsers)
                .add(Setting.of("linked", 1, 2, 1), 1_000);
    }

    @Test
    void arrayLosesHalfAndLinkedGains() {
        assertSays(Answer.TRUE, "0.50 (0.50 to 0.50)", 3, consumers(50, 120));
        assertSays(Answer.NOT_TRUE, "0.90 (0.90 to 0.90)", 3, consumers(90, 120));
        assertSays(Answer.NOT_TRUE, "in 1 of 2 cases better", 3, consumers(50, 99));
    }

    private static MadeUpPoints consumers(double arrayWithThree, double linkedWithThree) {
        return new MadeUpPoints()
                .add(Setting.of("array", 1, 2, 1), 100)
                .add(Setting.of("array", 1, 3, 1), arrayWithThree)
                .add(LINKED, 100)
                .add(Setting.of("linked", 1, 2, 1), 110)
                .add(Setting.of("linked", 1, 3, 1), linkedWithThree);
    }

    @Test
    void sizeMattersOrWorkersDo() {
        assertSays(Answer.TRUE, "is 5 %, down to the smallest 100 %", 4, sizes(105, 150));
        assertSays(Answer.NOT_TRUE, "is 30 %", 4, sizes(130, 150));
        assertSays(Answer.NOT_TRUE, "next to each other is 4 %", 4, sizes(105, 104));
        assertSays(Answer.CANNOT_TELL, "", 4, consumers(50, 120));
    }

    private static MadeUpPoints sizes(double withLargeQueue, double withTwoParsers) {
        return new MadeUpPoints()
                .add(LINKED, 100)
                .add(LINKED.withQueue(64), 50)
                .add(LINKED.withQueue(65_536), withLargeQueue)
                .add(Setting.of("linked", 1, 2, 1), withTwoParsers);
    }

    @Test
    void moreWorkersMakeItWorseAtAHighRateOnly() {
        assertSays(Answer.TRUE, "0.50 (0.50 to 0.50)", 5, rates(50_000, 25_000));
        assertSays(Answer.NOT_TRUE, "1.20", 5, rates(120_000, 25_000));
        assertSays(Answer.NOT_TRUE, "0.80", 5, rates(50_000, 20_000));
        assertSays(Answer.CANNOT_TELL, "", 5, consumers(50, 120));
    }

    private static MadeUpPoints rates(double most, double mostAtRate) {
        Setting many = Setting.of("linked", 1, 3, 4);
        return new MadeUpPoints()
                .add(LINKED, 100_000)
                .add(Setting.of("linked", 1, 2, 4), 70_000)
                .add(many, most)
                .add(LINKED.withLinesPerS(25_000), 25_000)
                .add(many.withLinesPerS(25_000), mostAtRate);
    }

    @Test
    void versionsWantTheSameNumbersOrOthers() {
        assertSays(Answer.TRUE, "loses 50 %", 6, versions(100, 50, 40, 80));
        assertSays(Answer.NOT_TRUE, "loses 5 %", 6, versions(100, 99, 95, 100));
        assertSays(Answer.NOT_TRUE, "loses 0 %", 6, versions(100, 50, 80, 40));
        assertSays(Answer.CANNOT_TELL, "", 6, consumers(50, 120));
    }

    private static MadeUpPoints versions(double v1With1, double v1With2, double v2With1, double v2With2) {
        return new MadeUpPoints()
                .add(LINKED, v1With1)
                .add(Setting.of("linked", 1, 1, 2), v1With2)
                .add(Setting.of("linked", 2, 1, 1), v2With1)
                .add(Setting.of("linked", 2, 1, 2), v2With2);
    }

    @Test
    void theDisruptorMatchesAndCosts() {
        assertSays(Answer.TRUE, "Version 1: 1.08 times", 7, disruptor(108, 1.5));
        assertSays(Answer.NOT_TRUE, "0.80 times", 7, disruptor(80, 1.5));
        assertSays(Answer.NOT_TRUE, "for 1.05 times its processor time", 7, disruptor(108, 1.05));
        assertSays(Answer.CANNOT_TELL, "", 7, consumers(50, 120));
    }

    private static MadeUpPoints disruptor(double rate, double cpu) {
        return new MadeUpPoints()
                .add(Setting.of("disruptor", 1, 1, 1), cpu, List.of(), rate, rate, rate)
                .add(LINKED, 1, List.of(), 100, 100, 100);
    }

    @Test
    void pointsOfASettingAreFarApartOrNot() {
        assertSays(Answer.TRUE, "100 % (linked, v1", 8, new MadeUpPoints().add(LINKED, 100, 150, 200));
        assertSays(Answer.NOT_TRUE, "is 5 % above", 8, new MadeUpPoints().add(LINKED, 100, 103, 105));
        assertSays(Answer.CANNOT_TELL, "", 8, new MadeUpPoints().add(LINKED, 100));
    }

    @Test
    void bytesAreWorthItOrNot() {
        assertSays(
                Answer.TRUE,
                "Version 1: bytes (lines) 0.95 times the best queue, lines 1.90 times events",
                9,
                bytes(95));
        assertSays(Answer.NOT_TRUE, "0.60 times", 9, bytes(60));
        MadeUpPoints transfer = bytes(95).add(Setting.of("transfer", 1, 1, 1), 90);
        assertSays(Answer.TRUE, "transfer 0.90 times linked", 9, transfer);
        assertSays(Answer.CANNOT_TELL, "", 9, consumers(50, 120));
    }

    private static MadeUpPoints bytes(double lines) {
        return new MadeUpPoints()
                .add(LINKED, 100)
                .add(Setting.of("lines", 1, 1, 1), lines)
                .add(Setting.of("events", 1, 1, 1), 50)
                .add(Setting.of("dispatch", 1, 1, 1), 55);
    }

    @Test
    void whatIsLessThanTheJitterCountsForNone() {
        double[] steady = {90, 90};
        double[] jittering = {100, 140};
        Setting disruptor = Setting.of("disruptor", 1, 1, 1);
        assertSays(
                Answer.NOT_TRUE,
                "0.70 times",
                7,
                new MadeUpPoints().add(LINKED, steady).add(disruptor, 1.5, List.of(), 63, 63));
        assertSays(
                Answer.TRUE,
                "0.70 times",
                7,
                new MadeUpPoints()
                        .add(LINKED, steady)
                        .add(disruptor, 1.5, List.of(), 63, 63)
                        .add(Setting.of("none", 1, 1, 1), jittering)
                        .add(Setting.of("dispatch", 1, 1, 1), jittering)
                        .add(Setting.of("dispatch", 1, 2, 1), jittering));
    }
}
