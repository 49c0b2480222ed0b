/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.codecs.FailureCode;
import io.tailrace.memory.MappedBuffer;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.broadcast.BroadcastBufferDescriptor;
import org.agrona.concurrent.broadcast.BroadcastTransmitter;
import org.junit.jupiter.api.Test;

final class EventBroadcastTest {
    private static final long CLIENT = 7;
    private static final int CAPACITY = 2048;
    private static final int ROUNDS = 5 * Integer.getInteger("tailrace.test.rounds", 10);

    private final MappedBuffer region = MappedBuffer.allocate(CAPACITY + BroadcastBufferDescriptor.TRAILER_LENGTH);
    private final BroadcastTransmitter transmitter = new BroadcastTransmitter(region);
    private final MessageCodec codec = new MessageCodec();
    private final MappedBuffer scratch = MappedBuffer.allocate(1024);
    private final EventBroadcast.Receiver receiver = new EventBroadcast.Receiver(region);
    private final List<Event> received = new ArrayList<>();

    private void transmit(Event event) {
        transmitter.transmit(1, scratch, 0, codec.encode(event, scratch));
    }

    private int receive() {
        return receiver.receive(CLIENT, Integer.MAX_VALUE, received::add);
    }

    @Test
    void whatIsTransmittedArrivesInOrderWithoutTheEventsOfOthers() {
        List<Event> sent = List.of(
                new Event.SubscriptionReady(CLIENT, 1),
                new Event.Failed(CLIENT, 2, FailureCode.LIMIT, "too many"),
                new Event.StateComplete(CLIENT, 3));
        transmit(new Event.SubscriptionReady(CLIENT + 1, 1));
        sent.forEach(this::transmit);

        assertEquals(4, receive());
        assertEquals(sent, received);
        assertFalse(receiver.wasLapped());
    }

    /** So that nothing behind is taken for the answer to what was asked before. */
    @Test
    void whoWasLappedIsToldOnceAndGoesOnBehindIt() {
        for (int i = 0; i < 200; i++) {
            transmit(new Event.SubscriptionReady(CLIENT, i));
        }
        transmit(new Event.StateComplete(CLIENT, 1));

        receive();
        assertEquals(List.of(), received);
        assertTrue(receiver.wasLapped());
        assertFalse(receiver.wasLapped());
        transmit(new Event.StateComplete(CLIENT, 2));
        receive();

        assertEquals(List.of(new Event.StateComplete(CLIENT, 2)), received);
        assertFalse(receiver.wasLapped());
    }

    /** Long and short events alternate, so that former lengths become text and the reverse. */
    private static Event event(long number) {
        return number % 3 == 0
                ? new Event.Failed(CLIENT, number, FailureCode.INTERNAL, "because of ".repeat((int) (number % 20)))
                : new Event.ImageAvailable(CLIENT, number, -1L, -1, -1L);
    }

    private static long number(Event event) {
        return event instanceof Event.Failed failed
                ? failed.registrationId()
                : ((Event.ImageAvailable) event).registrationId();
    }

    @Test
    void aReceiverThatIsOverwrittenWhileItReadsGetsNothingWrongAndIsNeverDeaf() throws InterruptedException {
        for (int round = 0; round < ROUNDS; round++) {
            received.clear();
            receiver.wasLapped();
            long first = round * 1_000_000L;
            Thread thread = new Thread(() -> {
                for (int i = 0; i < 20_000; i++) {
                    transmit(event(first + i));
                }
            });
            thread.start();
            boolean lapped = false;
            while (thread.isAlive()) {
                receive();
                lapped |= receiver.wasLapped();
            }
            thread.join();
            receive();
            assertRightAndInOrder(receiver.wasLapped() || lapped, first);
            received.clear();
            transmit(new Event.StateComplete(CLIENT, round));
            receive();
            assertEquals(List.of(new Event.StateComplete(CLIENT, round)), received, "still hears in round " + round);
        }
    }

    private void assertRightAndInOrder(boolean lapped, long first) {
        long last = first - 1;
        boolean gap = false;
        for (Event event : received) {
            long number = number(event);
            assertEquals(event(number), event);
            assertTrue(number > last, number + " behind " + last);
            gap |= number != last + 1;
            last = number;
        }
        assertTrue(!gap || lapped, "lost events without noticing");
    }
}
