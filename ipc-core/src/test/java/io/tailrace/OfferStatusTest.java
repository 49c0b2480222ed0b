/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class OfferStatusTest {
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 16, Long.MAX_VALUE})
    void aPositionIsAccepted(long result) {
        assertEquals(OfferStatus.ACCEPTED, OfferStatus.of(result));
    }

    @Test
    void theCodesAreThoseOfTheDesign() {
        assertEquals(-1, OfferStatus.NOT_CONNECTED_CODE);
        assertEquals(-2, OfferStatus.BACK_PRESSURED_CODE);
        assertEquals(-3, OfferStatus.CLOSED_CODE);
        assertEquals(-4, OfferStatus.DRIVER_LOST_CODE);
        assertEquals(OfferStatus.NOT_CONNECTED, OfferStatus.of(-1));
        assertEquals(OfferStatus.BACK_PRESSURED, OfferStatus.of(-2));
        assertEquals(OfferStatus.CLOSED, OfferStatus.of(-3));
        assertEquals(OfferStatus.DRIVER_LOST, OfferStatus.of(-4));
    }

    @ParameterizedTest
    @ValueSource(longs = {-5, -100, Long.MIN_VALUE})
    void whatNoCallReturnsIsRefused(long result) {
        IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, () -> OfferStatus.of(result));

        assertTrue(refusal.getMessage().contains("result=" + result), refusal.getMessage());
    }
}
