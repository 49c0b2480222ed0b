/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import io.aeron.ChannelUriStringBuilder;
import io.aeron.CommonContext;

/**
 * The Aeron channels of a link: blocks go to the address of the receiver, and answers return on a response channel on
 * the next port, also of the receiver. So a sender needs no address of its own, and may be behind a router.
 */
final class Channels {
    private Channels() {}

    /** {@return the channel on which a sender publishes, tied to its subscription for answers} */
    static String there(String address, AeronConfig config, long backRegistrationId) {
        return build(
                new ChannelUriStringBuilder()
                        .media(CommonContext.UDP_MEDIA)
                        .endpoint(address)
                        .responseCorrelationId(backRegistrationId),
                config);
    }

    /** {@return the channel on which a sender receives answers} */
    static String back(String address) {
        return response(address).build();
    }

    /** {@return the channel on which a receiver listens} */
    static String listen(String address) {
        return new ChannelUriStringBuilder()
                .media(CommonContext.UDP_MEDIA)
                .endpoint(address)
                .build();
    }

    /** {@return the channel on which a receiver answers the sender of an image} */
    static String answer(String address, AeronConfig config, long imageCorrelationId) {
        return build(response(address).responseCorrelationId(imageCorrelationId), config);
    }

    /** {@return the channel of a publication, with the datagram and buffer lengths of the settings} */
    private static String build(ChannelUriStringBuilder channel, AeronConfig config) {
        if (config.mtu() > 0) {
            channel.mtu(config.mtu());
        }
        if (config.termLength() > 0) {
            channel.termLength(config.termLength());
        }
        return channel.build();
    }

    private static ChannelUriStringBuilder response(String address) {
        int colon = address.lastIndexOf(':');
        int port = Integer.parseInt(address.substring(colon + 1)) + 1;
        return new ChannelUriStringBuilder()
                .media(CommonContext.UDP_MEDIA)
                .controlMode(CommonContext.CONTROL_MODE_RESPONSE)
                .controlEndpoint(address.substring(0, colon + 1) + port);
    }
}
