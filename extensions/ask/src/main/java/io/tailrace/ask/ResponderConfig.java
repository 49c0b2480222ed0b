/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.ask;

import io.tailrace.PublicationConfig;
import io.tailrace.WaitPolicy;
import java.util.Objects;

/**
 * How a responder behaves.
 *
 * @param publication properties of the log of its answers to each requester. Default: terms of 1 MiB, so an answer has
 *     up to 128 KiB
 * @param waitPolicy how a thread waits for requests, in calls that wait. Default: BALANCED
 */
public record ResponderConfig(PublicationConfig publication, WaitPolicy waitPolicy) {
    /** The default configuration: terms of 1 MiB. */
    public static final ResponderConfig DEFAULT = new ResponderConfig(RequesterConfig.SHORT_TERMS, WaitPolicy.BALANCED);

    /** @throws NullPointerException if a component is null, by its name */
    public ResponderConfig {
        Objects.requireNonNull(publication, "publication");
        Objects.requireNonNull(waitPolicy, "waitPolicy");
    }

    /** {@return {@link #DEFAULT}} */
    public static ResponderConfig of() {
        return DEFAULT;
    }

    public ResponderConfig withPublication(PublicationConfig newPublication) {
        return new ResponderConfig(newPublication, waitPolicy);
    }

    public ResponderConfig withWaitPolicy(WaitPolicy newPolicy) {
        return new ResponderConfig(publication, newPolicy);
    }
}
