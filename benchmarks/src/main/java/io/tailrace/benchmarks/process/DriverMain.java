/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.process;

import io.tailrace.benchmarks.lab.ForkEnd;
import java.nio.file.Path;

/** The process of a driver. Ends with its stdin. */
final class DriverMain {
    private DriverMain() {}

    /** Arguments: the peer, and the driver's directory. */
    public static void main(String[] args) {
        ForkEnd.orExit(() -> {
            Runnable close = Peer.parse(args[0]).launchDriver(Path.of(args[1]));
            ForkEnd.serve("{\"driver\": \"" + args[0] + "\"}", command -> {
                throw new IllegalArgumentException("a driver takes no commands: command=" + command);
            });
            close.run();
        });
    }
}
