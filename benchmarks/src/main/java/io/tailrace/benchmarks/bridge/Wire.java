/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.bridge;

import io.tailrace.benchmarks.lab.LineProcess;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * Two hosts joined by a cable: two network namespaces and a pair of virtual devices. Where namespaces cannot be
 * created, both are this host and the cable is loopback.
 */
final class Wire implements AutoCloseable {
    private static final String PREFIX =
            "tailrace-bench-" + ProcessHandle.current().pid() + "-";
    private static final String LEFT = PREFIX + "left";
    private static final String RIGHT = PREFIX + "right";

    private final Thread remover = new Thread(Wire::remove);
    private final boolean isReal;

    Wire() {
        Runtime.getRuntime().addShutdownHook(remover);
        isReal = make();
        if (!isReal) {
            remove();
        }
    }

    private static boolean make() {
        try {
            run("netns", "add", LEFT);
            run("netns", "add", RIGHT);
            run("link", "add", "wire", "netns", LEFT, "type", "veth", "peer", "wire", "netns", RIGHT);
            for (String host : List.of(LEFT, RIGHT)) {
                run("-n", host, "addr", "add", host.equals(LEFT) ? "10.78.0.1/24" : "10.78.0.2/24", "dev", "wire");
                run("-n", host, "link", "set", "wire", "up");
                run("-n", host, "link", "set", "lo", "up");
            }
            return true;
        } catch (IllegalStateException | UncheckedIOException e) {
            return false; // It needs root, and the program ip.
        }
    }

    private static void run(String... words) {
        ProcessBuilder command = new ProcessBuilder("ip");
        command.command().addAll(List.of(words));
        LineProcess.output(command);
    }

    boolean isReal() {
        return isReal;
    }

    /** {@return the address of the right host} */
    String address() {
        return isReal ? "10.78.0.2" : "127.0.0.1";
    }

    /** {@return the words before a command that runs on a host} */
    List<String> on(String host) {
        return isReal ? List.of("ip", "netns", "exec", PREFIX + host) : List.of();
    }

    private static void remove() {
        for (String host : List.of(LEFT, RIGHT)) {
            try {
                run("netns", "del", host);
            } catch (IllegalStateException | UncheckedIOException e) {
                // It does not exist.
            }
        }
    }

    @Override
    public void close() {
        remove();
        Runtime.getRuntime().removeShutdownHook(remover);
    }
}
