/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import io.aeron.AeronVersion;
import io.tailrace.benchmarks.lab.Fork.Answerer;
import io.tailrace.benchmarks.report.Measurement;
import io.tailrace.benchmarks.report.Measurement.RawFile;
import io.tailrace.benchmarks.report.Report;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A command measures through its lab with one JDK. The lab measures the cores' distance before and after each
 * measurement, and the CPU of others during it. It writes each measurement down at once. One thread.
 */
public final class Lab implements AutoCloseable {
    /** The first JDK in which Tailrace can call the kernel's futex; an executable jar's manifest allows it there. */
    private static final int FIRST_WITH_FUTEX = 22;
    /** A publisher and a subscriber spin at once. */
    private static final int LEAST_CORES = 2;

    private static final long WATCHED_MS = 1_000;
    private static final double QUIET_BELOW_PERCENT = 10;
    private static final Pattern VERSION = Pattern.compile("java\\.specification\\.version = ([0-9]+)");
    private static final Pattern BUILD = Pattern.compile("@([^/ ]+)");

    private final Run run;
    private final String section;
    private final Map<String, Path> builds;
    private final int jdk;
    private final Random random;
    private final RawFile raw;
    private final Path directory;
    private final List<Measurement> measurements = new ArrayList<>();
    private int directories;

    /** A measured value, with further figures by name. */
    public record Figure(double value, String unit, Map<String, Object> details) {}

    /** This machine cannot measure now: there are too few processors, or others use them. */
    public static final class UnfitException extends RuntimeException {
        private static final long serialVersionUID = 1;

        private UnfitException(String message) {
            super(message);
        }
    }

    /**
     * Begins the raw data of a run.
     *
     * @param builds of Tailrace: their jars of benchmarks, by the names that candidates have after an {@code @}
     * @throws UnfitException if there are too few processors, or others use them
     */
    public Lab(Run run, String section, Map<String, Path> builds) {
        this.run = run;
        this.section = section;
        this.builds = builds;
        this.jdk = feature(run.java);
        this.random = new Random(run.seed);
        double othersPercent = othersPercent();
        if (Runtime.getRuntime().availableProcessors() < LEAST_CORES) {
            throw new UnfitException("a publisher and a subscriber spin at once: that needs two processors");
        }
        if (othersPercent >= QUIET_BELOW_PERCENT && !run.anyway) {
            throw new UnfitException(String.format(
                    "others use %.0f %% of a processor: end them, wait, or measure --anyway", othersPercent));
        }
        this.raw = new RawFile(run.out(), section, jdk);
        writeEnvironment(othersPercent);
        this.directory = SharedMemory.newDirectory(section);
        CoreToCore.medianNs(); // Compiles it.
        CoreToCore.medianNs();
    }

    private static int feature(String java) {
        try {
            Matcher version = VERSION.matcher(Fork.output(java, "-XshowSettings:properties", "-version"));
            if (version.find()) {
                return Integer.parseInt(version.group(1));
            }
        } catch (UncheckedIOException | IllegalStateException e) {
            throw new IllegalArgumentException("cannot start: --java " + java + ", cause=" + e.getMessage(), e);
        }
        throw new IllegalArgumentException("not a Java 17 or newer: --java " + java);
    }

    private static double othersPercent() {
        long startNs = System.nanoTime();
        double before = othersSeconds();
        Waiting.sleep(WATCHED_MS);
        return Math.max(0, 100 * (othersSeconds() - before) / ((System.nanoTime() - startNs) / 1e9));
    }

    private static double othersSeconds() {
        return ProcStat.busySeconds()
                - ProcStat.cpuSeconds(ProcessHandle.current().pid());
    }

