/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.pipeline;

import io.tailrace.samples.summarizer.event.Event;
import io.tailrace.samples.summarizer.event.EventParser;
import io.tailrace.samples.summarizer.event.EventType;
import io.tailrace.samples.summarizer.event.Parsed;
import io.tailrace.samples.summarizer.event.Reject;
import io.tailrace.samples.summarizer.summary.Definitions;
import io.tailrace.samples.summarizer.summary.Summary;
import io.tailrace.samples.summarizer.syslog.Message;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The way of the events of one version, from their messages to their summaries. The versions have nothing in common, so
 * that each can have as many workers as it needs, and none waits for the other's.
 */
final class Track implements Ingest.Lines {
    private final EventParser parser = new EventParser();
    private final Rejects rejects;
    private final List<Summary> summaries;
    private final Stage<Message> messages;
    private final List<Stage<Event>> events = new ArrayList<>();
    /** The stages of events that take a type. */
    private final Map<EventType, List<Stage<Event>>> routes = new EnumMap<>(EventType.class);

    /** Gives the summaries to their writers in turn. */
    Track(int version, Workers workers, Stages stages, Rejects rejects) {
        this.rejects = rejects;
        this.summaries =
                Definitions.ofVersion(version).stream().map(Summary::new).toList();
        for (int i = 0; i < workers.summarizers(); i++) {
            addSummarizer("summarize-v" + version + '-' + (i + 1), i, workers.summarizers(), stages);
        }
        this.messages = stages.forMessages("parse-v" + version, workers.parsers(), this::parse);
    }

    private void addSummarizer(String name, int index, int summarizerCount, Stages stages) {
        List<Summary> own = IntStream.range(0, summaries.size())
                .filter(i -> i % summarizerCount == index)
                .mapToObj(summaries::get)
                .toList();
        Summarizer summarizer = new Summarizer(own);
        Stage<Event> stage = stages.forEvents(name, summarizer::take);
        events.add(stage);
        for (EventType type : EventType.values()) {
            if (summarizer.takes(type)) {
                routes.computeIfAbsent(type, key -> new ArrayList<>()).add(stage);
            }
        }
    }

    @Override
    public void put(long sequence, EventType type, byte[] bytes, int offset, int length, int payloadOffset)
            throws InterruptedException {
        byte[] line = Arrays.copyOfRange(bytes, offset, offset + length);
        messages.put(new Message(sequence, type, line, payloadOffset));
    }

    /** Any number of threads run this. */
    private void parse(Message message) throws InterruptedException {
        byte[] line = message.line();
        Parsed parsed = parser.parse(
                message.sequence(), message.type(), line, message.payloadOffset(), message.payloadLength());
        if (parsed instanceof Event event) {
            List<Stage<Event>> route = routes.getOrDefault(event.type(), List.of());
            for (int i = 0; i < route.size(); i++) {
                route.get(i).put(event);
            }
        } else if (parsed instanceof Reject reason) {
            rejects.take(reason, message.sequence(), line, 0, line.length);
        }
    }

    /** {@return its stages, in the order in which events pass them} */
    List<Stage<?>> stages() {
        List<Stage<?>> all = new ArrayList<>();
        all.add(messages);
        all.addAll(events);
        return all;
    }

    /** Waits until all that was put is summarized. */
    void finish() throws InterruptedException {
        messages.finish();
        for (Stage<Event> stage : events) {
            stage.finish();
        }
    }

    /** {@return its summaries, to be read when it is finished} */
    List<Summary> summaries() {
        return summaries;
    }
}
