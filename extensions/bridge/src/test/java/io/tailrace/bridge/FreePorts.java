/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import java.net.DatagramSocket;
import java.net.SocketException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The UDP ports of links on this host. They are below those that the kernel gives away. Each process of tests has a
 * range of its own, whose first port it holds for as long as it lives: so no other one draws the same.
 */
final class FreePorts {
    private static final int FIRST = 20_000;
    private static final int RANGES = 100;
    private static final int LENGTH = 100;
    private static final DatagramSocket RANGE = hold();
    private static final AtomicInteger NEXT = new AtomicInteger();

    private FreePorts() {}

    private static DatagramSocket hold() {
        long wish = ProcessHandle.current().pid(); // Not the same again at once: a late datagram may be under way.
        for (int i = 0; i < RANGES; i++) {
            DatagramSocket first = bind(FIRST + LENGTH * (int) ((wish + i) % RANGES));
            if (first != null) {
                return first;
            }
        }
        throw new IllegalStateException("all ranges of ports are taken: ranges=" + RANGES);
    }

    /** {@return the socket; null if the port is taken} */
    private static @Nullable DatagramSocket bind(int port) {
        try {
            return new DatagramSocket(port);
        } catch (SocketException e) {
            return null;
        }
    }

    /** {@return a loopback address whose port is free, and so is the next port, which the link uses, too} */
    static String address() {
        while (true) {
            int port = RANGE.getLocalPort() + 2 + NEXT.getAndAdd(2) % (LENGTH - 2);
            try (DatagramSocket first = bind(port);
                    DatagramSocket second = bind(port + 1)) {
                if (first != null && second != null) { // Else another program has one of them.
                    return "127.0.0.1:" + port;
                }
            }
        }
    }
}
