/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.log.JoinAt;
import io.tailrace.log.SubscriberName;
import io.tailrace.log.SubscriberPolicy;
import org.junit.jupiter.api.Test;

class VacancyTest {
    private static Vacancy until(long untilNs) {
        SubscriberName name = new SubscriberName("risk", 100);
        return new Vacancy(
                new Command.AddSubscription(7, JoinAt.TAIL, SubscriberPolicy.BLOCK, "quotes", name), 1, 1, untilNs);
    }

    @Test
    void aLeaseByAnotherClockLastsNoLongerThanAWholeOne() {
        assertEquals(1_100, until(5_000).atMostFrom(1_000).untilNs(), "noted before the host was started again");
        assertEquals(1_050, until(1_050).atMostFrom(1_000).untilNs());
    }
}
