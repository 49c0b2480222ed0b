/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.sleep;

import io.tailrace.file.FileAccess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Unix domain sockets, often only one, at which one thread waits for requests to wake sleepers. Each requesting process
 * keeps its connection. A selector waits for all of them, and for new ones; unlike a channel it survives an interrupt.
 * One thread waits; any thread may add a socket and end the wait.
 */
final class WakeSocket implements AutoCloseable {
    /** Receives the id of a client and the number of its sleeper. */
    interface Request {
        void accept(long clientId, int sleeper);
    }

    /** The connection of a requesting process, and the handler of its requests. */
    private record Caller(ByteBuffer request, Request handler) {}

    /** Both, each as a long. */
    static final int REQUEST_LENGTH = 2 * Long.BYTES;

    /** The maximum length of the path, in bytes: sun_path of sockaddr_un, unix(7), without its terminator. */
    private static final int MAX_PATH_LENGTH = 107;

    private static final int BACKLOG = 64;
    private static final long REFUSED_NS = 1_000_000;
    /** Connecting needs the permission to write. */
    private static final Set<PosixFilePermission> OWNER_ALONE = PosixFilePermissions.fromString("rw-------");

    private static final Set<PosixFilePermission> GROUP_TOO = PosixFilePermissions.fromString("rw-rw----");

    private final Selector selector = Selector.open();
    private final List<Path> paths = new CopyOnWriteArrayList<>();
    private final Consumer<SelectionKey> take = this::take;

    /** Creates one without sockets. */
    WakeSocket() throws IOException {}

    /** {@return one with a socket} */
    static WakeSocket at(Path path, FileAccess access, Request handler) throws IOException {
        WakeSocket socket = new WakeSocket();
        try {
            socket.listen(path, access, handler);
            return socket;
        } catch (IOException | RuntimeException | Error e) {
            socket.close();
            throw e;
        }
    }

    /** {@return whether a socket can have this path} */
    static boolean fits(Path path) {
        return path.toString().getBytes(StandardCharsets.UTF_8).length <= MAX_PATH_LENGTH;
    }

    /**
     * Binds a socket, replacing anything at the path. The next wait includes it.
     *
     * @param handler receives each request, on the waiting thread
     * @throws IOException if it cannot, for example because the path does not fit
     */
    void listen(Path path, FileAccess access, Request handler) throws IOException {
        Files.deleteIfExists(path);
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            server.bind(UnixDomainSocketAddress.of(path), BACKLOG);
            paths.add(path);
            // By its path: for OpenFolder the JDK would have to open the file, and sockets cannot be opened. No other
            // user can replace it: the directory belongs to its owner, or has the sticky bit.
            Files.setPosixFilePermissions(path, access.groupShared() ? GROUP_TOO : OWNER_ALONE);
            server.configureBlocking(false);
            server.register(selector, SelectionKey.OP_ACCEPT, handler);
        } catch (IOException | RuntimeException | Error e) {
            server.close();
            throw e;
        }
    }

    /** Waits for requests, at most for this time; 0: forever. Ended by an interrupt, whose status is kept. */
    void await(long timeoutMs) {
        try {
            selector.select(take, timeoutMs);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot wait at sockets: paths=" + paths, e);
        }
    }

    /** Waits for requests until the end, whatever fails. The caller that ends it interrupts its thread afterwards. */
    void serve(BooleanSupplier isOver, Consumer<Throwable> errorHandler) {
        while (true) {
            // Otherwise it would never sleep again. Cleared before the check that the next interrupt is about.
            Thread.interrupted();
            if (isOver.getAsBoolean()) {
                return;
            }
            try {
                await(0);
            } catch (Throwable e) { // Even an Error: without this thread others may sleep for a long time.
                report(e, errorHandler);
                LockSupport.parkNanos(REFUSED_NS); // It may fail repeatedly.
            }
        }
    }

    private static void report(Throwable error, Consumer<Throwable> errorHandler) {
        try {
            errorHandler.accept(error);
        } catch (Throwable e) {
            // There is no handler to notify, or no heap to report it with.
        }
    }

    /** Ends the current wait, or the next one. Any thread. */
    void wake() {
        selector.wakeup();
    }

    private void take(SelectionKey key) {
        if (key.attachment() instanceof Caller caller) {
            read((SocketChannel) key.channel(), caller);
        } else {
            accept((ServerSocketChannel) key.channel(), (Request) key.attachment());
        }
    }

    private void accept(ServerSocketChannel server, Request handler) {
        try {
            SocketChannel channel = server.accept();
            if (channel != null) {
                register(channel, handler);
            }
        } catch (IOException e) {
            // No descriptors: the connection waits in the queue, and ends each wait until then.
            LockSupport.parkNanos(REFUSED_NS);
        }
    }

    private void register(SocketChannel channel, Request handler) throws IOException {
        try {
            channel.configureBlocking(false);
            Caller caller = new Caller(ByteBuffer.allocateDirect(REQUEST_LENGTH), handler);
            channel.register(selector, SelectionKey.OP_READ, caller);
        } catch (IOException | RuntimeException | Error e) { // No heap: the other end detects it, and connects again.
            channel.close();
            throw e;
        }
    }

    private void read(SocketChannel channel, Caller caller) {
        ByteBuffer request = caller.request;
        try {
            int read;
            while ((read = channel.read(request)) > 0) {
                if (!request.hasRemaining()) {
                    request.clear(); // First: after an Error of the handler the next request finds room.
                    caller.handler.accept(request.getLong(0), (int) request.getLong(Long.BYTES));
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

    /** From now on the sockets cannot be found. Any thread. */
    void deleteFiles() {
        for (Path path : paths) {
            try {
                Files.deleteIfExists(path);
            } catch (IOException e) {
                // It is deleted with its client.
            }
        }
        paths.clear(); // Others may take their place.
    }

    /** Called by the waiting thread, or when none waits any more. */
    @Override
    public void close() {
        try {
            for (SelectionKey key : selector.keys()) {
                key.channel().close();
            }
            selector.close();
        } catch (IOException e) {
            // Closed enough: no thread waits here any more.
        }
        deleteFiles();
    }

    /** The other end of a {@link WakeSocket}: requests to wake a sleeper. Any thread. */
    static final class WakeConnection implements AutoCloseable {
        private final Path path;
        private @Nullable ByteBuffer request;
        private @Nullable SocketChannel channel;

        WakeConnection(Path path) {
            this.path = path;
        }

        /**
         * Sends a request, and connects first if needed: to the first socket, or to one that has replaced the last.
         *
         * @return false if there is no listener
         * @throws IOException if this process cannot create a socket
         */
        synchronized boolean ask(long clientId, int sleeper) throws IOException {
            boolean interrupted = Thread.interrupted(); // An interrupt would close the channel.
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
                fresh.configureBlocking(false); // First: if a process is stopped, its queue of connections may be full.
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

        /** If there is no room, earlier requests are unread. Returns whether the other end exists. */
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

        /** The next request connects again. */
        @Override
        public synchronized void close() {
            if (channel != null) {
                WakeSocket.close(channel);
                channel = null;
            }
        }
    }
}
