/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.TailraceException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** A client with a name: {@code DIRECTORY NAME STREAM}. It exits on a line, or at the end, of its standard input. */
final class RingClientMain {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long RETRY_NS = 5_000_000;

    private RingClientMain() {}

    public static void main(String[] args) throws Exception {
        TailraceConfig config = TailraceConfig.DEFAULT
                .withDirectory(Path.of(args[0]))
                .withName(args[1])
                .withConnectTimeout(PATIENCE);
        try (Tailrace tailrace = Tailrace.connect(config)) {
            System.out.println("CLIENT " + tailrace.clientId());
            while (!add(tailrace, args[2])) {
                LockSupport.parkNanos(RETRY_NS);
            }
            System.out.println("ADDED");
            System.in.read();
        }
    }

    /** {@return whether there was a driver, which may be killed at any time} */
    private static boolean add(Tailrace tailrace, String stream) {
        try {
            tailrace.addPublication(stream);
            tailrace.addSubscription(stream);
            return true;
        } catch (TailraceException e) {
            return false;
        }
    }
}
