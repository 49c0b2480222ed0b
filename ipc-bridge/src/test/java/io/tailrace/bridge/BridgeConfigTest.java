/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.bridge.BridgeSenderConfig.WhenBehind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The settings of both ends. */
final class BridgeConfigTest {
    private static final Path DRIVER = Path.of("/dev/shm/driver");
    private static final String TO = "10.0.0.2:9000";
    private static final BridgeSenderConfig SENDER = BridgeSenderConfig.of(TO, DRIVER, "quotes.*", "orders");
    private static final BridgeReceiverConfig RECEIVER = BridgeReceiverConfig.of("127.0.0.1:9000", DRIVER);

    @Test
    void theDefaultsAreThoseThatAreDocumented() {
        assertEquals(List.of("quotes.*", "orders"), SENDER.streams());
        assertEquals(TO, SENDER.receiver());
        assertEquals("bridge/10.0.0.2:9000", SENDER.subscriptionName());
        assertEquals(WhenBehind.BLOCK, SENDER.whenBehind());
        assertFalse(SENDER.transit());
        assertEquals(Duration.ofMinutes(10), SENDER.lease());
        assertEquals(AeronConfig.DEFAULT, SENDER.aeron());
        assertFalse(RECEIVER.exposed());
        assertEquals(Duration.ofMinutes(10), RECEIVER.lease());
        assertEquals(SENDER.host(), RECEIVER.host());
        assertFalse(RECEIVER.host().isBlank());
    }

    @Test
    void eachSettingOfASenderChangesAlone() {
        Consumer<Throwable> handler = error -> {};
        AeronConfig aeron = AeronConfig.DEFAULT.withMtu(8_192);
        Duration lease = Duration.ofSeconds(3);
        assertEquals(
                new BridgeSenderConfig(
                        TO, SENDER.streams(), DRIVER, "alpha", "beta", WhenBehind.DROP, true, lease, aeron, handler),
                SENDER.withHost("alpha")
                        .withReceiver("beta")
                        .withWhenBehind(WhenBehind.DROP)
                        .withTransit(true)
                        .withLease(lease)
                        .withAeron(aeron)
                        .withErrorHandler(handler));
    }

    @Test
    void eachSettingOfAReceiverChangesAlone() {
        Consumer<Throwable> handler = error -> {};
        AeronConfig aeron = AeronConfig.DEFAULT.withMtu(8_192);
        Duration lease = Duration.ofSeconds(3);
        assertEquals(
                new BridgeReceiverConfig("127.0.0.1:9000", true, DRIVER, "beta", lease, aeron, handler),
                RECEIVER.withExposed(true)
                        .withHost("beta")
                        .withLease(lease)
                        .withAeron(aeron)
                        .withErrorHandler(handler));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a\tb", "12345678901234567890123456789012345678901234567890123456789012345"})
    void aHostsNameHas1To64BytesAndNoControlCharacters(String host) {
        assertThrows(IllegalArgumentException.class, () -> SENDER.withHost(host));
        assertThrows(IllegalArgumentException.class, () -> RECEIVER.withHost(host));
    }

    @Test
    void aHostsNameMayHave64Bytes() {
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
        assertThrows(IllegalArgumentException.class, () -> SENDER.withReceiver(""));
        assertThrows(IllegalArgumentException.class, () -> SENDER.withReceiver("x".repeat(500)));
        assertThrows(IllegalArgumentException.class, () -> SENDER.withReceiver("a\nb"));
    }

    @Test
    void aLeaseLastsForADayAtMost() {
        for (Duration lease : List.of(Duration.ofDays(1).plusNanos(1), Duration.ofNanos(-1))) {
            assertThrows(IllegalArgumentException.class, () -> SENDER.withLease(lease));
            assertThrows(IllegalArgumentException.class, () -> RECEIVER.withLease(lease));
        }
        assertEquals(Duration.ofDays(1), RECEIVER.withLease(Duration.ofDays(1)).lease());
    }

    @Test
    void anAddressThatOtherHostsReachHasToBeExposed() {
        assertDoesNotThrow(RECEIVER::checkExposure);
        BridgeReceiverConfig everywhere = BridgeReceiverConfig.of("0.0.0.0:9000", DRIVER);
        String message = assertThrows(IllegalArgumentException.class, everywhere::checkExposure)
                .getMessage();
        assertTrue(message.contains("listen=0.0.0.0:9000"), message);
        assertDoesNotThrow(() -> everywhere.withExposed(true).checkExposure());
    }
}
