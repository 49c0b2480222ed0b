/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge.system;

import io.tailrace.TailraceException;
import io.tailrace.bridge.BridgeSender;
import io.tailrace.bridge.BridgeSenderConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/**
 * The sending end of a link: {@code TO DIRECTORY HOST BLOCK|DROP TRANSIT STREAM...}. It retries while there is no
 * driver. Exits as {@link EndOfProcess} says.
 */
final class SenderMain {
    private static final long RETRY_NS = 50_000_000;

    private SenderMain() {}

    public static void main(String[] args) throws IOException {
        String[] streams = Arrays.copyOfRange(args, 5, args.length);
        BridgeSenderConfig config = BridgeSenderConfig.of(args[0], Path.of(args[1]), streams)
                .withHost(args[2])
                .withWhenBehind(BridgeSenderConfig.WhenBehind.valueOf(args[3]))
                .withTransit(Boolean.parseBoolean(args[4]))
                .withErrorHandler(error -> System.out.println("NEWS " + error));
        EndOfProcess end = new EndOfProcess();
        while (!end.isWanted()) {
            try (BridgeSender sender = BridgeSender.launch(config)) {
                System.out.println("SENDER");
                while (!end.isWanted() && sender.isRunning()) {
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
