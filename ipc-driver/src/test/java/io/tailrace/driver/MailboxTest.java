/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class MailboxTest {
    private static final long FOR_EVER_NS = 3_600_000_000_000L;

    @Test
    void runsInTheOrderAskedAndNoMoreThanItsLimit() {
        List<Integer> ran = new ArrayList<>();
        Mailbox mailbox = new Mailbox(() -> {});
        for (int i = 0; i < 5; i++) {
            int number = i;
            mailbox.add(() -> ran.add(number));
        }

        assertEquals(3, mailbox.run(3));
        assertEquals(2, mailbox.run(3));
        assertEquals(0, mailbox.run(3));
        assertEquals(List.of(0, 1, 2, 3, 4), ran);
    }

    @Test
    void whoAddsWakesWhoSleeps() throws InterruptedException {
        PauseIdleStrategy pause = new PauseIdleStrategy(FOR_EVER_NS, FOR_EVER_NS);
        Mailbox mailbox = new Mailbox(pause::wake);
        CountDownLatch answered = new CountDownLatch(2);
        Thread agent = new Thread(() -> {
            while (answered.getCount() > 0) {
                if (mailbox.run(1) == 0) {
                    pause.idle(0);
                }
            }
        });
        agent.start();

        mailbox.add(answered::countDown); // Most likely before it sleeps.
        while (agent.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        mailbox.add(answered::countDown);

        answered.await();
        agent.join();
    }
}
