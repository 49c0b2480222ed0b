/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.jmh;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collection;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Every benchmark measures for a moment; each checks itself that nothing is lost or repeated. */
class JmhTest {
    static {
        System.setProperty("jmh.ignoreLock", "true"); // Another benchmark on this machine disturbs no test.
    }

    private static ChainedOptionsBuilder options(Class<?> benchmark, String method) {
        return new OptionsBuilder()
                .include(benchmark.getName() + "." + method + "$")
                .warmupIterations(0)
                .measurementIterations(1)
                .measurementTime(TimeValue.milliseconds(100))
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT);
    }

    private static void run(ChainedOptionsBuilder options) throws RunnerException {
        Collection<RunResult> results = new Runner(options.build()).run();
        assertTrue(!results.isEmpty());
        results.forEach(result -> assertTrue(result.getPrimaryResult().getScore() > 0, result::toString));
    }

    @Test
    void messagesAreSent() throws RunnerException {
        run(options(MessageBenchmark.class, "send")
                .forks(0)
                .param("payload", "8", "1024")
                .param("candidate", "tailrace/exclusive/default/batch", "tailrace/concurrent/subscriber"));
    }

    @Test
    void burstsOfTwoProducersAreAnswered() throws RunnerException {
        run(options(MessageBenchmark.class, "burst")
                .forks(0)
                .threads(2)
                .param("burst", "100")
                .param("carrier", "array-blocking", "jctools-mpsc", "tailrace/concurrent/default/batch"));
    }

    /** In a JVM of its own, where Agrona's bounds checks can be switched off. */
    @Test
    @Tag("bench")
    void agronaIsMeasuredWithoutBoundsChecks() throws RunnerException {
        run(options(MessageBenchmark.class, "burst")
                .forks(1)
                .param("burst", "1")
                .param("carrier", "agrona-many-to-one-ring", "aeron/concurrent/1m-subscriber"));
    }

    @Test
    void oneThreadMeasuresWhatAMessageCosts() throws RunnerException {
        for (String method : new String[] {"messageAndPoll", "groupAndPoll", "emptyPoll"}) {
            run(options(MessageBenchmark.class, method)
                    .forks(0)
                    .param("length", "32")
                    .param("library", "tailrace/exclusive/subscriber/batch"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "injector",
                "thread-pool",
                "fork-join",
                "plain-poll",
                "execute-produce-consume/injector",
                "produce-consume/pool"
            })
    void tasksAreHandedOver(String to) throws RunnerException {
        run(options(HandOverBenchmark.class, "submit")
                .forks(0)
                .param("to", to)
                .param("threads", "4")
                .param("taskUs", "1")
                .param("sleepEvery", "100"));
    }

    @Test
    void aTaskIsPickedUpAfterAPause() throws RunnerException {
        run(options(HandOverBenchmark.class, "pickUp")
                .forks(0)
                .param("to", "injector")
                .param("threads", "4")
                .param("taskUs", "0")
                .param("pauseUs", "200"));
    }
}
