/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The commands of a bridge between two drivers of this host; WalkThroughIT has one between two hosts. */
class BridgeCommandIT {
    @RegisterExtension
    final ToolDirectory directory = ToolDirectory.create();

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

    private Tool start(String line) throws IOException {
        return Tool.start(directory, line.split(" ", -1));
    }

    private List<String> frames(String line) {
        return Run.out(directory, line)
                .lines()
                .filter(frame -> frame.contains(" DATA "))
                .toList();
    }

    @Test
    void messagesComeToTheOtherHostAtTheSamePositions() throws IOException {
        String address = freeAddress();
        String other = directory.path().resolve("other").toString();
        try (Tool driver = Tool.driver(directory);
                Tool driverOfOther = Tool.driver(directory, "--dir", other);
                Tool receiver = start("bridge receive --host beta --listen " + address + " --dir " + other);
                Tool sender = start("bridge send --host alpha --to " + address + " quotes.* orders")) {
            receiver.awaitOut("READY listen=" + address + " pid=" + receiver.pid() + "\n");
            sender.awaitOut("READY to=" + address + " pid=" + sender.pid() + " streams=quotes.*,orders\n");
            Run.out(directory, "pub quotes.fx one two three --wait-subscriber 1m");
            try (Tool sub = start("sub quotes.fx --from oldest --count 3 --dir " + other)) {
                sub.assertExit(ExitCode.OK);
                assertEquals("one\ntwo\nthree\n", sub.out());
            }
            assertEquals(3, frames("dump quotes.fx").size());
            assertEquals(frames("dump quotes.fx"), frames("dump quotes.fx --dir " + other));

            Run.of(directory, "bridge send --host alpha --to " + address + " quotes.*")
                    .assertFails(ExitCode.IN_USE, "in use");
            try (Tool namesake = start("bridge send --host beta --receiver x --to " + address + " quotes.*")) {
                namesake.assertExit(ExitCode.IO_FAILED);
                Run.assertHas(namesake.err(), "--host");
            }
            Run.of(directory, "bridge receive --host gamma --listen " + address)
                    .assertFails(ExitCode.IN_USE, "in use", address);
            Run.of(directory, "bridge receive --listen 203.0.113.7:9000 --expose")
                    .assertFails(ExitCode.IO_FAILED, "203.0.113.7:9000"); // An address of another host.

            sender.terminate();
            sender.assertExit(ExitCode.OK);
            receiver.terminate();
            receiver.assertExit(ExitCode.OK);
            assertEquals(1, receiver.err().lines().count(), receiver::toString);
            Run.assertHas(receiver.err(), "both ends call their host beta");
            assertTrue(driver.isAlive() && driverOfOther.isAlive());
        }
    }
}
