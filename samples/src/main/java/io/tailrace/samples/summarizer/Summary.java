/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Aggregates of events by group. Not thread-safe. */
final class Summary {
    /** Groups are external input; the limit keeps hostile ones from filling the memory. */
    static final int MAX_GROUPS = 256;
    /** The group of all events whose own group would exceed the limit. */
    static final String OTHERS = "(others)";

    private final Definition definition;
    private final Map<String, Aggregate> groups = new HashMap<>();
    private long eventCount;

    /** Makes an empty summary. */
    Summary(Definition definition) {
        this.definition = definition;
    }

    /** Takes an event if the definition includes it. */
    void take(Event event) {
        if (definition.takes(event)) {
            eventCount++;
            definition.feed().feed(event, this);
        }
    }

    /** Passes values to {@link Aggregate#take} of a group's aggregate. */
    void take(String group, String item, long value) {
        String name = groups.size() < MAX_GROUPS || groups.containsKey(group) ? group : OTHERS;
        groups.computeIfAbsent(name, any -> definition.newAggregate().get()).take(item, value);
    }

    /** {@return its values, with the groups in alphabetical order} */
    ObjectNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("name", definition.name()).put("version", definition.version()).put("events", eventCount);
        ObjectNode told = json.putObject("groups");
        new TreeMap<>(groups).forEach((name, aggregate) -> aggregate.addTo(told.putObject(name)));
        return json;
    }

    /** Writes all that {@link #restore} needs. */
    void save(DataOutput output) throws IOException {
        output.writeUTF(definition.name());
        output.writeInt(definition.version());
        output.writeLong(eventCount);
        output.writeInt(groups.size());
        for (Map.Entry<String, Aggregate> group : groups.entrySet()) {
            output.writeUTF(group.getKey());
            group.getValue().save(output);
        }
    }

    /**
     * Restores saved state into a new instance.
     *
     * @throws IOException if {@link #save} did not write these bytes for this definition
     */
    void restore(DataInput input) throws IOException {
        String name = input.readUTF();
        int version = input.readInt();
        if (!name.equals(definition.name()) || version != definition.version()) {
            throw new IOException("another summary was saved: name=" + name + ", version=" + version + ", expected="
                    + definition.name() + ", " + definition.version());
        }
        eventCount = input.readLong();
        int groupCount = input.readInt();
        if (groupCount < 0 || groupCount > MAX_GROUPS + 1) {
            throw new IOException(
                    "more groups than a summary has: groups=" + groupCount + ", limit=" + (MAX_GROUPS + 1));
        }
        for (int i = 0; i < groupCount; i++) {
            String group = input.readUTF();
            Aggregate aggregate = definition.newAggregate().get();
            aggregate.restore(input);
            groups.put(group, aggregate);
        }
    }
}
