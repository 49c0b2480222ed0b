/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import io.tailrace.benchmarks.lab.Fork.Answerer;
import io.tailrace.benchmarks.report.Measurement;
import io.tailrace.benchmarks.report.RawFile;
import io.tailrace.tools.measure.CoreToCore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/**
 * A section measures through its lab with one JDK. The lab measures the cores' distance before each measurement, and
 * the CPU of others during it. It writes each measurement down at once.
 */
public final class Lab implements AutoCloseable {
    /** The first JDK in which Tailrace can call the kernel's futex; an executable jar's manifest allows it there. */
    private static final int FIRST_WITH_FUTEX = 22;

    private final Run run;
    private final String section;
    private final Random random;
    private final RawFile raw;
    private final Path directory;
    private final List<Measurement> measurements = new ArrayList<>();
    private int directories;

    /** A measured value, with further figures by name. */
    public record Figure(double value, String unit, Map<String, Object> details) {}

    /** A question to a fork in a cell; the value is that member of its answer. */
    public record Turn(String cell, String command, String value, String unit) {}

    public Lab(Run run, String section) {
        this.run = run;
        this.section = section;
        this.random = new Random(run.seed());
        this.raw = new RawFile(run.out(), section, run.jdk());
        this.directory = SharedMemory.newDirectory(section);
        CoreToCore.medianNs(); // Compiles it.
        CoreToCore.medianNs();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> SharedMemory.delete(directory)));
    }

    public String section() {
        return section;
    }

    public Run run() {
        return run;
    }

    /** Prints the progress of the section. */
    public void say(String text) {
        run.say().accept(section + ": " + text);
    }

    /** {@return the path of a directory in shared memory that does not exist yet; it is deleted with this lab} */
    public Path newDirectory() {
        return directory.resolve(Integer.toString(directories++));
    }

    /** {@return the free space of the file system of all measurements, in bytes} */
    public long usableSpace() {
        try {
            return Files.getFileStore(directory).getUsableSpace();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@return the same in random order} */
    public <T> List<T> shuffled(List<T> list) {
        List<T> shuffled = new ArrayList<>(list);
        Collections.shuffle(shuffled, random);
        return shuffled;
    }

    /** {@return a new, stopped JVM that answers for a candidate, of the build in its name} */
    public Fork fork(String candidate, List<String> flags, Class<? extends Answerer> answerer, String... arguments) {
        return forkBehind(List.of(), candidate, flags, answerer, arguments);
    }

    /** {@return the same, by a command that begins with other words, in its own network} */
    public Fork forkBehind(
            List<String> words,
            String candidate,
            List<String> flags,
            Class<? extends Answerer> answerer,
            String... arguments) {
        List<String> java = new ArrayList<>(words);
        java.add(run.java());
        List<String> all = new ArrayList<>(flags);
        all.addAll(run.flags());
        if (run.jdk() >= FIRST_WITH_FUTEX) {
            all.add("--enable-native-access=ALL-UNNAMED");
        }
        return new Fork(candidate, java, run.classPath(candidate), all, answerer, arguments);
    }

    /** Asks a candidate's fork, and writes its answer down. */
    public void ask(int block, int round, Turn turn, Fork fork) {
        measure(block, round, fork.name(), turn.cell(), fork::cpuSeconds, () -> {
            Map<String, Object> answer = fork.ask(turn.command());
            return new Figure(number(answer, turn.value()), turn.unit(), answer);
        });
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
    public Measurement measure(
            int block,
            int round,
            String candidate,
            String cell,
            DoubleSupplier ownCpuSeconds,
            Supplier<Figure> measure) {
        long rawNs = CoreToCore.medianNs();
        long startNs = System.nanoTime();
        double before = ProcStat.processors().busy() - ownCpuSeconds.getAsDouble();
        Figure figure = measure.get();
        double others = ProcStat.processors().busy() - ownCpuSeconds.getAsDouble() - before;
        double othersPercent = 100 * others / ((System.nanoTime() - startNs) / 1e9);
        Measurement measurement = new Measurement(
                section,
                run.jdk(),
                block,
                round,
                candidate,
                cell,
                rawNs,
                othersPercent,
                figure.value(),
                figure.unit(),
                figure.details());
        raw.write(measurement);
        measurements.add(measurement);
        return measurement;
    }

    /** {@return all measurements so far} */
    public List<Measurement> measurements() {
        return List.copyOf(measurements);
    }

    @Override
    public void close() {
        raw.close();
        SharedMemory.delete(directory);
    }
}
