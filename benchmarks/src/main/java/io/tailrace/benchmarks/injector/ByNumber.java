/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.injector;

import io.tailrace.FrameHandler;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.benchmarks.lab.Waiting;
import io.tailrace.benchmarks.lab.Waiting.Loops;
import io.tailrace.benchmarks.peer.Library;
import io.tailrace.dispatch.Strategy;
import io.tailrace.memory.MappedBuffer;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Hands tasks over as bytes: a message of 32 has the number of the task, which its receiver runs. A log or a socket
 * holds fewer waiting messages than there are places for tasks here.
 */
abstract class ByNumber implements Contestant {
    static final int PAYLOAD = 32;
    private static final int PLACES = 1 << 16;

    private final AtomicReferenceArray<Runnable> tasks = new AtomicReferenceArray<>(PLACES);
    private long number;

    @Override
    public final void submit(Runnable task) {
        tasks.set((int) number & (PLACES - 1), task);
        send(number++);
    }

    /** Sends a number, once there is space for it. */
    abstract void send(long next);

    final void run(long received) {
        tasks.get((int) received & (PLACES - 1)).run();
    }

    /** Streams, to each of which a message is published in turn. */
    static final class StreamContestant extends ByNumber {
        private static final AtomicInteger STREAMS = new AtomicInteger();
        private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
        private static final Duration LONGEST_WAIT = Duration.ofMillis(100);
        /** The limit of the plain loop: that of a dispatch at first. */
        private static final long IDLE_NS = 25_000;
        /** Publishers that have to wait leave their core to handlers. */
        private static final long REFUSED_NS = 20_000;

        private final List<Publication> publications = new ArrayList<>();
        private final List<Runnable> ends = new ArrayList<>();
        private final MappedBuffer message = MappedBuffer.allocate(PAYLOAD);

        /** @param begin starts to handle the messages of a subscription, and returns the handle that ends it */
        private StreamContestant(
                @Nullable Tailrace client, int streams, BiFunction<Subscription, FrameHandler, Runnable> begin) {
            Tailrace connected = Objects.requireNonNull(client, "a kind with a driver");
            FrameHandler handler = (buffer, offset, length, header) -> run(buffer.getLong(offset));
            for (int i = 0; i < streams; i++) {
                String name = "tasks-" + STREAMS.incrementAndGet();
                Subscription subscription = connected.addSubscription(name);
                Publication publication = connected.addExclusivePublication(name);
                if (!publication.awaitSubscribers(1, CONNECT_TIMEOUT)) {
                    throw new IllegalStateException("no subscriber: stream=" + name);
                }
                publications.add(publication);
                Runnable end = begin.apply(subscription, handler);
                ends.add(publication::close);
                ends.add(end);
                ends.add(subscription::close);
            }
        }

        /** Each stream has a thread, which sleeps while there is nothing. */
        static Contestant waiting(@Nullable Tailrace client, int streams) {
            return new StreamContestant(client, streams, (subscription, handler) -> {
                Loops loop = new Loops();
                loop.start(() -> subscription.poll(handler, Library.Receiver.LIMIT, LONGEST_WAIT));
                return () -> loop.close(() -> {});
            });
        }

        static Contestant polling(@Nullable Tailrace client) {
            return new StreamContestant(client, 1, (subscription, handler) -> {
                Loops loop = new Loops();
                loop.start(() -> {
                    if (subscription.poll(handler, Library.Receiver.LIMIT) == 0) {
                        LockSupport.parkNanos(IDLE_NS);
                    }
                });
                return () -> loop.close(() -> {});
            });
        }

        static Contestant dispatched(
                @Nullable Tailrace client, @Nullable Strategy strategy, ExecutorService executor, Runnable owner) {
            return new StreamContestant(client, 1, (subscription, handler) -> {
                Runnable end = subscription
                        .dispatch(handler)
                        .strategy(Objects.requireNonNull(strategy))
                        .unordered()
                        .workers(Kind.WORKERS)
                        .start(executor)::close;
                return () -> {
                    end.run();
                    executor.shutdownNow();
                    owner.run();
                };
            });
        }

        @Override
        void send(long next) {
            message.putLong(0, next);
            Publication publication = publications.get((int) (next % publications.size()));
            while (publication.offer(message, 0, PAYLOAD) < 0) {
                LockSupport.parkNanos(REFUSED_NS);
            }
        }

        @Override
        public void close() {
            ends.forEach(Runnable::run);
        }
    }

    /** A connection over the loopback for each thread, one write for each message. */
    static final class SocketContestant extends ByNumber {
        private static final long END_TIMEOUT_MS = 10_000;

        private final List<Socket> sockets = new ArrayList<>();
        private final List<Thread> threads = new ArrayList<>();
        private final ByteBuffer message = ByteBuffer.allocate(PAYLOAD);

        SocketContestant(int connections) {
            try (ServerSocket server = new ServerSocket(0, connections, InetAddress.getLoopbackAddress())) {
                for (int i = 0; i < connections; i++) {
                    Socket socket = new Socket(server.getInetAddress(), server.getLocalPort());
                    socket.setTcpNoDelay(true);
                    Socket accepted = server.accept();
                    Thread thread = new Thread(() -> receive(accepted), "tcp");
                    thread.setDaemon(true);
                    thread.start();
                    sockets.add(socket);
                    threads.add(thread);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void receive(Socket accepted) {
            byte[] bytes = new byte[PAYLOAD];
            try (accepted;
                    DataInputStream input = new DataInputStream(accepted.getInputStream())) {
                while (true) {
                    input.readFully(bytes);
                    run(ByteBuffer.wrap(bytes).getLong());
                }
            } catch (EOFException e) {
                // The other end is closed.
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        void send(long next) {
            message.putLong(0, next);
            try {
                sockets.get((int) (next % sockets.size())).getOutputStream().write(message.array());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() {
            try {
                for (Socket socket : sockets) {
                    socket.close();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            Waiting.until(
                    () -> threads.stream().noneMatch(Thread::isAlive), END_TIMEOUT_MS, () -> "a receiver does not end");
        }
    }
}
