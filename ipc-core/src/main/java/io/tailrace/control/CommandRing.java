/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import io.tailrace.log.Waker;
import io.tailrace.memory.MappedBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.agrona.concurrent.ControlledMessageHandler.Action;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.jspecify.annotations.Nullable;

/** Both ends of a client's command ring: the client sends, the driver receives. */
public final class CommandRing {
    private static final int MESSAGE_TYPE = 1;
    private static final int MAX_COMMAND_LENGTH = 1024;

    private CommandRing() {}

    /** The client's end. If the ring is full, commands wait here, in order. Used by one thread at a time. */
    public static final class Sender {
        private final OneToOneRingBuffer ring;
        private final Waker driver;
        private final MessageCodec codec = new MessageCodec();
        private final MappedBuffer scratch = MappedBuffer.allocate(MAX_COMMAND_LENGTH);
        /** Not an ArrayDeque: if that finds no heap to grow, it considers itself empty from then on. */
        private final Queue<Command> waiting = new ConcurrentLinkedQueue<>();

        private boolean muted;

        /** @param driver woken after each command */
        public Sender(OneToOneRingBuffer ring, Waker driver) {
            this.ring = ring;
            this.driver = driver;
        }

        public void send(Command command) {
            if (!muted) {
                waiting.add(command);
                flush();
            }
        }

        /** Called when the ring is gone: nothing is sent any more. */
        public void mute() {
            muted = true;
            waiting.clear();
        }

        /** {@return whether a command still waits for room, so that the driver cannot know it yet} */
        public boolean isWaiting(Command command) {
            return waiting.contains(command);
        }

        /** Writes the waiting commands, as far as there is room. Returns how many it wrote. */
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
            if (sent > 0) {
                driver.wakeBehindStore();
            }
            return sent;
        }
    }

    /** The driver's end. Used only by the driver's conductor. */
    public static final class Receiver {
        private final OneToOneRingBuffer ring;
        private final MessageCodec codec = new MessageCodec();
        private @Nullable Error interruption;

        public Receiver(OneToOneRingBuffer ring) {
            this.ring = ring;
        }

        /**
         * Passes on at most {@code limit} commands. If the handler runs out of heap or stack, the command stays in the
         * ring, and the next call passes it on again.
         *
         * @return how many
         * @throws RuntimeException if the client wrote bytes that are not a command, or broke its ring
         */
        public int receive(int limit, Consumer<Command> handler) {
            interruption = null;
            int count = ring.controlledRead(
                    (type, buffer, offset, length) -> {
                        try {
                            handler.accept(codec.decodeCommand(buffer, offset, length));
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
}
