/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import io.tailrace.memory.MappedBuffer;
import java.util.function.Consumer;
import org.agrona.concurrent.broadcast.BroadcastReceiver;

/** A client's end of the events broadcast. One thread at a time. */
public final class EventReceiver {
    private static final int MAX_EVENT_LENGTH = 4096;

    private final BroadcastReceiver receiver;
    private final EventCodec codec = new EventCodec();
    private final MappedBuffer scratch = MappedBuffer.allocate(MAX_EVENT_LENGTH);
    private long lappedCount;
    private boolean overwritten;

    public EventReceiver(MappedBuffer region) {
        this.receiver = new BroadcastReceiver(region);
        this.lappedCount = receiver.lappedCount();
    }

    /**
     * Receives what is there.
     *
     * @param clientId whose events to hand on
     * @return the events looked at
     * @throws MalformedMessageException if the driver writes what is none
     */
    public int receive(long clientId, int limit, Consumer<Event> handler) {
        int count = 0;
        while (count < limit && receiver.receiveNext()) {
            count++;
            int length = receiver.length();
            if (length > MAX_EVENT_LENGTH) {
                throw new MalformedMessageException("event too long: length=" + length + ", max=" + MAX_EVENT_LENGTH);
            }
            // Copied, then validated: the driver, which waits for nobody, may have overwritten it meanwhile.
            receiver.buffer().getBytes(receiver.offset(), scratch, 0, length);
            if (receiver.validate()) {
                Event event = codec.decode(scratch, 0, length);
                if (event.clientId() == clientId) {
                    handler.accept(event);
                }
            } else {
                overwritten = true;
            }
        }
        return count;
    }

    /** {@return whether events were lost since this was last asked} */
    public boolean wasLapped() {
        boolean lapped = overwritten || receiver.lappedCount() != lappedCount;
        overwritten = false;
        lappedCount = receiver.lappedCount();
        return lapped;
    }
}
