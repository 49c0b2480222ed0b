/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.log.TestLog;
import io.tailrace.testing.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Random sequences of claim, commit, abort, batch, cross the end, read, clean, join, leave, die, unblock, driver's
 * death, against a map of byte arrays. {@code -Dtailrace.test.seed=S} repeats them from the sequence with seed S on,
 * {@code -Dtailrace.test.sequences=N} does as many of them.
 */
class LogModelTest {
    private static final int SEQUENCES = Integer.getInteger(
            "tailrace.test.sequences", Math.max(4_000, 100 * Integer.getInteger("tailrace.test.rounds", 10)));
    private static final int MAX_STEPS = 600;

    @Test
    void everyCommittedMessageIsReadOnceInOrderWhoeverDies() {
        long firstSeed = Seeds.of(LogModelTest.class);
        System.out.println("LogModelTest seed=" + firstSeed + ", sequences=" + SEQUENCES);
        TestLog log = TestLog.concurrent();
        long messages = 0;
        long delivered = 0;
        for (long seed = firstSeed; seed < firstSeed + SEQUENCES; seed++) {
            Random random = new Random(seed);
            log = log.recycle(LogModel.randomConstants(random)).startingAt(LogModel.randomStart(random));
            LogModel model = new LogModel(log, random);
            try {
                delivered += model.run(1 + random.nextInt(MAX_STEPS));
                messages += model.messages();
            } catch (RuntimeException | Error e) {
                throw new AssertionError("sequence with -Dtailrace.test.seed=" + seed + ": " + model, e);
            }
        }
        System.out.println("LogModelTest messages=" + messages + ", delivered=" + delivered);
        assertTrue(SEQUENCES < 1000 || (messages > 10L * SEQUENCES && delivered > messages / 2), "it does something");
    }
}
