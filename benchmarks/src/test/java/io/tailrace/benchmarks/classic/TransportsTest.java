/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.classic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.benchmarks.classic.Arrivals.Message;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TransportsTest {
    private static final int BURST = 100;
    private static final int BURSTS = 1_000;

    private final Arrivals arrivals = new Arrivals();

    @TempDir
    Path directory;

    /** More bursts than a queue has places. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                Transport.WAIT_FREE,
                Transport.ARRAY_BLOCKING,
                Transport.LINKED_BLOCKING,
                Transport.CONCURRENT_LINKED,
                Transport.DISRUPTOR_SINGLE,
                Transport.DISRUPTOR_MULTI,
                Transport.AGRONA_QUEUE,
                Transport.JCTOOLS_QUEUE,
                Transport.AGRONA_RING,
                "aeron/concurrent/1m-subscriber",
                "aeron/exclusive/1m-subscriber-claim",
                "tailrace/concurrent/default",
                "tailrace/exclusive/default",
                "tailrace/batch/default"
            })
    void eachDeliversEveryBurstInOrder(String candidate) {
        Pause pause = Pause.forThreads(1);
        try (Transport transport = Transport.start(candidate, directory, 1, arrivals)) {
            Transport.Sender sender = transport.sender(0, Message.burst(0, BURST), pause);
            for (int i = 0; i < BURSTS; i++) {
                sender.sendBurst();
                while (!arrivals.isAnswered(0)) {
                    transport.poll();
                }
                assertEquals(0, arrivals.awaitAnswer(0, pause));
            }
        }
        arrivals.check();
    }
}
