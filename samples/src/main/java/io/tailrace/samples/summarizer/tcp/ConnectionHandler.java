/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.tailrace.samples.summarizer.syslog.Framer;
import java.io.IOException;
import java.util.function.Consumer;

/** Gives what comes from a connection to its framer. What is wrong with the one ends the one, and no other. */
@SuppressWarnings("FutureReturnValueIgnored") // Nobody waits until the connection is closed.
final class ConnectionHandler extends SimpleChannelInboundHandler<ByteBuf> {
    private final Framer framer;
    private final ReadTime readTime;
    private final Consumer<Throwable> failed;

    /** @param failed is told what is wrong with more than the connection */
    ConnectionHandler(Framer framer, ReadTime readTime, Consumer<Throwable> failed) {
        this.framer = framer;
        this.readTime = readTime;
        this.failed = failed;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf bytes) throws InterruptedException {
        if (context.executor().isShuttingDown()) {
            return; // As good as not read. Else it might wait for room that nobody makes any more.
        }
        long beginNs = System.nanoTime();
        boolean wantsMore =
                framer.take(bytes.array(), bytes.arrayOffset() + bytes.readerIndex(), bytes.readableBytes());
        readTime.add(beginNs, System.nanoTime());
        if (!wantsMore) {
            context.close();
        }
    }

    /** The peer has ended, or this process closes all connections. */
    @Override
    public void channelInactive(ChannelHandlerContext context) throws InterruptedException {
        framer.end();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable thrown) {
        boolean isReset = thrown instanceof IOException;
        boolean isEnd = thrown instanceof InterruptedException;
        if (!isReset && !isEnd) {
            failed.accept(thrown);
        }
        context.close();
    }
}
