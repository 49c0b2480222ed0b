/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import static io.tailrace.samples.summarizer.Event.Type.ERROR;
import static io.tailrace.samples.summarizer.Event.Type.PURCHASE;
import static io.tailrace.samples.summarizer.Event.Type.SEARCH;
import static io.tailrace.samples.summarizer.Event.Type.SIGNIN;
import static io.tailrace.samples.summarizer.Event.Type.VIEW;

import io.tailrace.samples.summarizer.Aggregate.Distinct;
import io.tailrace.samples.summarizer.Aggregate.Percentiles;
import io.tailrace.samples.summarizer.Aggregate.Top;
import io.tailrace.samples.summarizer.Aggregate.Total;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Defines a summary.
 *
 * @param name of the summary, unique within its version
 * @param version of the events that it takes
 * @param types of the events that it takes
 * @param newAggregate makes the aggregate of a new group
 * @param feed passes the values of an event to the summary
 */
record Definition(String name, int version, Set<Event.Type> types, Supplier<Aggregate> newAggregate, Feed feed) {
    private static final Set<Event.Type> ANY = EnumSet.allOf(Event.Type.class);

    /** All summaries. To add one, add a line here. */
    static final List<Definition> ALL = List.of(
            new Definition("traffic", 1, ANY, Total::new, (e, to) -> to.take(type(e), "", e.amount())),
            new Definition("customers", 1, ANY, Distinct::new, (e, to) -> to.take(type(e), e.customer(), 0)),
            new Definition(
                    "clients", 1, Set.of(SIGNIN, ERROR), Distinct::new, (e, to) -> to.take(type(e), e.client(), 0)),
            new Definition("items", 1, Set.of(VIEW, PURCHASE), Top::new, (e, to) -> to.take(type(e), e.item(), 0)),
            new Definition("searches", 1, Set.of(SEARCH), Top::new, (e, to) -> to.take("all", e.item(), 0)),
            new Definition("latency", 1, ANY, Percentiles::new, (e, to) -> to.take(type(e), "", e.latencyUs())),
            new Definition("traffic", 2, ANY, Total::new, (e, to) -> to.take(e.region(), "", e.amount())),
            new Definition("customers", 2, ANY, Distinct::new, (e, to) -> to.take(e.region(), e.customer(), 0)),
            new Definition("sales", 2, Set.of(PURCHASE), Total::new, (e, to) -> to.take(e.region(), "", e.amount())),
            new Definition("items", 2, Set.of(VIEW, PURCHASE), Top::new, (e, to) -> to.take(e.region(), e.item(), 0)),
            new Definition("latency", 2, ANY, Percentiles::new, (e, to) -> to.take(type(e), "", e.latencyUs())),
            new Definition("steps", 2, ANY, Percentiles::new, Definition::feedSteps));

    /** Passes an event to a summary. */
    interface Feed {
        /** Calls {@link Summary#take(String, String, long)} once or several times. */
        void feed(Event event, Summary summary);
    }

    /** {@return whether the summary is about this event} */
    boolean takes(Event event) {
        return event.version() == version && types.contains(event.type());
    }

    private static String type(Event event) {
        return event.type().label();
    }

    private static void feedSteps(Event event, Summary summary) {
        event.steps().forEach(step -> summary.take(step.name(), "", step.us()));
    }
}
