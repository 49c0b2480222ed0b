/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.sleep;

import io.tailrace.memory.FileAccess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * A Unix domain socket at which one thread waits for requests to wake a sleeper. Each process that asks keeps its
 * connection. A selector waits for all of them, and for new ones; unlike a channel it survives an interrupt. One thread
 * waits; any thread ends its wait.
 */
final class WakeSocket implements AutoCloseable {
    /** Takes the id of a client and the number of its sleeper. */
    interface Request {
        void accept(long clientId, int sleeper);
    }

    /** Both, each as a long. */
    static final int REQUEST_LENGTH = 2 * Long.BYTES;

    private static final int BACKLOG = 64;
    private static final long REFUSED_NS = 1_000_000;
    /** To connect takes the permission to write. */
    private static final Set<PosixFilePermission> OWNER_ALONE = PosixFilePermissions.fromString("rw-------");

    private static final Set<PosixFilePermission> GROUP_TOO = PosixFilePermissions.fromString("rw-rw----");

    private final Path path;
    private final Selector selector;
    private final ServerSocketChannel server;
    private final Consumer<SelectionKey> take = this::take;
    private final Request handler;

    /**
     * Binds the socket, in the place of whatever is there.
     *
     * @param handler told of each request
     * @throws IOException if it cannot, for example because the path is longer than 107 bytes
     */
    WakeSocket(Path path, FileAccess access, Request handler) throws IOException {
        this.path = path;
        this.handler = handler;
        Files.deleteIfExists(path);
        this.server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            server.bind(UnixDomainSocketAddress.of(path), BACKLOG);
            // By its path: the JDK would open what OpenFolder gives permissions, and sockets cannot be opened. Nobody
            // else
            // can put anything in its place: the directory is its owner's, or has the sticky bit.
            Files.setPosixFilePermissions(path, access.groupShared() ? GROUP_TOO : OWNER_ALONE);
            server.configureBlocking(false);
            this.selector = Selector.open();
            server.register(selector, SelectionKey.OP_ACCEPT);
        } catch (IOException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    /** Waits for requests, at most so long; 0: for ever. Ended by an interrupt, whose status is kept. */
    void await(long timeoutMs) {
        try {
            selector.select(take, timeoutMs);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot wait at the socket: path=" + path, e);
        }
    }

    /** Ends the wait, or the next one. Any thread. */
    void wake() {
        selector.wakeup();
    }

    private void take(SelectionKey key) {
        if (key.isAcceptable()) {
            accept();
        } else {
            read((SocketChannel) key.channel(), (ByteBuffer) key.attachment());
        }
    }

    private void accept() {
        try {
            SocketChannel channel = server.accept();
            if (channel != null) {
                channel.configureBlocking(false);
                channel.register(selector, SelectionKey.OP_READ, ByteBuffer.allocateDirect(REQUEST_LENGTH));
            }
        } catch (IOException e) {
            LockSupport.parkNanos(REFUSED_NS); // No descriptors: it waits in the queue, and ends each wait until then.
        }
    }

    private void read(SocketChannel channel, ByteBuffer request) {
        try {
            int read;
            while ((read = channel.read(request)) > 0) {
                if (!request.hasRemaining()) {
                    handler.accept(request.getLong(0), (int) request.getLong(Long.BYTES));
                    request.clear();
                }
            }
            if (read < 0) {
                channel.close();
            }
        } catch (IOException e) { // The process at the other end has died.
            close(channel);
        }
    }

    private static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // Closed enough.
        }
    }

    @Override
    public void close() {
        try {
            for (SelectionKey key : selector.keys()) {
                key.channel().close();
            }
            selector.close();
            Files.deleteIfExists(path);
        } catch (IOException e) {
            // Closed enough: nobody waits here any more.
        }
    }
}
