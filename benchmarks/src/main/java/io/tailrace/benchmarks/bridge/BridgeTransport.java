/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.bridge;

import io.tailrace.ExclusivePublication;
import io.tailrace.FrameHandler;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.bridge.BridgeReceiver;
import io.tailrace.bridge.BridgeReceiverConfig;
import io.tailrace.bridge.BridgeSender;
import io.tailrace.bridge.BridgeSenderConfig;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import java.nio.file.Path;
import java.time.Duration;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/** A driver, a client and one end of a link, as shipped. The thread sleeps until there is space or a message. */
final class BridgeTransport implements Transport {
    private static final String STREAM = "quotes";
    private static final Duration LOOK_AGAIN = Duration.ofMillis(100);
    /** Longer than a link takes to begin. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final int LIMIT = 64;

    private final MediaDriver driver;
    private final Tailrace tailrace;
    private final AutoCloseable end;
    private @Nullable ExclusivePublication publication;
    private @Nullable Subscription subscription;
    private @Nullable Inbox current;
    private final FrameHandler handler = (buffer, offset, length, header) -> {
        if (current != null) {
            current.take(buffer, offset);
        }
    };

    BridgeTransport(Path directory, String address, boolean isLeft) {
        driver = MediaDriver.launch(DriverConfig.DEFAULT.withDirectory(directory));
        tailrace = Tailrace.connect(directory);
        if (isLeft) {
            publication = tailrace.addExclusivePublication(STREAM);
            end = BridgeSender.launch(
                    BridgeSenderConfig.of(address, directory, STREAM).withHost("left"));
        } else {
            end = BridgeReceiver.launch(BridgeReceiverConfig.of(address, directory)
                    .withExposed(true)
                    .withHost("right"));
            subscribe();
        }
    }

    @Override
    public boolean offer(DirectBuffer message, int length) {
        return publication != null && publication.offer(message, 0, length, PATIENCE) > 0;
    }

    @Override
    public int poll(Inbox inbox) {
        current = inbox;
        return subscription == null ? 0 : subscription.poll(handler, LIMIT, LOOK_AGAIN);
    }

    @Override
    public void subscribe() {
        if (subscription != null) {
            subscription.close();
        }
        subscription = tailrace.addSubscription(STREAM);
    }

    @Override
    public void close() {
        try {
            end.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        tailrace.close();
        driver.close();
    }
}
