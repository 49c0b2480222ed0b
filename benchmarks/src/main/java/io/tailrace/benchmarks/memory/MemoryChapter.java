/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.memory;

import io.tailrace.benchmarks.memory.Footprint.Age;
import io.tailrace.benchmarks.memory.Libraries.Terms;
import io.tailrace.benchmarks.peer.Candidate.Product;
import io.tailrace.benchmarks.raw.Measurement;
import io.tailrace.benchmarks.report.Chapter;
import io.tailrace.benchmarks.report.Plots;
import io.tailrace.benchmarks.report.Results;
import io.tailrace.benchmarks.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What messages, processes and files take: tables for each JDK. */
public final class MemoryChapter implements Chapter {
    private static final String NOTHING = "–";
    private static final List<String> ROLES = List.of("driver", "publisher", "subscriber");

    private static final String ALLOCATION = """
            Bytes that a message of 32 bytes allocates on the heap from offer to handler, and how long that takes in one
            thread (JMH's gc profiler). What JMH allocates by itself, some 90 KB an iteration, is in it: a quick run
            shows more of that than a full one, a slow candidate more than a fast one.

            """;

    private static final String FRAMES = """
            Bytes that a message takes in the log, by its payload, from one position to the next. Aeron's includes the
            headers of its fragments, of which a large message has several, the default MTU being 1,408 bytes:

            """;

    private static final String SIZES = """
            MiB of a driver, a publisher and a subscriber, a JVM each with a heap of 32 MiB and the serial collector, as
            both libraries are by default (driver with a thread for each agent). Pss shares out among the processes what
            they share, so that the sum over the three counts each page once; RssShmem is what of the files each has
            mapped and touched. Young: after 10,000 messages in all; old: when each log has been filled at least once.
            Files: memory that they occupy, and the length they have.

            """;

    private static final String FAULTS = """
            Minor page faults a second of the three processes together, while one stream runs as fast as it goes, 32
            bytes a message, some seconds after the start. In brackets: with those of the JVM's compiler threads, which
            have nothing to do with messages:

            """;

    @Override
    public String title() {
        return "Memory and garbage";
    }

    @Override
    public String toMarkdown(List<Measurement> all, Plots plots) {
        List<Measurement> own = all.stream()
                .filter(measurement -> measurement.section().equals(MemorySection.NAME))
                .toList();
        StringBuilder text = new StringBuilder();
        own.stream().map(Measurement::jdk).distinct().sorted().forEach(jdk -> {
            Results ofJdk = new Results(
                    own.stream().filter(measurement -> measurement.jdk() == jdk).toList());
            text.append("### JDK ").append(jdk).append("\n\n");
            text.append(ALLOCATION).append(allocation(ofJdk)).append('\n');
            text.append(FRAMES).append(frames(ofJdk)).append('\n');
            text.append(SIZES).append(sizes(ofJdk)).append('\n');
            text.append(FAULTS).append(faults(ofJdk)).append('\n');
        });
        return text.toString();
    }

    private static Table allocation(Results all) {
        Table table = new Table("", "offer: B", "ns", "claim and commit: B", "ns", "batch of 16: B", "ns");
        for (String library : List.of("tailrace", "aeron")) {
            for (String kind : List.of("concurrent", "exclusive")) {
                List<String> cells = new ArrayList<>(List.of(library + " " + kind));
                for (Allocation.Api api : Allocation.Api.values()) {
                    List<Measurement> found = all.of(library + "/" + kind, api.cell());
                    cells.add(Measurement.text(found, Measurement::value, "%.4f"));
                    cells.add(Measurement.text(found, m -> m.number("nsPerMessage"), "%.1f"));
                }
                table.row(cells);
            }
        }
        return table;
    }

