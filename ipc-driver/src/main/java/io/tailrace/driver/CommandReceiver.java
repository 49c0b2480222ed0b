/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.control.Command;
import io.tailrace.control.CommandCodec;
import java.util.function.Consumer;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;

/** The driver's end of one client's command ring. Conductor only. */
final class CommandReceiver {
    private final OneToOneRingBuffer ring;
    private final CommandCodec codec = new CommandCodec();

    CommandReceiver(OneToOneRingBuffer ring) {
        this.ring = ring;
    }

    /**
     * Hands on at most {@code limit} commands.
     *
     * @return how many
     * @throws RuntimeException if the client wrote what is no command, or broke its ring
     */
    int receive(int limit, Consumer<Command> handler) {
        MessageHandler onMessage =
                (type, buffer, offset, length) -> handler.accept(codec.decode(buffer, offset, length));
        return ring.read(onMessage, limit);
    }
}
