/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import io.tailrace.memory.MappedBuffer;
import java.util.function.Consumer;
import org.agrona.concurrent.broadcast.BroadcastReceiver;

/** A client's end of the events broadcast. One thread at a time. */
public final class EventReceiver {
    private static final int MAX_EVENT_LENGTH = 4096;

    private final MappedBuffer region;
    private BroadcastReceiver receiver;
    private final EventCodec codec = new EventCodec();
    private final MappedBuffer scratch = MappedBuffer.allocate(MAX_EVENT_LENGTH);
    private long lappedCount;
    private boolean overwritten;

    public EventReceiver(MappedBuffer region) {
        this.region = region;
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
            // The driver waits for nobody: a length is believed, and what was copied is used, once it is known not to
            // have
            // been overwritten meanwhile.
            int length = receiver.length();
            if (!receiver.validate()) {
                startAnew();
                continue;
            }
            if (length < 0 || length > MAX_EVENT_LENGTH) {
                throw new MalformedMessageException("event too long: length=" + length + ", max=" + MAX_EVENT_LENGTH);
            }
            receiver.buffer().getBytes(receiver.offset(), scratch, 0, length);
            if (!receiver.validate()) {
                startAnew();
                continue;
            }
            Event event = codec.decode(scratch, 0, length);
            if (event.clientId() == clientId) {
                handler.accept(event);
            }
        }
        return count;
    }

    /** What the receiver took for the length of a record was none, so it does not know where the next one is. */
    private void startAnew() {
        overwritten = true;
        receiver = new BroadcastReceiver(region);
        lappedCount = receiver.lappedCount();
    }

    /** {@return whether events were lost since this was last asked} */
    public boolean wasLapped() {
        boolean lapped = overwritten || receiver.lappedCount() != lappedCount;
        overwritten = false;
        lappedCount = receiver.lappedCount();
        return lapped;
    }
}
