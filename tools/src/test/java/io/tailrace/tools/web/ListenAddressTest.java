/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ListenAddressTest {
    @ParameterizedTest
    @CsvSource({
        "127.0.0.1:8686, 127.0.0.1, 8686",
        "8686, 127.0.0.1, 8686",
        "0, 127.0.0.1, 0",
        "localhost:65535, localhost, 65535",
        "[::1]:80, [::1], 80",
        "0.0.0.0:1, 0.0.0.0, 1",
    })
    void aHostAndAPortOrThePortAlone(String text, String host, int port) {
        assertEquals(new ListenAddress(host, port), ListenAddress.parse(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ":", "host", "host:", ":80", "host:65536", "1:2:3", "::1:80", "[::1]", "a b:80", "-1"})
    void whatIsNoneIsRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> ListenAddress.parse(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:1", "127.1.2.3:1", "localhost:1", "[::1]:1"})
    void thisHostAloneReachesLoopback(String text) {
        ListenAddress.parse(text).requireLoopback("");
    }
}
