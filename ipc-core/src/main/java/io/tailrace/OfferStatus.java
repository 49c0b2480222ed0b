/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import io.tailrace.log.publish.Appender;

/**
 * The outcome of an offer or a claim, for {@code switch} expressions; the calls themselves return a {@code long} and
 * allocate nothing. Any thread.
 */
public enum OfferStatus {
    /** The message is in the log. */
    ACCEPTED,
    /** The stream has no subscriber. */
    NOT_CONNECTED,
    /** A subscriber is a window behind, or the driver has not made space yet; try again later. */
    BACK_PRESSURED,
    /** The publication is closed. */
    CLOSED,
    /**
     * No space is left because the media driver died while it made some; offers succeed again once another driver runs.
     */
    DRIVER_LOST;

    /** What a call returns for {@link #NOT_CONNECTED}. */
    public static final long NOT_CONNECTED_CODE = Appender.NOT_CONNECTED;
    /** What a call returns for {@link #BACK_PRESSURED}. */
    public static final long BACK_PRESSURED_CODE = Appender.BACK_PRESSURED;
    /** What a call returns for {@link #CLOSED}. */
    public static final long CLOSED_CODE = Appender.CLOSED;
    /** What a call returns for {@link #DRIVER_LOST}. */
    public static final long DRIVER_LOST_CODE = -4;

    /**
     * {@return the meaning of the result of an offer or a claim}
     *
     * @throws IllegalArgumentException if no call returns this result
     */
    public static OfferStatus of(long result) {
        if (result >= 0) {
            return ACCEPTED;
        }
        if (result == NOT_CONNECTED_CODE) {
            return NOT_CONNECTED;
        }
        if (result == BACK_PRESSURED_CODE) {
            return BACK_PRESSURED;
        }
        if (result == CLOSED_CODE) {
            return CLOSED;
        }
        if (result == DRIVER_LOST_CODE) {
            return DRIVER_LOST;
        }
        throw new IllegalArgumentException("no result of an offer: result=" + result);
    }
}
