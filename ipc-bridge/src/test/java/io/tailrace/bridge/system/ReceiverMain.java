/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge.system;

import io.tailrace.TailraceException;
import io.tailrace.bridge.BridgeReceiver;
import io.tailrace.bridge.BridgeReceiverConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/**
 * The receiving end of links: {@code LISTEN DIRECTORY HOST}. It retries while there is no driver. Exits as
 * {@link EndOfProcess} says.
 */
final class ReceiverMain {
    private static final long RETRY_NS = 50_000_000;

    private ReceiverMain() {}

    public static void main(String[] args) throws IOException {
        BridgeReceiverConfig config = BridgeReceiverConfig.of(args[0], Path.of(args[1]))
                .withExposed(true)
                .withHost(args[2])
                .withErrorHandler(error -> System.out.println("NEWS " + error));
        EndOfProcess end = new EndOfProcess();
        while (!end.isWanted()) {
            try (BridgeReceiver receiver = BridgeReceiver.launch(config)) {
                System.out.println("RECEIVER");
                while (!end.isWanted() && receiver.isRunning()) {
                    LockSupport.parkNanos(RETRY_NS);
                }
            } catch (TailraceException e) {
                System.out.println("REFUSED " + e.getMessage());
                LockSupport.parkNanos(RETRY_NS);
            }
        }
        System.out.println("ENDED");
    }
}
