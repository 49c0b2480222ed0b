/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static io.tailrace.driver.Messages.offer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.control.ClientFiles;
import io.tailrace.control.Command;
import io.tailrace.control.MessageCodec;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A client that writes invalid data: the driver stops listening to it, and no other client is harmed. */
final class HostileClientTest extends WithRig {
    private Tailrace good;
    private Tailrace bad;

    @BeforeEach
    void connect() {
        good = rig.connect();
        bad = rig.connect();
        rig.settle();
    }

    private void sendGarbage() {
        try (ClientFiles files = ClientFiles.open(rig.files(bad), bad.clientId())) {
            MappedBuffer garbage = Messages.of("this is no command at all");
            assertTrue(files.ring().write(1, garbage, 0, garbage.capacity()));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        rig.settle();
    }

    private void assertOthersGoOn() {
        Publication publication = good.addPublication("another stream");
        Subscription subscription = good.addSubscription("another stream");
        offer(publication, "a");
        assertEquals(1, subscription.poll(received, 10));
    }

    @Test
    void itIsReportedByItsIdAndPidAndWhatItHeldIsFreedOnceItIsDead() {
        Publication publication = good.addPublication(STREAM);
        Subscription subscription = bad.addSubscription(STREAM);
        rig.until("connected", subscription::isConnected);
        Messages.fill(publication, 1016);
        sendGarbage();
        List<Throwable> errors = rig.takeErrors();
        assertEquals(1, errors.size(), errors::toString);
        String message = errors.get(0).getMessage();
        assertTrue(message.contains("client " + bad.clientId()), message);
        assertTrue(message.contains("pid " + ProcessHandle.current().pid()), message);
        assertTrue(publication.isConnected(), "it lives, and is not harmed more than that");
        assertOthersGoOn();
        rig.close(bad);
        rig.until("its subscription is gone", () -> !publication.isConnected());
        rig.until("its files are gone", () -> !Files.exists(rig.files(bad)));
    }

    @Test
    void whoStopsInTheMiddleOfACommandHoldsUpNobodyElse() throws IOException {
        try (ClientFiles files = ClientFiles.open(rig.files(bad), bad.clientId())) {
            assertTrue(files.ring().tryClaim(1, 100) > 0, "its length is negative from here on, for ever");
        }
        rig.settle();
        assertOthersGoOn();
        assertEquals(List.of(), rig.takeErrors());

        rig.close(bad);
        rig.until("its files are gone", () -> !Files.exists(rig.files(bad)));
    }

    @Test
    void whoFloodsItsRingHoldsUpNobodyElse() throws IOException {
        for (int i = 0; i < 10; i++) {
            bad.addSubscription("stream " + i); // So that there is much to report to it.
        }
        try (ClientFiles files = ClientFiles.open(rig.files(bad), bad.clientId())) {
            MappedBuffer command = MappedBuffer.allocate(1024);
            int length = new MessageCodec().encode(Command.RequestState.madeTo(rig.incarnation(), 1), command);
            long[] flooded = new long[1];
            Runnable flood = () -> {
                while (files.ring().write(1, command, 0, length)) {
                    flooded[0]++;
                }
                rig.driver().invoke();
            };
            good = Tailrace.connect(rig.clientConfig().withDriverInvoker(flood));
            for (int i = 0; i < 20; i++) {
                assertOthersGoOn();
            }
            good.close();
            assertTrue(flooded[0] > 1000, "flooded=" + flooded[0]);
        }
    }
}
