/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.tcp;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.PreferHeapByteBufAllocator;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.EventExecutor;
import io.tailrace.samples.summarizer.syslog.Framer;
import io.tailrace.samples.summarizer.syslog.LineHandler;
import io.tailrace.samples.summarizer.syslog.LineSource;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Takes lines from any number of TCP connections, until it is asked to end. Then it accepts and reads nothing any more,
 * and ends when all that it has read is handled.
 *
 * <p>A worker of Netty hands over itself what it has read, and waits where there is no room: while it waits it reads
 * from none of its connections, so the kernel's buffers fill and their senders wait. Netty advises against waiting in
 * its threads, for one connection then holds up others. Here all of them wait for the same room, so none of them could
 * get on. To stop reading instead would need joints that tell when they have room again, to the same effect.
 * Connections are accepted by a thread that never waits for room.
 */
public final class Listener implements LineSource {
    /** Connections that the kernel keeps until they are accepted; it may keep fewer. */
    private static final int BACKLOG = 1024;

    private final InetSocketAddress address;
    private final int workerCount;
    private final Ending ending;
    private final Consumer<String> output;

    /** When it ends. */
    public interface Ending {
        /** Waits until it is to end. */
        void await() throws InterruptedException;
    }

    /**
     * Makes one that does nothing yet.
     *
     * @param address where it will listen; with port 0 the kernel chooses one
     * @param workerCount how many threads read
     * @param output is told in a line where it listens, and why it could not accept a connection
     */
    public Listener(InetSocketAddress address, int workerCount, Ending ending, Consumer<String> output) {
        this.address = address;
        this.workerCount = workerCount;
        this.ending = ending;
        this.output = output;
    }

    /** @throws BindException if it cannot listen at its address */
    @Override
    public long readAll(Supplier<LineHandler> newHandler, Consumer<Throwable> failed)
            throws BindException, InterruptedException {
        ReadTime readTime = new ReadTime();
        try (EventThreads workers = new EventThreads("read", workerCount);
                EventThreads acceptor = new EventThreads("accept", 1)) {
            Map<EventExecutor, LineHandler> handlers = new HashMap<>();
            workers.group().forEach(worker -> handlers.put(worker, newHandler.get()));
            ServerBootstrap bootstrap = new ServerBootstrap()
                    .group(acceptor.group(), workers.group())
                    .channel(NioServerSocketChannel.class)
                    .option(ChannelOption.SO_BACKLOG, BACKLOG)
                    .childOption(ChannelOption.SO_KEEPALIVE, true) // Finds peers that have gone without a word.
                    .childOption(
                            ChannelOption.ALLOCATOR, new PreferHeapByteBufAllocator(PooledByteBufAllocator.DEFAULT))
                    .childHandler(new ChannelInitializer<Channel>() {
                        @Override
                        protected void initChannel(Channel connection) {
                            workers.channels().add(connection);
                            Framer framer = new Framer(Objects.requireNonNull(handlers.get(connection.eventLoop())));
                            connection.pipeline().addLast(new ConnectionHandler(framer, readTime, failed));
                        }
                    });
            Channel server = bind(bootstrap);
            try {
                server.pipeline()
                        .addLast(new AcceptFailures(output)); // Behind Netty's own, which then pauses for a second.
                output.accept("listening: " + describe((InetSocketAddress) server.localAddress()));
                ending.await();
            } finally {
                // While its thread works: one that is interrupted and ends may leave the port open (seen with JDK 17).
                server.close().awaitUninterruptibly();
            }
            acceptor.end();
            workers.end();
        }
        return readTime.ns();
    }

    private Channel bind(ServerBootstrap bootstrap) throws BindException, InterruptedException {
        ChannelFuture bound = bootstrap.bind(address).await();
        Throwable cause = bound.cause();
        if (cause != null) {
            throw new BindException("cannot listen: " + describe(address) + ": " + cause.getMessage());
        }
        return bound.channel();
    }

    private static String describe(InetSocketAddress address) {
        return "host=" + address.getAddress().getHostAddress() + ", port=" + address.getPort();
    }
}
