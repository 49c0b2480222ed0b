/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.memory;

import static java.util.Collections.nCopies;
import static java.util.stream.Collectors.joining;

import io.tailrace.benchmarks.memory.MemorySection.Footprint;
import io.tailrace.benchmarks.memory.MemorySection.PageFaults;
import io.tailrace.benchmarks.memory.MemorySection.Processes;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Product;
import io.tailrace.benchmarks.report.Chapter;
import io.tailrace.benchmarks.report.Chapter.Table;
import io.tailrace.benchmarks.report.Measurement;
import io.tailrace.benchmarks.report.Results;
import java.util.ArrayList;
import java.util.List;

/** Tables of the memory of messages, processes and files, for each JDK. */
public final class MemoryChapter {
    private static final String NOTHING = "–";

    private static final String ALLOCATION = """
        Bytes that a message allocates on the heap from offer to handler, and how long that takes in one thread; it has
        32 bytes where `--payload` says nothing else. What was measured before 25 November 2026 was measured by JMH, and
        has in it what that allocates by itself, some 90 KB an iteration: more of it in a quick run than in a full one.
        """;

    private static final String FRAMES = """
        Bytes that a message takes in the log, by its payload, from one position to the next. Aeron's includes the
        headers of its fragments, of which a large message has several, the default MTU being 1,408 bytes:

        """;

    private static final String SIZES = """
        MiB of a driver, a publisher and a subscriber, a JVM each with a heap of 32 MiB and the serial
        collector, as both libraries are by default (driver with a thread for each agent). Pss divides
        shared pages among the processes, so the sum over the three counts each page once; RssShmem is the
        part of the files that each has mapped and touched. Young: after 10,000 messages in all; old: when
        each log has been filled at least once. Files: memory that they occupy, and the length they have.

        """;

    private static final String FAULTS = """
        Minor page faults a second of the three processes together, while one stream runs as fast as it goes, 32
        bytes a message, some seconds after the start. In brackets: with those of the JVM's compiler threads, which
        have nothing to do with messages:

        """;

    private static final Chapter OF_EACH_JDK =
            Chapter.ofEachJdk("Memory and garbage", MemorySection.NAME, "", jdk -> ofJdk(jdk.results()), all -> "\n");
    static final Chapter CHAPTER = new Chapter(
            OF_EACH_JDK.title(),
            (all, plots) -> OF_EACH_JDK.toMarkdown(all, plots).stripLeading());

    private MemoryChapter() {}

    private static String ofJdk(Results all) {
        return ALLOCATION + allocation(all) + "\n" + FRAMES + frames(all) + "\n" + SIZES + sizes(all) + "\n" + FAULTS
                + faults(all);
    }

    private static Table allocation(Results all) {
        Table table = new Table("", "offer: B", "ns", "claim and commit: B", "ns", "batch of 16: B", "ns");
        for (String library : List.of("tailrace", "aeron")) {
            for (String kind : List.of("concurrent", "exclusive")) {
                List<String> cells = new ArrayList<>(List.of(library + " " + kind));
                for (String api : MemorySection.APIS) {
                    List<Measurement> found = all.of(library + "/" + kind, MemorySection.allocation(api));
                    cells.add(Measurement.text(found, Measurement::value, "%.4f"));
                    cells.add(Measurement.text(found, m -> m.number("nsPerMessage"), "%.1f"));
                }
                table.row(cells);
            }
        }
        return table;
    }

    private static Table frames(Results all) {
        Table table = Table.of(MemorySection.PAYLOADS.stream()
                .map(payload -> String.format("|%,d", payload))
                .collect(joining()));
        for (Product library : Processes.LIBRARIES) {
            String candidate = Processes.name(library, Candidate.DEFAULT);
            table.row(
                    name(library),
                    MemorySection.PAYLOADS.stream()
                            .map(payload -> all.of(candidate, MemorySection.frame(payload)))
                            .map(found -> Measurement.text(found, Measurement::value, "%,.0f"))
                            .toList());
        }
        return table;
    }

    private static Table sizes(Results all) {
        Table table = Table.of("|streams|age|Pss, all three|Rss: driver|publisher|subscriber|RssShmem: driver|publisher"
                + "|subscriber|files occupy|their length");
        List<Measurement> empty = all.of(Footprint.EMPTY_JVM, Footprint.EMPTY_CELL);
        String rss = Measurement.text(empty, m -> m.number("rss"), "%.0f");
        String pss = "3 x " + Measurement.text(empty, Measurement::value, "%.0f");
        table.row("a JVM that does nothing", NOTHING, NOTHING, pss, nCopies(3, rss), nCopies(5, NOTHING));
        sizes(table, all, Candidate.DEFAULT, 1);
        Footprint.STREAMS.forEach(streams -> sizes(table, all, Processes.SHORT_TERMS, streams));
        return table;
    }

    private static void sizes(Table table, Results all, String terms, int streams) {
        for (String age : Footprint.AGES) {
            for (Product library : Processes.LIBRARIES) {
                List<Measurement> found = all.of(Processes.name(library, terms), Footprint.cell(age, streams));
                table.row(
                        name(library) + ", " + terms + " terms",
                        streams,
                        age,
                        Measurement.text(found, Measurement::value, "%.0f"),
                        ofRoles(found, "Rss", "%.0f"),
                        ofRoles(found, "RssShmem", "%.1f"),
                        Measurement.text(found, m -> m.number("filesAllocated"), "%.1f"),
                        Measurement.text(found, m -> m.number("filesLength"), "%.1f"));
            }
        }
    }

    private static List<String> ofRoles(List<Measurement> found, String figure, String format) {
        return Processes.ROLES.stream()
                .map(role -> Measurement.text(found, m -> m.number(role + figure), format))
                .toList();
    }

    private static Table faults(Results all) {
        Table table = new Table("", "faults/s", "driver", "publisher", "subscriber", "in s", "messages");
        for (Product library : Processes.LIBRARIES) {
            for (String terms : Processes.TERMS) {
                List<Measurement> found = all.of(Processes.name(library, terms), PageFaults.CELL);
                table.row(
                        name(library) + ", " + terms + " terms",
                        Measurement.text(found, Measurement::value, "%.1f"),
                        Processes.ROLES.stream()
                                .map(role -> Measurement.text(found, m -> m.number(role + "Faults"), "%.0f")
                                        + Measurement.text(found, m -> m.number(role + "AllFaults"), " (%.0f)"))
                                .toList(),
                        Measurement.text(found, m -> m.number("windowMs") / 1e3, "%.0f"),
                        Measurement.text(found, m -> m.number("messages"), "%,.0f"));
            }
        }
        return table;
    }

    private static String name(Product library) {
        return library == Product.TAILRACE ? "Tailrace" : "Aeron";
    }
}
