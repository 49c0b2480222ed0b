/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.process;

import io.tailrace.samples.summarizer.pipeline.Crew;
import io.tailrace.samples.summarizer.pipeline.Workers;
import io.tailrace.samples.summarizer.summary.Definition;
import io.tailrace.samples.summarizer.summary.Definitions;
import io.tailrace.samples.summarizer.summary.Summary;
import io.tailrace.samples.summarizer.wire.Share;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;

/**
 * The processes that a run needs besides the one that reads: for events one that parses, and a summarizer for each
 * share of the summaries of each version.
 *
 * @param kind what summarizers read
 * @param capacity of the streams, in lines or events
 * @param prefix of the streams
 * @param workers1 how many work on version 1; {@code workers2} on version 2
 */
record Staff(StreamKind kind, int capacity, String prefix, Workers workers1, Workers workers2) {
    /** A summarizer of a run. */
    private record Seat(int version, Share share) {
        String name() {
            return "summarize-v" + version + '-' + (share.index() + 1);
        }

        List<Definition> definitions() {
            return share.of(Definitions.ofVersion(version));
        }
    }

    /** {@return how many read the stream of the lines of a version} */
    int lineReaders(int version) {
        Workers workers = version == 1 ? workers1 : workers2;
        return kind == StreamKind.EVENTS ? workers.parsers() : workers.summarizers();
    }

    /**
     * {@return the processes, which have been started; that which parses comes last}
     *
     * @param command starts the Summarizer
     * @param directory of the driver
     */
    Children start(List<String> command, Path directory, Crew crew) {
        Children children = new Children(command, directory, crew);
        try {
            for (Seat seat : seats()) {
                children.start(seat.name(), seat.definitions(), argumentsOf(seat));
            }
            if (kind == StreamKind.EVENTS) {
                children.start("parse", List.of(), parserArguments());
            }
            return children;
        } catch (Throwable t) {
            children.close();
            throw t;
        }
    }

    private List<Seat> seats() {
        List<Seat> seats = new ArrayList<>();
        for (int i = 0; i < workers1.summarizers(); i++) {
            seats.add(new Seat(1, new Share(i, workers1.summarizers())));
        }
        for (int i = 0; i < workers2.summarizers(); i++) {
            seats.add(new Seat(2, new Share(i, workers2.summarizers())));
        }
        return seats;
    }

    private List<String> argumentsOf(Seat seat) {
        return arguments(
                "summarize",
                "--joint",
                kind.name().toLowerCase(Locale.ROOT),
                "--version",
                text(seat.version),
                "--index",
                text(seat.share.index()),
                "--of",
                text(seat.share.of()));
    }

    private List<String> parserArguments() {
        return arguments(
                "parse",
                "--parsers",
                text(workers1.parsers()),
                "--parsers-v2",
                text(workers2.parsers()),
                "--readers",
                text(workers1.summarizers()),
                "--readers-v2",
                text(workers2.summarizers()),
                "--queue",
                text(capacity));
    }

    private List<String> arguments(String... own) {
        List<String> all = new ArrayList<>(List.of(own));
        all.addAll(List.of("--run", prefix));
        return all;
    }

    private static String text(int number) {
        return Integer.toString(number);
    }

    /** {@return all summaries, those of version 1 first, from the reports of the processes that were started} */
    List<Summary> summaries(List<ChildReport> reports) {
        List<Iterator<Summary>> bySummarizer =
                reports.stream().map(report -> report.summaries().iterator()).toList();
        List<Summary> summaries = new ArrayList<>();
        addInTurn(1, bySummarizer.subList(0, workers1.summarizers()), summaries);
        addInTurn(2, bySummarizer.subList(workers1.summarizers(), seats().size()), summaries);
        return summaries;
    }

    private static void addInTurn(int version, List<Iterator<Summary>> bySummarizer, List<Summary> summaries) {
        for (int i = 0; i < Definitions.ofVersion(version).size(); i++) {
            summaries.add(bySummarizer.get(i % bySummarizer.size()).next());
        }
    }
}
