/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import java.util.List;
import java.util.Locale;

/**
 * An action of a customer. Immutable.
 *
 * @param sequence the number of its line, from 1 on
 * @param type of the action
 * @param version of its payload: 1 for CSV, 2 for JSON
 * @param timeMs since 1970
 * @param customer who acted
 * @param region of the customer; empty in version 1
 * @param client the address of the client
 * @param item the object of the action
 * @param amount in cents
 * @param latencyUs the time to serve it; in version 2 the sum of the steps
 * @param steps of which the latency is made up; none in version 1
 */
record Event(
        long sequence,
        Type type,
        int version,
        long timeMs,
        String customer,
        String region,
        String client,
        String item,
        long amount,
        long latencyUs,
        List<Step> steps)
        implements LineParser.Parsed {

    /** The type of an action. */
    enum Type {
        VIEW,
        SEARCH,
        PURCHASE,
        SIGNIN,
        ERROR;

        private final String label = name().toLowerCase(Locale.ROOT);

        /** {@return its name in lines and summaries, in small letters} */
        String label() {
            return label;
        }
    }

    /** A part of the latency. */
    record Step(String name, long us) {}

    Event {
        steps = List.copyOf(steps);
    }
}
