/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import io.tailrace.memory.MappedBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;

/** A client's end of its command ring. Commands that find it full wait here, in order. One thread at a time. */
public final class CommandSender {
    private static final int MESSAGE_TYPE = 1;
    private static final int MAX_COMMAND_LENGTH = 1024;

    private final OneToOneRingBuffer ring;
    private final CommandCodec codec = new CommandCodec();
    private final MappedBuffer scratch = MappedBuffer.allocate(MAX_COMMAND_LENGTH);
    /** No ArrayDeque: one that finds no heap to grow takes itself for empty. */
    private final Queue<Command> waiting = new ConcurrentLinkedQueue<>();

    private boolean muted;

    public CommandSender(OneToOneRingBuffer ring) {
        this.ring = ring;
    }

    public void send(Command command) {
        if (!muted) {
            waiting.add(command);
            flush();
        }
    }

    /** The ring is gone: nothing is sent any more. */
    public void mute() {
        muted = true;
        waiting.clear();
    }

    /** {@return whether a command still waits for room, so that the driver cannot know it yet} */
    public boolean isWaiting(Command command) {
        return waiting.contains(command);
    }

    /** Writes what waits, as far as there is room. Returns the commands written. */
    public int flush() {
        int sent = 0;
        while (!waiting.isEmpty()) {
            int length = codec.encode(waiting.peek(), scratch);
            if (!ring.write(MESSAGE_TYPE, scratch, 0, length)) {
                break;
            }
            waiting.remove();
            sent++;
        }
        return sent;
    }
}