    private void writeEnvironment(double othersPercent) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("begin", Instant.now().toString());
        facts.put("commit", commit());
        facts.put("quick", run.quick());
        facts.put("seed", run.seed);
        facts.put("java", Fork.output(run.java, "--version").trim());
        facts.put("aeron", AeronVersion.VERSION);
        facts.put("flags", run.flags);
        facts.put("othersPercentBefore", othersPercent);
        facts.put("cpu", ProcStat.cpuModel());
        facts.put("kernel", ManagementFactory.getOperatingSystemMXBean().getVersion());
        try {
            Files.writeString(
                    run.out().resolve(section + "-jdk" + jdk + ".environment.json"), Measurement.json(facts) + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String classPath() {
        return ManagementFactory.getRuntimeMXBean().getClassPath();
    }

    private static String commit() {
        Path folder = Objects.requireNonNull(
                Path.of(classPath().split(":", -1)[0]).toAbsolutePath().getParent());
        try {
            return Fork.output("git", "-C", folder.toString(), "describe", "--always", "--dirty")
                    .trim();
        } catch (UncheckedIOException | IllegalStateException e) {
            return "unknown"; // It is not in a repository, or there is no git.
        }
    }

    /** {@return the options of the run} */
    public Run run() {
        return run;
    }

    /** Prints the progress of the section. */
    public void say(String text) {
        System.err.println(section + ": " + text);
    }

    /** {@return the path of a directory in shared memory that does not exist yet; it is deleted with this lab} */
    public Path newDirectory() {
        return directory.resolve(Integer.toString(directories++));
    }

    /** {@return the same in random order} */
    public <T> List<T> shuffled(List<T> list) {
        List<T> shuffled = new ArrayList<>(list);
        Collections.shuffle(shuffled, random);
        return shuffled;
    }

    /** {@return a new, stopped JVM that answers for a candidate, of the build in its name} */
    public Fork fork(String candidate, List<String> flags, Class<? extends Answerer> answerer, String... arguments) {
        return forkAfter(List.of(), candidate, flags, answerer, arguments);
    }

    /** {@return the same, by a command that begins with other words, such as in another network} */
    public Fork forkAfter(
            List<String> words,
            String candidate,
            List<String> flags,
            Class<? extends Answerer> answerer,
            String... arguments) {
        List<String> java = new ArrayList<>(words);
        java.add(run.java);
        java.addAll(flags);
        java.addAll(run.flags);
        if (jdk >= FIRST_WITH_FUTEX
                && run.flags.stream().noneMatch(flag -> flag.startsWith("--illegal-native-access"))) {
            java.add("--enable-native-access=ALL-UNNAMED");
        }
        Matcher build = BUILD.matcher(candidate);
        String classPath = build.find()
                ? Objects.requireNonNull(builds.get(build.group(1)), candidate).toString()
                : classPath();
        return new Fork(candidate, java, classPath, answerer, arguments);
    }

    /** {@return a member of an answer that is a number} */
    public static double number(Map<String, Object> answer, String name) {
        if (answer.get(name) instanceof Number number) {
            return number.doubleValue();
        }
        throw new IllegalStateException("no such figure: name=" + name + ", answer=" + answer);
    }

    /**
     * Measures, and writes it down.
     *
     * @param block set of fresh JVMs; 0 is a pilot
     * @param ownCpuSeconds the CPU time that the measured processes have used so far
     */
    public void measure(
            int block,
            int round,
            String candidate,
            String cell,
            DoubleSupplier ownCpuSeconds,
            Supplier<Figure> measure) {
        long rawNs = CoreToCore.medianNs();
        long startNs = System.nanoTime();
        double before = ProcStat.busySeconds() - ownCpuSeconds.getAsDouble();
        Figure figure = measure.get();
        double others = ProcStat.busySeconds() - ownCpuSeconds.getAsDouble() - before;
        double othersPercent = 100 * others / ((System.nanoTime() - startNs) / 1e9);
        Measurement measurement = new Measurement(
                section,
                jdk,
                block,
                round,
                candidate,
                cell,
                rawNs,
                CoreToCore.medianNs(),
                othersPercent,
                figure.value(),
                figure.unit(),
                figure.details());
        raw.write(measurement);
        measurements.add(measurement);
    }

    /** {@return all measurements so far} */
    public List<Measurement> measurements() {
        return List.copyOf(measurements);
    }

    /** Ends the raw data, and prints the report of its directory. */
    public void report() {
        System.out.print(Report.write(run.out()));
        say("raw data and report: " + run.out());
    }

    @Override
    public void close() {
        raw.close();
        SharedMemory.delete(directory);
    }

    /**
     * Measures the round trip between two processors now: two words, each written by one thread and read by the other.
     * Near processors share a cache, far ones do not, and a host may change the processors of two threads while it
     * runs; so a figure without this one beside it says little. One thread.
     */
    private static final class CoreToCore {
        private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);
        /** The words are in separate cache lines, even where lines are fetched in pairs. */
        private static final int THERE = 32;

        private static final int BACK = 64;
        private static final int LENGTH = 96;
        private static final long STOP = -1;
        private static final int SAMPLES = 31;
        private static final int TRIPS = 2_000;
        /** If other threads occupy the processors, there are fewer samples. */
        private static final long LONGEST_NS = 500_000_000;

        private final long[] words = new long[LENGTH];
        private long trip;

        private CoreToCore() {}

        /** {@return the median round trip in ns, of means of many trips} Takes about 10 ms. */
        static long medianNs() {
            return new CoreToCore().measureNs();
        }

        private long measureNs() {
            Thread peer = new Thread(this::answer, "core-to-core");
            peer.setDaemon(true);
            peer.start();
            long[] samples = new long[SAMPLES];
            int count = 0;
            long startNs = System.nanoTime();
            do {
                samples[count++] = sampleNs();
            } while (count < SAMPLES && System.nanoTime() - startNs < LONGEST_NS);
            WORD.setRelease(words, THERE, STOP); // Read with acquire: else the peer never ends.
            Arrays.sort(samples, 0, count);
            return samples[count / 2];
        }

        private long sampleNs() {
            long startNs = System.nanoTime();
            for (int i = 0; i < TRIPS; i++) {
                trip++;
                WORD.setRelease(words, THERE, trip);
                awaitChange(BACK, trip - 1);
            }
            return (System.nanoTime() - startNs) / TRIPS;
        }

        private void answer() {
            long number = 0;
            while (number != STOP) {
                number = awaitChange(THERE, number);
                WORD.setRelease(words, BACK, number);
            }
        }

        /** Without a pause: it would be part of the figure. */
        private long awaitChange(int word, long old) {
            long value = old;
            while (value == old) {
                value = (long) WORD.getAcquire(words, word);
            }
            return value;
        }
    }

    /**
     * A set of new processes, which live until the end of the block, and the rounds in which candidates take turns. One
     * thread.
     *
     * @param <C> candidate
     * @param <P> the measuring processes of a candidate, stopped while others have their turn
     */
    public static final class Block<C, P extends AutoCloseable> implements AutoCloseable {
        private final Lab lab;
        private final Function<C, P> start;
        private final Map<C, P> parties = new LinkedHashMap<>();

        /** Measures a cell once. */
        public interface Turn<K, P> {
            /** Measures it. */
            void take(int round, K cell, P party);
        }

        /** @param start starts the processes of a candidate, and warms them up */
        public Block(Lab lab, Function<C, P> start) {
            this.lab = lab;
            this.start = start;
        }

        /**
         * Starts all processes. Then in each round, each cell's candidates take a turn each, in random order.
         *
         * @param cells with their candidates
         */
        public <K> void measure(int rounds, Map<K, List<C>> cells, Turn<K, P> turn) {
            cells.values()
                    .forEach(candidates -> candidates.forEach(candidate -> parties.computeIfAbsent(candidate, start)));
            for (int i = 1; i <= rounds; i++) {
                int round = i;
                lab.say("round " + round + " of " + rounds);
                cells.forEach((cell, candidates) -> lab.shuffled(candidates)
                        .forEach(candidate -> turn.take(round, cell, parties.computeIfAbsent(candidate, start))));
            }
        }

        @Override
        public void close() {
            parties.values().forEach(party -> {
                try {
                    party.close();
                } catch (Exception e) {
                    throw new IllegalStateException("a candidate does not end: " + party, e);
                }
            });
        }
    }

    /**
     * Processes that measure a candidate together, by their roles, with a directory that is deleted when they have
     * ended. They are stopped while others have their turn. One thread.
     */
    public static final class Team implements AutoCloseable {
        private final Lab lab;
        private final Path directory;
        private final Map<String, Fork> forks = new LinkedHashMap<>();

        /** Starts empty; the directory does not exist yet. */
        public Team(Lab lab) {
            this.lab = lab;
            this.directory = lab.newDirectory();
        }

        /** {@return the directory} */
        public Path directory() {
            return directory;
        }

        /** {@return a new process, which is stopped} */
        public Fork add(
                Object candidate,
                String role,
                List<String> flags,
                Class<? extends Answerer> answerer,
                String... arguments) {
            Fork fork = lab.fork(candidate + " " + role, flags, answerer, arguments);
            forks.put(role, fork);
            return fork;
        }

        /** Lets all of them run. */
        public void resume() {
            forks.values().forEach(Fork::resume);
        }

        /** Stops all of them at any point. */
        public void stop() {
            forks.values().forEach(Fork::stop);
        }

        /** {@return the CPU time that all of them have used, in seconds} */
        public double cpuSeconds() {
            return forks.values().stream().mapToDouble(Fork::cpuSeconds).sum();
        }

        /** {@return a figure of each process, by its role followed by the name of the figure} */
        public <T> Map<String, T> each(String name, LongFunction<T> figureOfPid) {
            Map<String, T> figures = new LinkedHashMap<>();
            forks.forEach((role, fork) -> figures.put(role + name, figureOfPid.apply(fork.pid())));
            return figures;
        }

        /** Ends them, the last one first, because it uses resources of the others. */
        @Override
        public void close() {
            List<Fork> lastFirst = new ArrayList<>(forks.values());
            Collections.reverse(lastFirst);
            lastFirst.forEach(Fork::close);
            SharedMemory.delete(directory);
        }
    }
}
