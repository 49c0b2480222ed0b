/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.memory;

import io.tailrace.benchmarks.lab.Fork;
import io.tailrace.benchmarks.lab.Fork.Answerer;
import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Lab.Figure;
import io.tailrace.benchmarks.lab.LineProcess;
import io.tailrace.benchmarks.lab.ProcStat;
import io.tailrace.benchmarks.lab.Schedule;
import io.tailrace.benchmarks.lab.Section;
import io.tailrace.benchmarks.lab.Team;
import io.tailrace.benchmarks.lab.Waiting;
import io.tailrace.benchmarks.pair.Cell;
import io.tailrace.benchmarks.pair.Cell.Kind;
import io.tailrace.benchmarks.pair.Pair;
import io.tailrace.benchmarks.pair.Shape;
import io.tailrace.benchmarks.peer.AeronVariant;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Api;
import io.tailrace.benchmarks.peer.Candidate.Product;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The section {@code memory}. */
public final class MemorySection {
    static final String NAME = "memory";

    private static final String USAGE = """
          --payload N        bytes of a message, for what it allocates and costs in one thread (32)
        """;

    public static final Section SECTION = new Section(
            NAME, Duration.ofSeconds(90), Duration.ofMinutes(4), USAGE, MemorySection::measure, MemoryChapter.CHAPTER);

    static final List<Integer> PAYLOADS = List.of(8, 16, 32, 64, 100, 128, 256, 512, 1_024, 4_096, 16_384);

    private static final long WARM_UP_MS = 2_000;
    private static final Schedule FRAMES = Schedule.ofMs(0, 15);

    private MemorySection() {}

    private static void measure(Lab lab) {
        int rounds = lab.run().quick() ? 1 : 2;
        lab.say("allocation");
        measureAllocation(lab);
        lab.say("bytes in the log");
        Processes.LIBRARIES.forEach(library -> measureFrames(lab, library));
        for (int round = 1; round <= rounds; round++) {
            lab.say("sizes and page faults, round " + round + " of " + rounds);
            new Footprint(lab).measure(round);
            new PageFaults(lab).measure(round);
        }
    }

    /** {@return the cell of a message's bytes in the log, with header and alignment} */
    static String frame(int payload) {
        return "frame-" + payload;
    }

    /** Few enough that none is at the end of a term. */
    private static void measureFrames(Lab lab, Product library) {
        try (Pair pair = Processes.start(lab, library, Candidate.DEFAULT, 1, List.of())) {
            for (int payload : PAYLOADS) {
                measure(lab, 1, Processes.name(library, Candidate.DEFAULT), frame(payload), () -> {
                    Map<String, Object> figures = pair.run(Cell.atMost(payload, 1_000), FRAMES, schedule -> {});
                    return new Figure(Lab.number(figures, "logBytesPerMessage"), "B", Map.of());
                });
            }
        }
    }

    static void measure(Lab lab, int round, String candidate, String cell, Supplier<Figure> measure) {
        lab.measure(1, round, candidate, cell, ProcStat::cpuSecondsWithChildren, measure);
    }

    /** The calls that put a message into the log. */
    static final List<String> APIS = List.of("offer", "claim", "batch");

    /** The products whose drivers have no threads. */
    private static final List<String> ALONE = List.of("tailrace/subscriber", "aeron/1m-subscriber");

    /** {@return the name of the cell in raw data} */
    static String allocation(String api) {
        return "allocation-" + api;
    }

    /** Heap bytes that a message allocates on its whole way through one thread. */
    private static void measureAllocation(Lab lab) {
        Schedule slice = lab.run().quick() ? Schedule.ofMs(100, 600) : Schedule.ofMs(100, 3_000);
        int payload = lab.run().own().number("--payload", 32);
        for (String alone : ALONE) {
            String[] parts = alone.split("/", -1);
            for (String api : parts[0].equals("aeron") ? APIS.subList(0, 2) : APIS) {
                for (String kind : Candidate.KINDS) {
                    Candidate candidate = new Candidate(parts[0] + "/" + kind + "/" + parts[1] + "/" + api);
                    String name = parts[0] + "/" + kind;
                    try (Pair pair = new Pair(lab, name, candidate, Shape.IN_ONE_THREAD)) {
                        Cell cell = new Cell(Kind.ALONE, payload, 1, 0, allocation(api));
                        pair.warmUp(List.of(cell), WARM_UP_MS);
                        pair.measure(1, 1, cell, slice);
                    }
                }
            }
        }
    }

