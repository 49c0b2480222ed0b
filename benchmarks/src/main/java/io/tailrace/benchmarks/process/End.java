/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.process;

import io.tailrace.benchmarks.lab.Waiting;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One process's end of the streams: opens, connects, measures. All by one thread. */
final class End implements AutoCloseable {
    private static final long CONNECT_TIMEOUT_MS = 60_000;

    private final Peer peer;
    private final Side side;
    private final boolean echo;
    private final Path directory;
    private @Nullable Library library;
    private Library.@Nullable Sender sender;
    private Library.@Nullable Receiver receiver;

    /** @param echo whether there is a stream back */
    End(Peer peer, Side side, boolean echo, Path directory) {
        this.peer = peer;
        this.side = side;
        this.echo = echo;
        this.directory = directory;
    }

    /** Opens the library; right does so before left. Returns its description. */
    String open() {
        if (peer.equals(Peer.JITTER)) {
            return "two threads that keep the schedule and send nothing";
        }
        library = peer.open(side, directory);
        return library.description();
    }

    /** Makes the ends of the streams, at the same time as the other side, and waits for their counterparts. */
    void connect() {
        if (peer.equals(Peer.JITTER)) {
            return;
        }
        Library opened = Objects.requireNonNull(library, "opened before");
        if (echo || side == Side.RIGHT) {
            receiver = opened.receiver(side.incoming());
        }
        if (echo || side == Side.LEFT) {
            sender = opened.sender(side.outgoing());
        }
        for (int i = 0; !opened.isConnected(); i++) {
            if (i >= CONNECT_TIMEOUT_MS) {
                throw new IllegalStateException("not connected in time: peer=" + peer + ", side=" + side + ", timeout="
                        + CONNECT_TIMEOUT_MS + " ms");
            }
            Waiting.sleep(1);
        }
    }

    Map<String, Object> measure(Task task) {
        return switch (task.cell().kind()) {
            case ONEWAY -> oneWay(task);
            case ROUNDTRIP ->
                side == Side.LEFT ? roundTrip(task).left(task) : roundTrip(task).right(false);
            case CLOCK ->
                side == Side.LEFT
                        ? roundTrip(task).leftClock(task)
                        : roundTrip(task).right(true);
        };
    }

    private Map<String, Object> oneWay(Task task) {
        OneWay oneWay = new OneWay(task);
        if (peer.equals(Peer.JITTER)) {
            return oneWay.alone();
        }
        return side == Side.LEFT
                ? oneWay.left(Objects.requireNonNull(sender, "connected before"))
                : oneWay.right(Objects.requireNonNull(receiver, "connected before"));
    }

    private RoundTrip roundTrip(Task task) {
        return new RoundTrip(
                Objects.requireNonNull(sender, "connected with a stream back"),
                Objects.requireNonNull(receiver, "connected with a stream back"),
                task);
    }

    @Override
    public void close() {
        if (library != null) {
            library.close();
        }
    }
}
