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
    private final ByteBuffer request = ByteBuffer.allocateDirect(WakeSocket.REQUEST_LENGTH);
    private @Nullable SocketChannel channel;

    WakeConnection(Path path) {
        this.path = path;
    }

    /**
     * Asks. Where nobody answers any more, the process there is gone, or another socket has come in the place of its
     * last one.
     */
    synchronized void ask(long clientId, int sleeper) {
        boolean interrupted = Thread.interrupted(); // It would close the channel.
        try {
            request.clear().putLong(0, clientId).putLong(Long.BYTES, sleeper);
            if (channel == null || !write(channel)) {
                channel = connect();
                write(channel);
            }
        } catch (IOException e) {
            channel = null; // Nobody is there. The next request tries again.
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Where there is no room, requests are there that nobody has read yet. Returns whether the other end is there. */
    private boolean write(SocketChannel open) throws IOException {
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

    private SocketChannel connect() throws IOException {
        SocketChannel fresh = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            fresh.configureBlocking(false); // First: where a process is stopped, its queue of connections may be full.
            if (!fresh.connect(UnixDomainSocketAddress.of(path))) {
                throw new IOException("not connected at once: path=" + path);
            }
            return fresh;
        } catch (IOException | RuntimeException e) {
            fresh.close();
            throw e;
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
