/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import java.io.IOException;
import java.net.DatagramSocket;

/** The UDP ports of a link on this host. */
final class FreePorts {
    private FreePorts() {}

    /** {@return a loopback address whose port is free, and so is the next port, which the link uses, too} */
    static String address() throws IOException {
        while (true) {
            try (DatagramSocket first = new DatagramSocket();
                    DatagramSocket second = new DatagramSocket(first.getLocalPort() + 1)) {
                return "127.0.0.1:" + (second.getLocalPort() - 1);
            } catch (IOException e) {
                // The next port is taken: another pair is tried.
            }
        }
    }
}