    /** Counts the page faults of the three processes when a stream has run for some seconds. */
    static final class PageFaults {
        static final String CELL = "page-faults";

        /** Without it, page faults of unused heap would count. */
        private static final List<String> FLAGS = List.of("-XX:+AlwaysPreTouch");

        private static final Cell FLOOD = Cell.named("throughput-32");

        private final Lab lab;
        private final int warmUpMs;
        private final int windowMs;

        PageFaults(Lab lab) {
            this.lab = lab;
            this.warmUpMs = lab.run().quick() ? 3_000 : 4_500;
            this.windowMs = lab.run().quick() ? 2_000 : 3_000;
        }

        void measure(int round) {
            for (Product library : Processes.LIBRARIES) {
                for (String terms : Processes.TERMS) {
                    try (Pair pair = Processes.start(lab, library, terms, 1, FLAGS)) {
                        MemorySection.measure(lab, round, Processes.name(library, terms), CELL, () -> count(pair));
                    }
                }
            }
        }

        private Figure count(Pair pair) {
            pair.run(FLOOD, Schedule.ofMs(0, warmUpMs), schedule -> {});
            Map<String, Object> details = new LinkedHashMap<>();
            Schedule flood = Schedule.ofMs(warmUpMs / 3, windowMs + warmUpMs / 3);
            Map<String, Object> figures = pair.run(FLOOD, flood, schedule -> {
                Waiting.sleep(warmUpMs / 3);
                Map<String, Long> before = faults(pair.team());
                Waiting.sleep(windowMs);
                faults(pair.team()).forEach((name, count) -> details.put(name, count - before.getOrDefault(name, 0L)));
            });
            double faults = Processes.ROLES.stream()
                    .mapToDouble(role -> Lab.number(details, role + "Faults"))
                    .sum();
            details.put("windowMs", windowMs);
            details.put("messages", Lab.number(figures, "sent"));
            return new Figure(faults * 1e3 / windowMs, "faults/s", details);
        }

        private static Map<String, Long> faults(Team team) {
            Map<String, Long> faults = team.each("Faults", ProcStat::minorFaultsWithoutCompiler);
            faults.putAll(team.each("AllFaults", ProcStat::minorFaults));
            return faults;
        }
    }

    /**
     * Measures the memory of three processes and their files, after the first messages and when every log has been
     * filled once, and the memory of an idle JVM.
     */
    static final class Footprint {
        private static final String UNIT = "MiB";
        static final String EMPTY_JVM = "empty-jvm";
        static final String EMPTY_CELL = "footprint-nothing";
        static final List<Integer> STREAMS = List.of(1, 10, 100);

        /** The age of a log that holds 10,000 messages. */
        private static final String YOUNG = "young";

        /** The age of a log that has had more messages than it can hold. */
        private static final String OLD = "old";

        static final List<String> AGES = List.of(YOUNG, OLD);

        private static final Cell FIRST_10_000 = Cell.atMost(32, 100_000);
        private static final Schedule FIRST = Schedule.ofMs(0, 100);
        private static final Cell FLOOD = Cell.named("throughput-32");
        private static final Schedule FLOOD_SLICE = Schedule.ofMs(0, 2_000);
        private static final int SETTLE_MS = 300;
        private static final double KIB = 1024;

        private final Lab lab;

        Footprint(Lab lab) {
            this.lab = lab;
        }

        static String cell(String age, int streams) {
            return "footprint-" + age + "-streams-" + streams;
        }

        void measure(int round) {
            MemorySection.measure(lab, round, EMPTY_JVM, EMPTY_CELL, this::emptyJvm);
            for (Product library : Processes.LIBRARIES) {
                measure(round, library, Candidate.DEFAULT, 1);
                STREAMS.forEach(streams -> measure(round, library, Processes.SHORT_TERMS, streams));
            }
        }

