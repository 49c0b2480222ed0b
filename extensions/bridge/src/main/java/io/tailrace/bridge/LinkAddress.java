/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address of a receiver: it listens on the port for senders, and answers them on the next port. Any thread.
 *
 * @param host its name or address, as written; an IPv6 address in brackets
 */
record LinkAddress(String host, int port) {
    private static final int MAX_PORT = 65_534;
    private static final Pattern FORM =
            Pattern.compile("(\\[[0-9a-fA-F:.%]+]|[^:\\[\\]/?|\\s\\p{Cntrl}]+):([0-9]{1,5})");

    /**
     * {@return the address} Such as {@code 10.0.0.2:9000}, {@code beta:9000} or {@code [fd00::2]:9000}.
     *
     * @throws IllegalArgumentException if the text is no address
     */
    static LinkAddress parse(String text) {
        Matcher form = FORM.matcher(text);
        int port = form.matches() ? Integer.parseInt(form.group(2)) : 0;
        if (port < 1 || port > MAX_PORT) {
            throw new IllegalArgumentException("not an address: '" + text
                    + "' (such as 10.0.0.2:9000 or [fd00::2]:9000, with a port from 1 to " + MAX_PORT
                    + ": the next one is used, too)");
        }
        return new LinkAddress(form.group(1), port);
    }

    /**
     * {@return whether only this host can reach it} May wait for the name service if the host is a name.
     *
     * @throws IllegalArgumentException if the host is unknown
     */
    boolean isLoopback() {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("unknown host: address=" + this, e);
        }
    }

    @Override
    public String toString() {
        return host + ':' + port;
    }
}
