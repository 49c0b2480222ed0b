/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import java.net.InetSocketAddress;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Looks up addresses that were given on the command line. */
final class Addresses {
    private static final int MAX_PORT = 65_535;

    private Addresses() {}

    /** {@return the address} Complains of a port that is none, and of a host that nobody knows. */
    static InetSocketAddress resolve(CommandSpec spec, String host, int port, int minPort) {
        Range.check(spec, "port", port, minPort, MAX_PORT);
        InetSocketAddress address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw new ParameterException(spec.commandLine(), "unknown host: " + host);
        }
        return address;
    }
}
