/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.tcp;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.FastThreadLocalThread;
import io.netty.util.concurrent.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** Event loops of Netty that close their channels when they end, and whose threads may wait for room meanwhile. */
final class EventThreads implements AutoCloseable {
    private final List<Thread> threads = new ArrayList<>();
    private final EventLoopGroup group;
    /** Those that come when it is closed it closes, too: Netty by itself would leave them open. */
    private final ChannelGroup channels;

    /** The threads are made as they are needed. */
    EventThreads(String name, int count) {
        ThreadFactory factory = task -> newThread(name, task);
        group = new MultiThreadIoEventLoopGroup(count, factory, NioIoHandler.newFactory());
        channels = new DefaultChannelGroup(group.next(), true);
    }

    private Thread newThread(String name, Runnable task) {
        synchronized (threads) {
            Thread thread = new FastThreadLocalThread(task, name + '-' + (threads.size() + 1));
            thread.setDaemon(true);
            threads.add(thread);
            return thread;
        }
    }

    EventLoopGroup group() {
        return group;
    }

    /** {@return the channels that it closes at its end} */
    ChannelGroup channels() {
        return channels;
    }

    /** Closes all channels, and waits until what was read of them is handled. */
    void end() throws InterruptedException {
        shutDown().await();
    }

    /**
     * Ends the threads where they are. Who is interrupted meanwhile waits on, and stays interrupted.
     *
     * <p>Netty ignores an interrupt outside of a handler. So a handler has to look whether its event loop shuts down
     * before it begins with what might wait.
     */
    @Override
    public void close() {
        Future<?> ended = shutDown();
        synchronized (threads) {
            threads.forEach(Thread::interrupt);
        }
        ended.awaitUninterruptibly();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // The event loops close the channels before they end.
    private Future<?> shutDown() {
        channels.close();
        return group.shutdownGracefully(0, 0, TimeUnit.SECONDS);
    }
}