    private static Table frames(Results all) {
        String[] headers = new String[1 + FrameLengths.PAYLOADS.size()];
        headers[0] = "";
        for (int i = 1; i < headers.length; i++) {
            headers[i] = String.format("%,d", FrameLengths.PAYLOADS.get(i - 1));
        }
        Table table = new Table(headers);
        for (Product library : Libraries.ALL) {
            String[] cells = new String[headers.length];
            cells[0] = name(library);
            for (int i = 1; i < cells.length; i++) {
                String cell = FrameLengths.cell(FrameLengths.PAYLOADS.get(i - 1));
                cells[i] = Measurement.text(
                        all.of(Libraries.candidate(library, Terms.DEFAULT), cell), Measurement::value, "%,.0f");
            }
            table.row((Object[]) cells);
        }
        return table;
    }

    private static Table sizes(Results all) {
        Table table = Table.of("|streams|age|Pss, all three|Rss: driver|publisher|subscriber|RssShmem: driver|publisher"
                + "|subscriber|files occupy|their length");
        List<Measurement> empty = all.of(Footprint.EMPTY_JVM, Footprint.EMPTY_CELL);
        String rss = Measurement.text(empty, m -> m.number("rss"), "%.0f");
        table.row(
                "a JVM that does nothing",
                NOTHING,
                NOTHING,
                "3 x " + Measurement.text(empty, Measurement::value, "%.0f"),
                rss,
                rss,
                rss,
                NOTHING,
                NOTHING,
                NOTHING,
                NOTHING,
                NOTHING);
        sizes(table, all, Terms.DEFAULT, 1);
        Footprint.STREAMS.forEach(streams -> sizes(table, all, Terms.SHORT, streams));
        return table;
    }

    private static void sizes(Table table, Results all, Terms terms, int streams) {
        for (Age age : Age.values()) {
            for (Product library : Libraries.ALL) {
                List<Measurement> found = all.of(Libraries.candidate(library, terms), Footprint.cell(age, streams));
                String[] cells = new String[12];
                cells[0] = name(library) + ", " + terms.label() + " terms";
                cells[1] = Integer.toString(streams);
                cells[2] = age.name().toLowerCase(Locale.ROOT);
                cells[3] = Measurement.text(found, Measurement::value, "%.0f");
                for (int i = 0; i < ROLES.size(); i++) {
                    String role = ROLES.get(i);
                    cells[4 + i] = Measurement.text(found, m -> m.number(role + "Rss"), "%.0f");
                    cells[7 + i] = Measurement.text(found, m -> m.number(role + "RssShmem"), "%.1f");
                }
                cells[10] = Measurement.text(found, m -> m.number("filesAllocated"), "%.1f");
                cells[11] = Measurement.text(found, m -> m.number("filesLength"), "%.1f");
                table.row((Object[]) cells);
            }
        }
    }

    private static Table faults(Results all) {
        Table table = new Table("", "faults/s", "driver", "publisher", "subscriber", "in s", "messages");
        for (Product library : Libraries.ALL) {
            for (Terms terms : Terms.values()) {
                List<Measurement> found = all.of(Libraries.candidate(library, terms), PageFaults.CELL);
                String[] cells = new String[7];
                cells[0] = name(library) + ", " + terms.label() + " terms";
                cells[1] = Measurement.text(found, Measurement::value, "%.1f");
                for (int i = 0; i < ROLES.size(); i++) {
                    String role = ROLES.get(i);
                    cells[2 + i] = Measurement.text(found, m -> m.number(role + "Faults"), "%.0f")
                            + Measurement.text(found, m -> m.number(role + "AllFaults"), " (%.0f)");
                }
                cells[5] = Measurement.text(found, m -> m.number("windowMs") / 1e3, "%.0f");
                cells[6] = Measurement.text(found, m -> m.number("messages"), "%,.0f");
                table.row((Object[]) cells);
            }
        }
        return table;
    }

    private static String name(Product library) {
        return library == Product.TAILRACE ? "Tailrace" : "Aeron";
    }
}