        private Figure emptyJvm() {
            try (Fork process = lab.fork(EMPTY_JVM, Processes.FLAGS, Processes.Nothing.class)) {
                process.resume();
                Waiting.sleep(SETTLE_MS);
                Map<String, Object> details = Map.of("rss", mib(ProcStat.statusKib(process.pid(), "VmRSS:")));
                return new Figure(mib(ProcStat.proportionalKib(process.pid())), UNIT, details);
            }
        }

        private void measure(int round, Product library, String terms, int streams) {
            String name = Processes.name(library, terms);
            try (Pair pair = Processes.start(lab, library, terms, streams, List.of())) {
                pair.run(FIRST_10_000, FIRST, schedule -> {});
                MemorySection.measure(lab, round, name, cell(YOUNG, streams), () -> sizes(pair.team()));
                pair.run(FLOOD, FLOOD_SLICE, schedule -> {});
                MemorySection.measure(lab, round, name, cell(OLD, streams), () -> sizes(pair.team()));
            }
        }

        /** The sum of the three processes' own memory and their part of shared memory. */
        private static Figure sizes(Team team) {
            team.resume();
            Waiting.sleep(SETTLE_MS);
            Map<String, Double> proportional = team.each("Pss", pid -> mib(ProcStat.proportionalKib(pid)));
            Map<String, Object> details = new LinkedHashMap<>(proportional);
            for (String figure : List.of("Rss", "RssAnon", "RssShmem")) {
                String field = (figure.equals("Rss") ? "VmRSS" : figure) + ":";
                details.putAll(team.each(figure, pid -> mib(ProcStat.statusKib(pid, field))));
            }
            details.put("filesAllocated", Processes.allocatedBytes(team) / KIB / KIB);
            details.put("filesLength", Processes.fileLength(team) / KIB / KIB);
            return new Figure(
                    proportional.values().stream().mapToDouble(mib -> mib).sum(), UNIT, details);
        }

        private static double mib(long kib) {
            return kib / KIB;
        }
    }

    /**
     * A driver, a subscriber and a publisher, a process each, as both libraries are by default; publications are
     * concurrent. The variant in a candidate's name is only the length of the terms.
     */
    static final class Processes {
        static final List<Product> LIBRARIES = List.of(Product.TAILRACE, Product.AERON);
        static final List<String> ROLES = List.of("driver", "publisher", "subscriber");
        static final List<String> FLAGS = List.of("-Xms32m", "-Xmx32m");

        /** The shortest terms of both. */
        static final String SHORT_TERMS = "64k";

        /** By default a term of Tailrace has 4 MiB, one of Aeron 64 MiB. */
        static final List<String> TERMS = List.of(Candidate.DEFAULT, SHORT_TERMS);

        private Processes() {}

        /** {@return the name in the raw data} */
        static String name(Product library, String terms) {
            return Candidate.of(library, Candidate.CONCURRENT, terms).name();
        }

        /** Starts and connects them. */
        static Pair start(Lab lab, Product library, String terms, int streams, List<String> flags) {
            String shipped =
                    AeronVariant.SHIPPED.name() + (terms.equals(Candidate.DEFAULT) ? "" : terms) + "-dedicated";
            Candidate candidate = library == Product.AERON
                    ? Candidate.of(library, Candidate.CONCURRENT, shipped, Api.FRAGMENTS)
                    : Candidate.of(library, Candidate.CONCURRENT, terms);
            List<String> all = Stream.concat(FLAGS.stream(), flags.stream()).toList();
            return new Pair(lab, name(library, terms), candidate, Shape.streams(streams, all));
        }

        /** {@return the length of their files} */
        static long fileLength(Team team) {
            try (Stream<Path> paths = Files.walk(team.directory())) {
                return paths.map(Path::toFile)
                        .filter(File::isFile)
                        .mapToLong(File::length)
                        .sum();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** {@return the bytes of their files that occupy memory} */
        static long allocatedBytes(Team team) {
            String output = LineProcess.output(new ProcessBuilder(
                            "du", "-s", "--block-size=1", team.directory().toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT));
            return Long.parseLong(output.substring(0, output.indexOf('\t')));
        }

        /** A process that does nothing: the memory of a JVM by itself. */
        static final class Nothing implements Answerer {
            Nothing(List<String> arguments) {}
        }
    }
}
