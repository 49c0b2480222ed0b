/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.peer;

import io.tailrace.benchmarks.peer.Library.Inbox;
import io.tailrace.benchmarks.peer.Library.Receiver;
import io.tailrace.benchmarks.peer.Library.Sender;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * A limit: copies from a buffer of the caller's to one place after the other of a mapped ring, as everybody does who
 * offers. Nobody receives them.
 */
final class Memcpy implements Library {
    private final ByteBuffer message = ByteBuffer.allocateDirect(Sender.MAX_LENGTH);
    private final ByteBuffer ring;
    private int next;

    Memcpy(Path directory, int ringLength) {
        ring = RawRing.map(directory, true, ringLength).byteBuffer();
    }

    @Override
    public String description() {
        return "copies into a mapped ring of " + (ring.capacity() >> 10) + " KiB";
    }

    @Override
    public Receiver receiver(int stream, Inbox inbox, boolean runsDriver) {
        return limit -> 0;
    }

    @Override
    public Sender sender(int stream) {
        return (value, count, length) -> {
            int place = next + length <= ring.capacity() ? next : 0;
            message.putLong(0, value);
            ring.put(place, message, 0, length);
            next = place + length;
            return true;
        };
    }
}
