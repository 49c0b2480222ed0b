/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class LinkAddressTest {
    @ParameterizedTest
    @CsvSource({
        "127.0.0.1:9000, 127.0.0.1, 9000, true",
        "127.1.2.3:1, 127.1.2.3, 1, true",
        "[::1]:65534, [::1], 65534, true",
        "localhost:9000, localhost, 9000, true",
        "10.0.0.2:9000, 10.0.0.2, 9000, false",
        "0.0.0.0:9000, 0.0.0.0, 9000, false",
        "[::]:9000, [::], 9000, false",
        "[fd00::2]:9000, [fd00::2], 9000, false"
    })
    void anAddressIsAHostAndAPort(String text, String host, int port, boolean loopback) {
        LinkAddress address = LinkAddress.parse(text);
        assertEquals(new LinkAddress(host, port), address);
        assertEquals(text, address.toString());
        assertEquals(loopback, address.isLoopback());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "9000",
                ":9000",
                "beta",
                "beta:",
                "beta:0",
                "beta:65535",
                "beta:99999",
                "beta:-1",
                "::1:9000",
                "[beta]:9000",
                "be ta:9000",
                "beta:9000\n",
                "beta|mtu=64:9000",
                "beta?control=x:9000",
                "beta/x:9000"
            })
    void whatIsNoneIsRefused(String text) {
        String message = assertThrows(IllegalArgumentException.class, () -> LinkAddress.parse(text))
                .getMessage();
        assertTrue(message.startsWith("not an address: '" + text + "'"), message);
    }

    @Test
    void anUnknownHostIsNamed() {
        LinkAddress nobody = new LinkAddress("nobody.invalid", 9_000);
        assertEquals(
                "unknown host: address=nobody.invalid:9000",
                assertThrows(IllegalArgumentException.class, nobody::isLoopback).getMessage());
    }
}
