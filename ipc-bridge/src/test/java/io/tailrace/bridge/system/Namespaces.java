/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge.system;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The network of one test: a few hosts, each a network namespace of its own, and between them the wire, another
 * namespace, where the {@link UdpProxy} runs. Each host has a pair of virtual devices (veth) to the wire and reaches
 * the others' addresses through it.
 *
 * <p>If namespaces cannot be made (they need root and {@code ip}), everything runs on one host with loopback addresses.
 * The choice is printed on standard output. The namespaces of a killed test JVM are removed when the next one begins.
 */
final class Namespaces implements AutoCloseable {
    private static final String PREFIX = "tailrace-it-";
    private static final long PATIENCE_S = 20;
    private static final AtomicInteger NEXT = new AtomicInteger();

    private final int number = NEXT.incrementAndGet();
    private final int hosts;
    private final boolean areReal;
    private final Thread remover = new Thread(this::remove);

    /** Makes this many hosts. */
    Namespaces(int hosts) {
        this.hosts = hosts;
        Runtime.getRuntime().addShutdownHook(remover);
        removeStale();
        areReal = make();
        System.out.println(
                areReal
                        ? "network: " + hosts + " namespaces; loss, delay and rate by a proxy, not by netem"
                        : "network: loopback, because namespaces cannot be made here");
    }

    /** {@return whether each host has a network of its own} */
    boolean areReal() {
        return areReal;
    }

    /** {@return the address of a host, from 0 on} */
    String address(int host) {
        return areReal ? "10.77." + host + ".2" : "127." + (10 + number % 200) + "." + host + ".2";
    }

    /** {@return an address of the wire beside a host, where proxies listen for it} */
    String wire(int host) {
        return areReal ? "10.77." + host + ".1" : "127." + (10 + number % 200) + "." + host + ".1";
    }

    /** {@return the words before a command that runs on a host} */
    List<String> on(int host) {
        return areReal ? List.of("ip", "netns", "exec", name(Integer.toString(host))) : List.of();
    }

    /** {@return the words before a command that runs on the wire} */
    List<String> onWire() {
        return areReal ? List.of("ip", "netns", "exec", name("wire")) : List.of();
    }

    private String name(String part) {
        return PREFIX + ProcessHandle.current().pid() + "-" + number + "-" + part;
    }

    private boolean make() {
        String wire = name("wire");
        boolean isMade = run("ip", "netns", "add", wire)
                && run("ip", "-n", wire, "link", "set", "lo", "up")
                && run("ip", "netns", "exec", wire, "sysctl", "-qw", "net.ipv4.ip_forward=1");
        for (int host = 0; isMade && host < hosts; host++) {
            isMade = makeHost(host, wire, name(Integer.toString(host)));
        }
        if (!isMade) {
            remove();
        }
        return isMade;
    }

    private static boolean makeHost(int host, String wire, String name) {
        String device = "to-" + host;
        String subnet = "10.77." + host + ".";
        return run("ip", "netns", "add", name)
                && run("ip", "-n", name, "link", "set", "lo", "up")
                && run("ip", "link", "add", device, "netns", wire, "type", "veth", "peer", "wire", "netns", name)
                && run("ip", "-n", wire, "addr", "add", subnet + "1/24", "dev", device)
                && run("ip", "-n", wire, "link", "set", device, "up")
                && run("ip", "-n", name, "addr", "add", subnet + "2/24", "dev", "wire")
                && run("ip", "-n", name, "link", "set", "wire", "up")
                && run("ip", "-n", name, "route", "add", "default", "via", subnet + "1");
    }

    /** Pulls the cable of a host out, or puts it in again. Only where namespaces are real. */
    void plug(int host, boolean isIn) {
        if (!run("ip", "-n", name("wire"), "link", "set", "to-" + host, isIn ? "up" : "down")) {
            throw new IllegalStateException("no such cable: host=" + host);
        }
    }

    private void remove() {
        for (int host = 0; host < hosts; host++) {
            run("ip", "netns", "del", name(Integer.toString(host)));
        }
        run("ip", "netns", "del", name("wire"));
    }

    private static synchronized void removeStale() {
        for (String line : output("ip", "netns", "list").lines().toList()) {
            String name = line.split(" ", 2)[0];
            if (name.startsWith(PREFIX)) {
                long pid = Long.parseLong(name.substring(PREFIX.length()).split("-", 2)[0]);
                if (ProcessHandle.of(pid).isEmpty()) {
                    run("ip", "netns", "del", name);
                }
            }
        }
    }

    private static boolean run(String... words) {
        return execute(words, new StringBuilder());
    }

    private static String output(String... words) {
        StringBuilder output = new StringBuilder();
        execute(words, output);
        return output.toString();
    }

    private static boolean execute(String[] words, StringBuilder output) {
        List<String> command = new ArrayList<>(Arrays.asList(words));
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            output.append(new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8));
            return process.waitFor(PATIENCE_S, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false; // No such program.
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Removes the namespaces; their processes have exited. */
    @Override
    public void close() {
        remove();
        Runtime.getRuntime().removeShutdownHook(remover);
    }
}
