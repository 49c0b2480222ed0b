/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import io.tailrace.Tailrace;
import io.tailrace.WaitPolicy;
import io.tailrace.client.Client;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;

/** The two ends of a link, which a test works by hand, in one thread. */
abstract class SteppedLink extends TwoHosts {
    /** So that a link that was cut is soon up again. */
    private static final long LIVENESS_NS = 500_000_000;

    String stream;
    Sender sender;
    Receiver receiver;

    @AfterEach
    final void stop() {
        if (sender != null) {
            stopSender(false);
        }
        if (receiver != null) {
            stopReceiver(false);
        }
    }

    final void stopSender(boolean isKill) {
        Sender last = sender;
        sender = null;
        last.stop(isKill);
    }

    final void stopReceiver(boolean isKill) {
        Receiver last = receiver;
        receiver = null;
        last.stop(isKill);
    }

    final void work() {
        if (sender != null) {
            sender.loop.step();
        }
        if (receiver != null) {
            receiver.loop.step();
        }
    }

    /** One end, in the process of a host. */
    private abstract class End {
        final Client client;
        AeronHost aeron;

        End(String host) {
            client = (Client) Tailrace.connect(folder.resolve(host));
        }

        final void stop(boolean isKill) {
            if (isKill) { // Nothing that it still has to say leaves it.
                aeron.close();
                client.close();
            } else {
                end();
            }
        }

        abstract void end();
    }

    /** As {@link BridgeSender}, without a thread. */
    final class Sender extends End {
        final SenderLoop loop;

        Sender() throws IOException {
            super("a");
            BridgeSenderConfig config = senderConfig(stream).withLease(Duration.ofMinutes(1));
            LinkStatus status = senderStatus(stream);
            Lanes lanes = new Lanes(config, status, client, client.newWaitSet(WaitPolicy.BALANCED));
            lanes.find();
            loop = new SenderLoop(lanes, () -> aeron = aeron("aeron-a", LIVENESS_NS), () -> {
                client.close();
                status.close();
            });
        }

        @Override
        void end() {
            loop.end();
            loop.run();
        }
    }

    /** As {@link BridgeReceiver}, without a thread. */
    final class Receiver extends End {
        final ReceiverLoop loop;

        Receiver() {
            super("b");
            BridgeReceiverConfig config = BridgeReceiverConfig.of(address, folder.resolve("b"))
                    .withHost("beta")
                    .withErrorHandler(e -> errors.add("receiver: " + e));
            loop = new ReceiverLoop(config, client, () -> aeron = aeron("aeron-b", LIVENESS_NS), client::close);
        }

        @Override
        void end() {
            loop.end();
            loop.run();
        }
    }
}
