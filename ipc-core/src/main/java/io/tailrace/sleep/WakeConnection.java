/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.sleep;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The other end of a {@link WakeSocket}: asks there to wake a sleeper. Any thread. */
final class WakeConnection implements AutoCloseable {
    private final Path path;
    private @Nullable ByteBuffer request;
    private @Nullable SocketChannel channel;

    WakeConnection(Path path) {
        this.path = path;
    }

    /**
     * Asks, and connects first where that is needed: to the first socket, or to the one that has come in the place of
     * the last.
     *
     * @return false if nobody is there
     * @throws IOException if this process can make no socket
     */
    synchronized boolean ask(long clientId, int sleeper) throws IOException {
        boolean interrupted = Thread.interrupted(); // It would close the channel.
        try {
            ByteBuffer bytes = request == null ? ByteBuffer.allocateDirect(WakeSocket.REQUEST_LENGTH) : request;
            request = bytes;
            bytes.clear().putLong(0, clientId).putLong(Long.BYTES, sleeper);
            return (channel != null && write(channel, bytes)) || connectAndWrite(bytes);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private boolean connectAndWrite(ByteBuffer bytes) throws IOException {
        channel = null;
        SocketChannel fresh = SocketChannel.open(StandardProtocolFamily.UNIX);
        boolean asked = false;
        try {
            fresh.configureBlocking(false); // First: where a process is stopped, its queue of connections may be full.
            asked = fresh.connect(UnixDomainSocketAddress.of(path)) && write(fresh, bytes);
        } catch (IOException e) {
            return false;
        } finally {
            if (!asked) {
                fresh.close();
            }
        }
        channel = fresh;
        return true;
    }

    /** Where there is no room, requests are there that nobody has read yet. Returns whether the other end is there. */
    private static boolean write(SocketChannel open, ByteBuffer request) throws IOException {
        try {
            open.write(request.rewind());
            if (request.hasRemaining() && request.position() > 0) {
                throw new IOException("half a request is no request");
            }
            return true;
        } catch (IOException e) {
            open.close();
            return false;
        }
    }

    /** The next request connects anew. */
    @Override
    public synchronized void close() {
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException e) {
                // Closed enough.
            }
            channel = null;
        }
    }
}
