/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import java.util.Set;
import java.util.function.Supplier;

/**
 * What a summary is made of.
 *
 * @param name of the summary, one of a kind within its version
 * @param version of the events that it takes
 * @param types of the events that it takes
 * @param newAggregate makes what a group begins with
 * @param feed gives the summary what an event says
 */
record Definition(String name, int version, Set<Event.Type> types, Supplier<Aggregate> newAggregate, Feed feed) {
    /** How an event goes into a summary. */
    public interface Feed {
        /** Calls {@link Summary#take} once or several times. */
        void feed(Event event, Summary summary);
    }
}
