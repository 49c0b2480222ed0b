/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.tcp;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.function.Consumer;

/**
 * Tells why a connection could not be accepted, such as for want of descriptors, when that is another reason than the
 * last time. It waits in the kernel meanwhile, and Netty tries again each second.
 */
final class AcceptFailures extends ChannelInboundHandlerAdapter {
    private final Consumer<String> output;
    private String lastReason = "";

    AcceptFailures(Consumer<String> output) {
        this.output = output;
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable thrown) {
        String reason = thrown.toString();
        if (!reason.equals(lastReason)) {
            lastReason = reason;
            output.accept("cannot accept connections, trying again: " + reason);
        }
    }
}
