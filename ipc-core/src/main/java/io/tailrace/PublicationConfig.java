/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import io.tailrace.control.Command.AddPublication;
import io.tailrace.log.LogLayout;

/**
 * What a publication asks of its log.
 *
 * @param termLength in bytes, a power of two from 64 KiB to 1 GiB: a log takes three terms, and its longest message is
 *     an eighth of one. Default: 0, that of the log that is there, else the driver's
 * @param touchPages whether adding it touches every page of the log, so that no message meets a page fault in this
 *     process: some 0.1 ms for each MiB. Default: false
 */
public record PublicationConfig(int termLength, boolean touchPages) {
    /** As the driver makes logs. */
    public static final PublicationConfig DEFAULT = new PublicationConfig(AddPublication.ANY_TERM_LENGTH, false);

    /**
     * @throws IllegalArgumentException if the term length is neither 0 nor a power of two from 64 KiB to 1 GiB
     */
    public PublicationConfig {
        if (termLength != AddPublication.ANY_TERM_LENGTH) {
            LogLayout.checkTermLength(termLength);
        }
    }

    /**
     * Asks for a term length.
     *
     * @throws IllegalArgumentException if it is neither 0 nor a power of two from 64 KiB to 1 GiB
     */
    public PublicationConfig withTermLength(int newTermLength) {
        return new PublicationConfig(newTermLength, touchPages);
    }

    public PublicationConfig withTouchPages(boolean newTouchPages) {
        return new PublicationConfig(termLength, newTouchPages);
    }
}
