/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge.system;

import io.tailrace.testing.ChildProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A link from one host to another one: its sender, its receiver, and the bad network in between, a process each. */
final class Link {
    private final Host from;
    private final Host to;
    private final String listen;
    private final String target;
    private final JavaProcess proxy;
    private final String policy;
    private final boolean transits;
    private final List<String> streams;
    private JavaProcess sender;
    private JavaProcess receiver;

    /** Each link has its own letter, which distinguishes its port from those of other links. */
    Link(BridgeScene scene, Host from, Host to, String policy, boolean transits, String... streams) throws IOException {
        this.from = from;
        this.to = to;
        this.policy = policy;
        this.transits = transits;
        this.streams = List.of(streams);
        Namespaces network = scene.network();
        int port = BridgeScene.PORT + 10 * from.index();
        listen = network.address(to.index()) + ":" + port;
        target = network.wire(from.index()) + ":" + port;
        proxy = scene.start(
                network.onWire(),
                UdpProxy.class,
                scene.random().nextInt(),
                network.wire(from.index()),
                network.address(to.index()),
                port);
        startReceiver();
        startSender();
        proxy.awaitLine("READY");
        sender.awaitLine("SENDER"); // From here on it misses no message.
    }

    /** {@return a link of these streams that gates} */
    static Link of(BridgeScene scene, Host from, Host to, String... streams) throws IOException {
        return new Link(scene, from, to, "BLOCK", false, streams);
    }

    void startSender() throws IOException {
        List<Object> arguments = new ArrayList<>(List.of(target, from.directory(), from.name(), policy, transits));
        arguments.addAll(streams);
        sender = from.start(SenderMain.class, arguments.toArray());
    }

    void startReceiver() throws IOException {
        receiver = to.start(ReceiverMain.class, listen, to.directory(), to.name());
    }

    JavaProcess sender() {
        return sender;
    }

    JavaProcess receiver() {
        return receiver;
    }

    /** {@return the name of the sender's subscriptions} */
    String name() {
        return "bridge/" + target;
    }

    /** Changes the network, and waits for the confirmation: see {@link UdpProxy}. */
    String network(String command) {
        int before = proxy.lines("DONE").size();
        proxy.tell(command);
        while (proxy.lines("DONE").size() == before && proxy.isAlive()) {
            ChildProcess.pause();
        }
        List<String> answers = proxy.lines("DONE");
        return answers.get(answers.size() - 1);
    }

    /** Ends both ends in good order. */
    void end() {
        sender.end();
        receiver.end();
    }
}
