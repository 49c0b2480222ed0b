/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.waiting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Schedule;
import io.tailrace.benchmarks.lab.TestLab;
import io.tailrace.benchmarks.raw.Measurement;
import io.tailrace.benchmarks.waiting.Waiter.Cell;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** The processes of this section start, measure for a moment, and end. */
@Tag("bench")
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ForksTest {
    private static final Schedule SLICE = Schedule.ofMs(20, 100);

    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"BALANCED", "ECONOMY", "TWO_SUBSCRIBERS"})
    void aTrioTellsWhatItTakesAndHowLateMessagesAre(Waiter waiter) {
        try (Lab lab = TestLab.in(directory, WaitingSection.NAME);
                Trio trio = new Trio(lab, waiter)) {
            List.of(Cell.REST, Cell.at(500)).forEach(cell -> trio.measure(1, 1, cell, SLICE));
            Measurement messages = lab.measurements().get(1);
            assertEquals(50, messages.number("count"), messages::toString);
            assertTrue(messages.number("lastMax") >= messages.number("p50"), messages::toString);
            double least = waiter == Waiter.SPIN || waiter == Waiter.AERON_SPINNING ? 20 : 0;
            lab.measurements().forEach(each -> assertTrue(each.number("subscriberCpu") >= least, each::toString));
        }
    }
}
