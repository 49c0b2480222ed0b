/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class OfferStatusTest {
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 16, Long.MAX_VALUE})
    void aPositionIsAccepted(long result) {
        assertEquals(OfferStatus.ACCEPTED, OfferStatus.of(result));
    }

    @ParameterizedTest
    @ValueSource(longs = {-5, -100, Long.MIN_VALUE})
    void whatNoCallReturnsIsRefused(long result) {
        IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, () -> OfferStatus.of(result));

        assertTrue(refusal.getMessage().contains("result=" + result), refusal.getMessage());
    }
}
