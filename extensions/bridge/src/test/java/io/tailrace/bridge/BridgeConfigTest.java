/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aeron.ChannelUriStringBuilder;
import io.aeron.driver.Configuration;
import io.aeron.logbuffer.LogBufferDescriptor;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The settings of both ends. */
final class BridgeConfigTest {
    private static final Path DRIVER = Path.of("/dev/shm/driver");
    private static final String TO = "10.0.0.2:9000";
    private static final BridgeSenderConfig SENDER = BridgeSenderConfig.of(TO, DRIVER, "quotes.*", "orders");
    private static final BridgeReceiverConfig RECEIVER = BridgeReceiverConfig.of("127.0.0.1:9000", DRIVER);

    @ParameterizedTest
    @ValueSource(strings = {"", "a\tb", "12345678901234567890123456789012345678901234567890123456789012345"})
    void aHostsNameHas1To64BytesAndNoControlCharacters(String host) {
        assertThrows(IllegalArgumentException.class, () -> SENDER.withHost(host));
        assertThrows(IllegalArgumentException.class, () -> RECEIVER.withHost(host));
        String longest = "ä".repeat(32);
        assertEquals(longest, SENDER.withHost(longest).host());
    }

    @Test
    void aSenderNeedsStreamsAndAnAddress() {
        assertThrows(IllegalArgumentException.class, () -> BridgeSenderConfig.of(TO, DRIVER));
        assertThrows(IllegalArgumentException.class, () -> BridgeSenderConfig.of(TO, DRIVER, ""));
        assertThrows(IllegalArgumentException.class, () -> BridgeSenderConfig.of("beta", DRIVER, "quotes"));
        assertThrows(IllegalArgumentException.class, () -> BridgeReceiverConfig.of("9000", DRIVER));
    }

    @Test
    void aReceiversNameFitsIntoThatOfASubscription() {
        assertEquals("bridge/" + TO, SENDER.subscriptionName());
        for (String wrong : List.of("", "x".repeat(500), "a\nb")) {
            assertThrows(IllegalArgumentException.class, () -> SENDER.withReceiver(wrong));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1:9000, 127.0.0.1, 9000, true",
        "127.1.2.3:1, 127.1.2.3, 1, true",
        "[::1]:65534, [::1], 65534, true",
        "localhost:9000, localhost, 9000, true",
        "10.0.0.2:9000, 10.0.0.2, 9000, false",
        "[::]:9000, [::], 9000, false",
        "[fd00::2]:9000, [fd00::2], 9000, false"
    })
    void anAddressIsAHostAndAPort(String text, String host, int port, boolean loopback) {
        LinkAddress address = LinkAddress.parse(text);
        assertEquals(new LinkAddress(host, port), address);
        assertEquals(text, address.toString());
        assertEquals(loopback, address.isLoopback());
    }

    @Test
    void whatIsNoAddressIsRefused() {
        String all = " 9000 :9000 beta beta: beta:0 beta:65535 beta:-1 ::1:9000 [beta]:9000 beta|mtu=64:9000"
                + " beta?control=x:9000 beta/x:9000 beta:9000\n";
        for (String wrong : all.split(" ", -1)) {
            String message = assertThrows(IllegalArgumentException.class, () -> LinkAddress.parse(wrong))
                    .getMessage();
            assertTrue(message.startsWith("not an address: '" + wrong + "'"), message);
        }
        LinkAddress nobody = new LinkAddress("nobody.invalid", 9_000);
        assertEquals(
                "unknown host: address=nobody.invalid:9000",
                assertThrows(IllegalArgumentException.class, nobody::isLoopback).getMessage());
    }

    @ParameterizedTest
    @ValueSource(ints = {-32, 1, 32, 1_400, 65_505, 65_536})
    void anMtuIsAMultipleOf32InAeronsRange(int mtu) {
        assertThrows(IllegalArgumentException.class, () -> AeronConfig.DEFAULT.withMtu(mtu));
        for (int good : List.of(64, 1_408, Configuration.MAX_UDP_PAYLOAD_LENGTH)) {
            assertEquals(good, AeronConfig.DEFAULT.withMtu(good).mtu());
            Configuration.validateMtuLength(good);
            new ChannelUriStringBuilder().mtu(good);
        }
    }

    @Test
    void aTermLengthIsAPowerOfTwoInAeronsRange() {
        for (int good : List.of(LogBufferDescriptor.TERM_MIN_LENGTH, LogBufferDescriptor.TERM_MAX_LENGTH)) {
            assertEquals(good, AeronConfig.DEFAULT.withTermLength(good).termLength());
        }
        for (int wrong : List.of(-1, 1, LogBufferDescriptor.TERM_MIN_LENGTH / 2, 100_000, Integer.MIN_VALUE)) {
            assertThrows(IllegalArgumentException.class, () -> AeronConfig.DEFAULT.withTermLength(wrong));
        }
    }
}
