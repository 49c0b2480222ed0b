/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.aeron.ChannelUriStringBuilder;
import io.aeron.driver.Configuration;
import io.aeron.logbuffer.LogBufferDescriptor;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AeronConfigTest {
    @Test
    void theDefaultIsEmbeddedAndLeavesTheRestToAeron() {
        assertEquals(new AeronConfig(null, 0, 0), AeronConfig.DEFAULT);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 64, 1_408, 8_192, 65_504})
    void whatItTakesAeronTakes(int mtu) {
        assertEquals(mtu, AeronConfig.DEFAULT.withMtu(mtu).mtu());
        if (mtu != 0) {
            Configuration.validateMtuLength(mtu);
            new ChannelUriStringBuilder().mtu(mtu);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-32, 1, 32, 1_400, 65_505, 65_536})
    void anMtuIsAMultipleOf32InAeronsRange(int mtu) {
        assertThrows(IllegalArgumentException.class, () -> AeronConfig.DEFAULT.withMtu(mtu));
    }

    @Test
    void limitsAreAerons() {
        assertEquals(LogBufferDescriptor.TERM_MIN_LENGTH, AeronConfig.MIN_TERM_LENGTH);
        assertEquals(LogBufferDescriptor.TERM_MAX_LENGTH, AeronConfig.MAX_TERM_LENGTH);
        assertEquals(Configuration.MAX_UDP_PAYLOAD_LENGTH, AeronConfig.MAX_MTU);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 1, 32 * 1024, 100_000, Integer.MIN_VALUE})
    void aTermLengthIsAPowerOfTwoInAeronsRange(int length) {
        assertThrows(IllegalArgumentException.class, () -> AeronConfig.DEFAULT.withTermLength(length));
    }

    @Test
    void eachComponentChangesAlone() {
        Path path = Path.of("/dev/shm/aeron");
        AeronConfig config = new AeronConfig(path, 1_408, 64 * 1024);
        assertEquals(
                config, AeronConfig.DEFAULT.withDirectory(path).withMtu(1_408).withTermLength(64 * 1024));
    }
}
