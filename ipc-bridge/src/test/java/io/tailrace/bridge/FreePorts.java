/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import java.io.IOException;
import java.net.DatagramSocket;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The UDP ports of a link on this host. They are below those that the kernel gives away, and each process of tests has
 * a range of its own, so that no port is taken between its choice and its use.
 */
final class FreePorts {
    private static final int FIRST = 20_000;
    private static final int COUNT = 10_000;
    private static final int COUNT_OF_PROCESS = 100;
    private static final AtomicInteger NEXT =
            new AtomicInteger((int) (ProcessHandle.current().pid() * COUNT_OF_PROCESS % COUNT));

    private FreePorts() {}

    /** {@return a loopback address whose port is free, and so is the next port, which the link uses, too} */
    static String address() throws IOException {
        while (true) {
            int port = FIRST + NEXT.getAndAdd(2) % COUNT;
            try (DatagramSocket first = new DatagramSocket(port);
                    DatagramSocket second = new DatagramSocket(port + 1)) {
                return "127.0.0.1:" + first.getLocalPort();
            } catch (IOException e) {
                // One of them is taken: another pair is tried.
            }
        }
    }
}
