/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.memory;

import io.tailrace.benchmarks.lab.Answerer;
import io.tailrace.benchmarks.lab.Fork;
import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.LineProcess;
import io.tailrace.benchmarks.lab.SharedMemory;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.raw.Json;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** A driver, a subscriber and a publisher, a process each, with a number of streams. */
final class Trio implements AutoCloseable {
    static final List<String> ROLES = List.of("driver", "publisher", "subscriber");

    private static final List<String> FLAGS = List.of("-Xms32m", "-Xmx32m");

    private final Path files;
    private final Fork driver;
    private final Fork subscriber;
    private final Fork publisher;

    /** Starts all three, connected. */
    Trio(Lab lab, List<String> flags, Candidate candidate, int streams) {
        files = lab.newDirectory();
        String[] arguments = {candidate.name(), files.toString(), Integer.toString(streams)};
        List<String> all = new ArrayList<>(flags);
        all.addAll(Libraries.jvmFlags(candidate));
        driver = fork(lab, all, Libraries.Driver.class, arguments);
        subscriber = fork(lab, all, Subscriber.class, arguments);
        publisher = fork(lab, all, Publisher.class, arguments);
    }

    /** {@return a process that goes on while nobody asks it} */
    static Fork fork(Lab lab, List<String> flags, Class<? extends Answerer> role, String... arguments) {
        List<String> all = new ArrayList<>(FLAGS);
        all.addAll(flags);
        Fork fork = lab.fork(role.getSimpleName() + " of " + List.of(arguments), all, role, arguments);
        fork.resume();
        return fork;
    }

    /** Tells the publisher what to do. */
    void tell(String command) {
        publisher.tell(command);
    }

    /** Waits for the publisher's answer: a line of JSON. */
    String readAnswer() {
        return publisher.readAnswer();
    }

    String ask(String command) {
        tell(command);
        return readAnswer();
    }

    /** {@return a figure of each process, by its role with the name of the figure behind it} */
    <T> Map<String, T> each(String name, Function<Long, T> figureOfPid) {
        Map<String, T> figures = new LinkedHashMap<>();
        figures.put("driver" + name, figureOfPid.apply(driver.pid()));
        figures.put("publisher" + name, figureOfPid.apply(publisher.pid()));
        figures.put("subscriber" + name, figureOfPid.apply(subscriber.pid()));
        return figures;
    }

    /** {@return the bytes that its files say they have} */
    long fileLength() {
        try (Stream<Path> paths = Files.walk(files)) {
            return paths.map(Path::toFile)
                    .filter(File::isFile)
                    .mapToLong(File::length)
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@return the bytes of its files that memory has been given to} */
    long allocatedBytes() {
        String output = LineProcess.output(new ProcessBuilder("du", "-s", "--block-size=1", files.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT));
        return Long.parseLong(output.substring(0, output.indexOf('\t')));
    }

    /**
     * Has the subscriber take what is left.
     *
     * @param answer last of the publisher
     * @throws IllegalStateException if messages were lost or doubled
     */
    void checkArrivals(String answer) {
        long sent = (long) Lab.number(Json.parse(answer), "sent");
        subscriber.tell("end " + sent);
        String arrived = subscriber.readAnswer();
        if (Lab.number(Json.parse(arrived), "received") != sent || Lab.number(Json.parse(arrived), "misplaced") != 0) {
            throw new IllegalStateException("messages lost or doubled: sent=" + answer + ", arrived=" + arrived);
        }
    }

    @Override
    public void close() {
        publisher.close();
        subscriber.close();
        driver.close();
        SharedMemory.delete(files);
    }
}
