/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.waiting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Schedule;
import io.tailrace.benchmarks.lab.TestLab;
import io.tailrace.benchmarks.report.Measurement;
import io.tailrace.benchmarks.waiting.Waiter.Cell;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The processes of this section start, measure for a moment, and exit. */
@Tag("bench")
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ForksTest {
    private static final Schedule SLICE = Schedule.ofMs(20, 100);

    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource(names = {"SPIN", "AERON_DEFAULTS", "STREAMS_1000", "WOKEN"})
    void aTrioTellsWhatItTakesAndHowLateMessagesAre(Waiter waiter) {
        try (Lab lab = TestLab.in(directory, WaitingSection.NAME);
                Trio trio = new Trio(lab, waiter)) {
            trio.measure(1, 1, Cell.at(500), SLICE);
            Measurement messages = lab.measurements().get(0);
            assertEquals(50, messages.number("count"), messages::toString);
            assertTrue(messages.number("lastMax") >= messages.number("p50"), messages::toString);
            boolean spins = waiter == Waiter.SPIN || waiter == Waiter.AERON_SPINNING;
            double leastPercent = spins ? 20 : 0;
            double takenPercent;
            do { // On a busy machine a spinning thread may get its time only in a later slice.
                trio.measure(1, 1, Cell.REST, SLICE);
                takenPercent =
                        lab.measurements().get(lab.measurements().size() - 1).number("subscriberCpu");
            } while (takenPercent < leastPercent);
        }
    }
}
