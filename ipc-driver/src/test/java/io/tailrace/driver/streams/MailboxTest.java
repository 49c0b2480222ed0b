/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MailboxTest {
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
    void whoAddsWakesTheAgentOnceTheTaskIsThere() {
        List<Integer> foundByAgent = new ArrayList<>();
        List<Mailbox> mailboxes = new ArrayList<>();
        mailboxes.add(new Mailbox(() -> foundByAgent.add(mailboxes.get(0).run(10))));

        mailboxes.get(0).add(() -> {});
        mailboxes.get(0).add(() -> {});

        assertEquals(List.of(1, 1), foundByAgent);
    }
}
