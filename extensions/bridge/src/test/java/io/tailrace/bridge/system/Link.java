/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge.system;

import io.tailrace.testing.ChildProcess;
import io.tailrace.testing.JavaProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A link from one host to another one: its sender, its receiver, and the bad network in between, a process each. */
final class Link {
    private static final int PORT = 9_000;

    private final Host from;
    private final Host to;
    private final int port;
    private final JavaProcess proxy;
    private final boolean transits;
    private final List<String> streams;
    private JavaProcess sender;
    private JavaProcess receiver;

    Link(BridgeScene scene, Host from, Host to, boolean transits, String... streams) throws IOException {
        this.from = from;
        this.to = to;
        this.transits = transits;
        this.streams = List.of(streams);
        port = PORT + 10 * from.index();
        proxy = scene.start(
                UdpProxy.class, Integer.toString(scene.random().nextInt()), from.wire(), to.address(), port);
        startReceiver();
        startSender();
        proxy.awaitLine("READY");
        sender.awaitLine("SENDER"); // From here on it misses no message.
    }

    void startSender() throws IOException {
        List<Object> arguments = new ArrayList<>(List.of(from.wire() + ":" + port, from.name(), transits));
        arguments.addAll(streams);
        sender = from.start("send", arguments.toArray());
    }

    void startReceiver() throws IOException {
        receiver = to.start("receive", to.address() + ":" + port, to.name());
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
