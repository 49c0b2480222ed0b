/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import io.tailrace.control.Command.AddPublication;
import io.tailrace.log.LogEnd;
import io.tailrace.log.LogLayout;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The properties that a publication asks of its log.
 *
 * @param termLength in bytes, a power of two from 64 KiB to 1 GiB: a log takes three terms, and its longest message is
 *     an eighth of one. Default: 0, which means that of the existing log, or else the driver's default
 * @param touchPages whether adding the publication touches every page of the log, so that no message causes a page
 *     fault in this process; takes about 0.1 ms for each MiB. Default: false
 * @param retention how long the log is kept after its last publication has closed; zero: not at all. The driver limits
 *     the total of bytes kept. Default: null, which means that of the existing log, or else the driver's default
 * @param waitPolicy how a thread waits for space, in calls that wait. Default: BALANCED
 */
public record PublicationConfig(
        int termLength, boolean touchPages, @Nullable Duration retention, WaitPolicy waitPolicy) {
    /** The defaults of the driver. */
    public static final PublicationConfig DEFAULT =
            new PublicationConfig(AddPublication.ANY_TERM_LENGTH, false, null, WaitPolicy.BALANCED);

    /**
     * @throws IllegalArgumentException if the term length is neither 0 nor a power of two from 64 KiB to 1 GiB, or the
     *     retention is negative or longer than ten years
     * @throws NullPointerException if the wait policy is null
     */
    public PublicationConfig {
        Objects.requireNonNull(waitPolicy, "waitPolicy");
        if (termLength != AddPublication.ANY_TERM_LENGTH) {
            LogLayout.checkTermLength(termLength);
        }
        if (retention != null) {
            LogEnd.checkRetention(retention);
        }
    }

    /** {@return {@link #DEFAULT}} */
    public static PublicationConfig of() {
        return DEFAULT;
    }

    /**
     * Asks for a term length.
     *
     * @throws IllegalArgumentException if it is neither 0 nor a power of two from 64 KiB to 1 GiB
     */
    public PublicationConfig withTermLength(int newTermLength) {
        return new PublicationConfig(newTermLength, touchPages, retention, waitPolicy);
    }

    public PublicationConfig withTouchPages(boolean newTouchPages) {
        return new PublicationConfig(termLength, newTouchPages, retention, waitPolicy);
    }

    /**
     * Asks how long the log is kept after it has ended.
     *
     * @throws IllegalArgumentException if that is negative, or longer than ten years
     */
    public PublicationConfig withRetention(@Nullable Duration newRetention) {
        return new PublicationConfig(termLength, touchPages, newRetention, waitPolicy);
    }

    public PublicationConfig withWaitPolicy(WaitPolicy newPolicy) {
        return new PublicationConfig(termLength, touchPages, retention, newPolicy);
    }
}
