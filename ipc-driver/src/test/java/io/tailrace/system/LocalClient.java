/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.Await;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;

/**
 * A client in the JVM of the test that observes the effects of other processes, and checks everything that it receives.
 */
final class LocalClient implements AutoCloseable {
    private final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
    private final MessageChecker checker = new MessageChecker(Scene.MAX_MESSAGE_LENGTH);
    private final MappedBuffer buffer = MappedBuffer.allocate(Scene.MAX_MESSAGE_LENGTH);
    private final Tailrace tailrace;

    LocalClient(Path directory) {
        this.tailrace =
                Tailrace.connect(TailraceConfig.DEFAULT.withDirectory(directory).withErrorHandler(errors::add));
    }

    Tailrace tailrace() {
        return tailrace;
    }

    MessageChecker checker() {
        return checker;
    }

    void assertNoErrors() {
        assertEquals(List.of(), List.copyOf(errors));
    }

    /** Polls until a condition holds, as soon as is promised. */
    void pollUntil(Subscription subscription, String what, BooleanSupplier condition) {
        Await.promised(what, () -> {
            subscription.poll(checker, 64);
            return condition.getAsBoolean();
        });
    }

    /** Offers the message with this number. {@return the result of the offer} */
    long offer(Publication publication, long number) {
        int length = TestMessages.length(publication.registrationId(), number, Scene.MAX_MESSAGE_LENGTH);
        TestMessages.fill(buffer, length, publication.registrationId(), number);
        return publication.offer(buffer, 0, length);
    }

    @Override
    public void close() {
        tailrace.close();
    }
}
