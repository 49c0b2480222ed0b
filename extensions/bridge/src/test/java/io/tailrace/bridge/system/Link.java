/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge.system;

import io.tailrace.testing.ChildProcess;
import io.tailrace.testing.JavaProcess;
import java.io.IOException;

/** A link from one host to another one: its sender, its receiver, and the bad network in between, a process each. */
final class Link {
    private static final int PORT = 9_000;

    private final Host from;
    private final Host to;
    private final JavaProcess proxy;
    private JavaProcess sender;
    private JavaProcess receiver;

    Link(BridgeScene scene, Host from, Host to) throws IOException {
        this.from = from;
        this.to = to;
        proxy = scene.start(
                UdpProxy.class, Integer.toString(scene.random().nextInt()), from.wire(), to.address(), PORT);
        startReceiver();
        startSender();
        proxy.awaitLine("READY");
        sender.awaitLine("SENDER"); // From here on it misses no message.
    }

    void startSender() throws IOException {
        sender = from.start("send", from.wire() + ":" + PORT, from.name(), BridgeScene.STREAM);
    }

    void startReceiver() throws IOException {
        receiver = to.start("receive", to.address() + ":" + PORT, to.name());
    }

    JavaProcess sender() {
        return sender;
    }

    JavaProcess receiver() {
        return receiver;
    }

    /** Changes the network, and waits for the confirmation: see {@link UdpProxy}. */
    void network(String command) {
        int before = proxy.lines("DONE").size();
        proxy.tell(command);
        while (proxy.lines("DONE").size() == before && proxy.isAlive()) {
            ChildProcess.pause();
        }
    }
}
