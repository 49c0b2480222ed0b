/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import static io.tailrace.samples.summarizer.Event.Type.ERROR;
import static io.tailrace.samples.summarizer.Event.Type.PURCHASE;
import static io.tailrace.samples.summarizer.Event.Type.SEARCH;
import static io.tailrace.samples.summarizer.Event.Type.SIGNIN;
import static io.tailrace.samples.summarizer.Event.Type.VIEW;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** The summaries that are made. A new one is a line here. */
final class Definitions {
    private static final Set<Event.Type> ALL = EnumSet.allOf(Event.Type.class);

    private static final List<Definition> DEFINITIONS = List.of(
            v1("traffic", ALL, Total::new, (event, summary) -> summary.take(type(event), "", event.amount())),
            v1("customers", ALL, Distinct::new, (event, summary) -> summary.take(type(event), event.customer(), 0)),
            v1(
                    "clients",
                    Set.of(SIGNIN, ERROR),
                    Distinct::new,
                    (event, summary) -> summary.take(type(event), event.client(), 0)),
            v1(
                    "items",
                    Set.of(VIEW, PURCHASE),
                    Top::new,
                    (event, summary) -> summary.take(type(event), event.item(), 0)),
            v1("searches", Set.of(SEARCH), Top::new, (event, summary) -> summary.take("all", event.item(), 0)),
            v1("latency", ALL, Percentiles::new, (event, summary) -> summary.take(type(event), "", event.latencyUs())),
            v2("traffic", ALL, Total::new, (event, summary) -> summary.take(event.region(), "", event.amount())),
            v2("customers", ALL, Distinct::new, (event, summary) -> summary.take(event.region(), event.customer(), 0)),
            v2(
                    "sales",
                    Set.of(PURCHASE),
                    Total::new,
                    (event, summary) -> summary.take(event.region(), "", event.amount())),
            v2(
                    "items",
                    Set.of(VIEW, PURCHASE),
                    Top::new,
                    (event, summary) -> summary.take(event.region(), event.item(), 0)),
            v2("latency", ALL, Percentiles::new, (event, summary) -> summary.take(type(event), "", event.latencyUs())),
            v2("steps", ALL, Percentiles::new, Definitions::feedSteps));

    private Definitions() {}

    /** {@return all of them} */
    public static List<Definition> all() {
        return DEFINITIONS;
    }

    private static Definition v1(
            String name, Set<Event.Type> types, Supplier<Aggregate> newAggregate, Definition.Feed feed) {
        return new Definition(name, 1, types, newAggregate, feed);
    }

    private static Definition v2(
            String name, Set<Event.Type> types, Supplier<Aggregate> newAggregate, Definition.Feed feed) {
        return new Definition(name, 2, types, newAggregate, feed);
    }

    private static String type(Event event) {
        return event.type().label();
    }

    private static void feedSteps(Event event, Summary summary) {
        for (Event.Step step : event.steps()) {
            summary.take(step.name(), "", step.us());
        }
    }
}
