/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The commands of a bridge: between two drivers of this host and, as in BRIDGE.md, between two namespaces. */
@Timeout(300)
class BridgeCommandIT {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    @RegisterExtension
    final ToolDirectory directory = ToolDirectory.create();

    /** {@return the directory of the other host's driver} */
    private String other() {
        return directory.path().resolve("other").toString();
    }

    /** {@return a loopback address whose port and next port are free} */
    private static String freeAddress() throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        for (int attempt = 0; attempt < 100; attempt++) {
            try (DatagramSocket first = new DatagramSocket(0, loopback);
                    DatagramSocket next = new DatagramSocket(first.getLocalPort() + 1, loopback)) {
                return "127.0.0.1:" + (next.getLocalPort() - 1);
            } catch (SocketException | IllegalArgumentException e) {
                // The next port is taken, or does not exist.
            }
        }
        throw new IOException("no two free ports");
    }

    private Tool receiver(String address) throws IOException {
        Tool receiver = start("bridge receive --host beta --listen " + address + " --dir " + other());
        receiver.awaitOut("READY listen=" + address + " pid=" + receiver.pid() + "\n");
        return receiver;
    }

    private Tool start(String line) throws IOException {
        return Tool.start(directory, line.split(" ", -1));
    }

    private Tool run(String line) throws IOException {
        return Tool.run(directory, line.split(" ", -1));
    }

    private static List<String> frames(Tool dump) {
        dump.assertExit(ExitCode.OK);
        return dump.out().lines().filter(line -> line.contains(" DATA ")).toList();
    }

    @Test
    void messagesComeToTheOtherHostAtTheSamePositions() throws IOException {
        String address = freeAddress();
        try (Tool driver = Tool.driver(directory);
                Tool driverOfOther = Tool.driver(directory, "--dir", other());
                Tool receiver = receiver(address);
                Tool sender = start("bridge send --host alpha --to " + address + " quotes.* orders")) {
            sender.awaitOut("READY to=" + address + " pid=" + sender.pid() + " streams=quotes.*,orders\n");
            try (Tool pub = run("pub quotes.fx one two three");
                    Tool sub = run("sub quotes.fx --from oldest --count 3 --dir " + other())) {
                pub.assertExit(ExitCode.OK);
                assertEquals("one\ntwo\nthree\n", sub.out());
            }
            try (Tool source = run("dump quotes.fx");
                    Tool mirror = run("dump quotes.fx --dir " + other())) {
                assertEquals(3, frames(source).size(), source::toString);
                assertEquals(frames(source), frames(mirror));
            }
            try (Tool second = run("bridge send --host alpha --to " + address + " quotes.*")) {
                second.assertFails(ExitCode.IN_USE, "in use");
            }
            try (Tool namesake = run("bridge send --host beta --receiver x --to " + address + " quotes.*")) {
                namesake.assertExit(ExitCode.IO_FAILED);
                assertTrue(namesake.err().contains("--host"), namesake::toString);
            }
            try (Tool second = run("bridge receive --host gamma --listen " + address)) {
                second.assertFails(ExitCode.IN_USE, "in use", address);
            }
            sender.terminate();
            sender.assertExit(ExitCode.OK);
            receiver.terminate();
            receiver.assertExit(ExitCode.OK);
            assertEquals(1, receiver.err().lines().count(), receiver::toString);
            assertTrue(receiver.err().contains("both ends call their host beta"), receiver::toString);
            assertTrue(driver.isAlive() && driverOfOther.isAlive());
        }
    }

    @Test
    void itNeedsADriverAndAnAddressOfThisHost() throws IOException {
        try (Tool send = run("bridge send --to 127.0.0.1:9000 quotes");
                Tool receive = run("bridge receive --listen 127.0.0.1:9000")) {
            send.assertFails(ExitCode.NO_DRIVER);
            receive.assertFails(ExitCode.NO_DRIVER);
        }
        try (Tool driver = Tool.driver(directory);
                Tool receive = run("bridge receive --listen 203.0.113.7:9000 --expose")) {
            receive.assertFails(ExitCode.IO_FAILED, "203.0.113.7:9000");
            assertTrue(driver.isAlive());
        }
    }

    /** {@return whether this user may make network namespaces here} */
    private boolean canHaveNamespaces() throws IOException {
        try (Tool probe = Tool.run(
                directory, List.of("sh", "-c", "ip netns add tailrace-probe && ip netns del tailrace-probe"))) {
            return probe.await() == 0;
        }
    }

    /** {@return the lines of the walk-through as a script; the names of its hosts are unique to this test} */
    private String script(String alpha, String beta) throws IOException {
        return Files.readAllLines(ROOT.resolve("docs/BRIDGE.md")).stream()
                .filter(line -> line.startsWith("$ "))
                .map(line -> line.substring(2)
                        .replace("/dev/shm/", directory.path() + "/")
                        .replaceAll("\\balpha\\b", alpha)
                        .replaceAll("\\bbeta\\b", beta)
                        .replace("./tailrace", ROOT.resolve("tailrace").toString()))
                .collect(Collectors.joining("\n"));
    }

    @Test
    void theWalkThroughShowsWhatTheDocumentSays() throws IOException {
        assumeTrue(canHaveNamespaces(), "skipped: this user may not make network namespaces here");
        String alpha = "a" + ProcessHandle.current().pid();
        String beta = "b" + ProcessHandle.current().pid();
        try (Tool walk = Tool.run(directory, List.of("bash", "-c", script(alpha, beta)))) {
            walk.assertExit(ExitCode.OK);
            String err = walk.err();
            assertTrue(err.contains("\n1000 received, ") && err.contains("\n2000 received, "), walk::toString);
            assertTrue(err.contains("link down: to=10.77.0.2:9000, host=" + beta), walk::toString);
            String last = "           23904     0       23904  DATA            19  \"EURUSD 1000\"";
            assertEquals(2, walk.out().lines().filter(last::equals).count(), walk::toString);
            assertFalse(Files.exists(Path.of("/run/netns", alpha)), "the namespaces are gone");
        } finally {
            for (String host : List.of(alpha, beta)) {
                Tool.run(directory, List.of("ip", "netns", "del", host)).close(); // If the script has failed early.
            }
        }
    }
}
