/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.control.Command;
import io.tailrace.control.CommandCodec;
import java.util.function.Consumer;
import org.agrona.concurrent.ControlledMessageHandler.Action;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.jspecify.annotations.Nullable;

/** The driver's end of one client's command ring. Conductor only. */
final class CommandReceiver {
    private final OneToOneRingBuffer ring;
    private final CommandCodec codec = new CommandCodec();
    private @Nullable Error interruption;

    CommandReceiver(OneToOneRingBuffer ring) {
        this.ring = ring;
    }

    /**
     * Hands on at most {@code limit} commands. One that finds no heap or stack stays in the ring, to be handed on again.
     *
     * @return how many
     * @throws RuntimeException if the client wrote what is no command, or broke its ring
     */
    int receive(int limit, Consumer<Command> handler) {
        interruption = null;
        int count = ring.controlledRead(
                (type, buffer, offset, length) -> {
                    try {
                        handler.accept(codec.decode(buffer, offset, length));
                        return Action.CONTINUE;
                    } catch (OutOfMemoryError | StackOverflowError e) {
                        interruption = e;
                        return Action.ABORT;
                    }
                },
                limit);
        if (interruption != null) {
            throw interruption;
        }
        return count;
    }
}
