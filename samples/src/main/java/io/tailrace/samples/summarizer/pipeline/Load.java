/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.pipeline;

import io.tailrace.samples.summarizer.event.Event;
import io.tailrace.samples.summarizer.event.EventParser;
import io.tailrace.samples.summarizer.summary.Definition;
import io.tailrace.samples.summarizer.summary.Definitions;
import io.tailrace.samples.summarizer.summary.Summary;
import io.tailrace.samples.summarizer.syslog.Envelope;
import io.tailrace.samples.summarizer.syslog.LineReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/** Measures what each summary costs, by the first events of an input. */
public final class Load {
    private static final int MAX_EVENTS = 20_000;
    /** Lines may be long, and all their events are in memory at once. */
    private static final long MAX_LENGTH = 16 * 1024 * 1024;
    /** The first ones are slow, for the JVM does not know the code yet; the fastest was disturbed least. */
    private static final int PASSES = 5;

    private Load() {}

    /**
     * {@return what each summary of a version costs, in ns, in the order of {@link Definitions}} The figures are
     * measured, so they differ a little each time.
     *
     * @param input is read from here on, but not to its end
     */
    public static List<Long> costsNs(InputStream input, int version) throws IOException {
        List<Event> events = firstEvents(input, version);
        return Definitions.ofVersion(version).stream()
                .map(definition -> costNs(definition, events))
                .toList();
    }

    private static long costNs(Definition definition, List<Event> all) {
        List<Event> events = all.stream()
                .filter(event -> definition.types().contains(event.type()))
                .toList();
        return LongStream.range(0, PASSES)
                .map(pass -> {
                    Summary summary = new Summary(definition);
                    long begin = System.nanoTime();
                    events.forEach(summary::take);
                    return System.nanoTime() - begin;
                })
                .min()
                .orElse(0);
    }

    private static List<Event> firstEvents(InputStream input, int version) throws IOException {
        LineReader lines = new LineReader(input);
        Envelope envelope = new Envelope();
        EventParser parser = new EventParser();
        List<Event> events = new ArrayList<>();
        long length = 0;
        while (events.size() < MAX_EVENTS && length < MAX_LENGTH && lines.next()) {
            length += lines.length();
            if (lines.isTooLong() || envelope.peel(lines.bytes(), lines.offset(), lines.length()) != null) {
                continue;
            }
            int payloadLength = lines.offset() + lines.length() - envelope.payloadOffset();
            if (EventParser.version(lines.bytes(), envelope.payloadOffset(), payloadLength) == version
                    && parser.parse(0, envelope.type(), lines.bytes(), envelope.payloadOffset(), payloadLength)
                            instanceof Event event) {
                events.add(event);
            }
        }
        return events;
    }
}
