/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.web;

import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Quantity;
import java.net.InetSocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address at which a server listens, as written by the user.
 *
 * @param port 0 for any free port
 */
public record ListenAddress(String host, int port) {
    /** The default address of the page. */
    public static final String DEFAULT = "127.0.0.1:8686";

    private static final String LOOPBACK = "127.0.0.1";
    private static final int MAX_PORT = 65_535;
    private static final Pattern FORM = Pattern.compile("(?:(\\[[0-9a-fA-F:.%]+]|[^:\\[\\]\\s]+):)?([0-9]{1,5})");

    /**
     * {@return the address} Such as {@code 127.0.0.1:8686}, {@code [::1]:8686}, or the port alone.
     *
     * @throws IllegalArgumentException if the text is not an address
     */
    public static ListenAddress parse(String text) {
        Matcher form = FORM.matcher(text);
        int port = form.matches() ? Integer.parseInt(form.group(2)) : -1;
        if (port < 0 || port > MAX_PORT) {
            throw new IllegalArgumentException("not an address: '" + text
                    + "' (such as 127.0.0.1:8686, or the port alone, up to " + MAX_PORT + ")");
        }
        return new ListenAddress(form.group(1) == null ? LOOPBACK : form.group(1), port);
    }

    /**
     * {@return the resolved address}
     *
     * @throws CommandException if the host is unknown
     */
    InetSocketAddress resolve() {
        InetSocketAddress address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw new CommandException(ExitCode.USAGE, "unknown host: " + host);
        }
        return address;
    }

    /** {@return whether only this host can reach it} */
    boolean isLoopback() {
        return resolve().getAddress().isLoopbackAddress();
    }

    /**
     * Refuses an address that other hosts can reach.
     *
     * @param next the next step for the user
     * @throws CommandException if it is such an address
     */
    public void requireLoopback(String next) {
        if (!isLoopback()) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "other hosts could reach that address, and read names, processes and errors without a password:"
                            + " address="
                            + this + ". " + next);
        }
    }

    @Override
    public String toString() {
        return host + ':' + port;
    }

    /** {@link #parse} for picocli. */
    public static final class Converter extends Quantity.Converter<ListenAddress> {
        Converter() {
            super(ListenAddress::parse);
        }
    }
}
