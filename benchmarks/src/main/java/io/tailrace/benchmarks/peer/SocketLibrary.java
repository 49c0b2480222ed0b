/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.peer;

import io.tailrace.benchmarks.peer.Library.Inbox;
import io.tailrace.benchmarks.peer.Library.Receiver;
import io.tailrace.benchmarks.peer.Library.Sender;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A Unix domain socket, blocking at both ends: each message follows its length, in one write. */
final class SocketLibrary implements Library {
    private static final int MAX_LENGTH = 4096;
    private final Path path;
    private final @Nullable ServerSocketChannel server;
    private @Nullable SocketChannel channel;

    /** The first process listens before the next one connects. */
    SocketLibrary(Path directory, boolean isFirst) {
        path = directory.resolve("socket");
        try {
            server = isFirst
                    ? ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(path))
                    : null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String description() {
        return "Unix domain socket, blocking";
    }

    /** {@return the socket, which both directions share} */
    private SocketChannel channel() {
        try {
            if (channel == null) {
                channel = server == null ? SocketChannel.open(UnixDomainSocketAddress.of(path)) : server.accept();
            }
            return channel;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Receiver receiver(int stream, Inbox inbox, boolean runsDriver) {
        return new SocketReceiver(channel(), inbox);
    }

    @Override
    public Sender sender(int stream) {
        return new SocketSender(channel());
    }

    @Override
    public void close() {
        try {
            if (channel != null) {
                channel.close();
            }
            if (server != null) {
                server.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class SocketSender implements Sender {
        private final SocketChannel channel;
        private final ByteBuffer message = ByteBuffer.allocateDirect(Integer.BYTES + MAX_LENGTH);

        SocketSender(SocketChannel channel) {
            this.channel = channel;
        }

        @Override
        public boolean send(long value, int count, int length) {
            message.clear().limit(Integer.BYTES + length);
            message.putInt(0, length).putLong(Integer.BYTES, value);
            try {
                while (message.hasRemaining()) {
                    channel.write(message);
                }
                return true;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static final class SocketReceiver implements Receiver {
        private final SocketChannel channel;
        private final ByteBuffer received = ByteBuffer.allocateDirect(Receiver.LIMIT * (Integer.BYTES + MAX_LENGTH));
        private final Inbox inbox;

        SocketReceiver(SocketChannel channel, Inbox inbox) {
            this.channel = channel;
            this.inbox = inbox;
        }

        /** Waits for input. */
        @Override
        public int poll(int limit) {
            try {
                if (channel.read(received) < 0) {
                    throw new EOFException("the other process closed its end");
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            received.flip();
            int messages = takeAll();
            received.compact();
            return messages;
        }

        private int takeAll() {
            int messages = 0;
            while (received.remaining() >= Integer.BYTES + Long.BYTES) {
                int start = received.position();
                int end = start + Integer.BYTES + received.getInt(start);
                if (end > received.limit()) {
                    break;
                }
                inbox.take(received.getLong(start + Integer.BYTES));
                received.position(end);
                messages++;
            }
            return messages;
        }
    }
}
