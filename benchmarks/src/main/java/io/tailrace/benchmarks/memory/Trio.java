/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.memory;

import io.tailrace.benchmarks.lab.Fork;
import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.SharedMemory;
import io.tailrace.benchmarks.lab.Waiting;
import io.tailrace.benchmarks.memory.RoleEnd.Role;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.raw.Json;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** A driver, a subscriber and a publisher, a process each, with a number of streams. */
final class Trio implements AutoCloseable {
    private static final List<String> FLAGS = List.of("-Xms32m", "-Xmx32m");

    private final Path files;
    private final Fork driver;
    private final Fork subscriber;
    private final Fork publisher;

    /** Starts all three, connected. */
    Trio(Lab lab, List<String> flags, Candidate candidate, int streams) {
        files = lab.newDirectory();
        String[] arguments = {files.toString(), Integer.toString(streams)};
        driver = fork(lab, flags, candidate, Role.DRIVER, arguments);
        subscriber = fork(lab, flags, candidate, Role.SUBSCRIBER, arguments);
        publisher = fork(lab, flags, candidate, Role.PUBLISHER, arguments);
    }

    /** {@return a process that goes on while nobody asks it} */
    static Fork fork(Lab lab, List<String> flags, Candidate candidate, Role role, String... arguments) {
        List<String> all = new ArrayList<>(FLAGS);
        all.addAll(flags);
        all.addAll(Libraries.jvmFlags(candidate));
        List<String> names = new ArrayList<>(List.of(role.name(), candidate.name()));
        names.addAll(List.of(arguments));
        Fork fork = lab.fork(role + " of " + candidate, all, RoleEnd.class, names.toArray(String[]::new));
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

    /** {@return a figure of each process, by its role} */
    Map<String, Long> each(ToLongFunction<Long> figureOfPid) {
        Map<String, Long> figures = new LinkedHashMap<>();
        figures.put("driver", figureOfPid.applyAsLong(driver.pid()));
        figures.put("publisher", figureOfPid.applyAsLong(publisher.pid()));
        figures.put("subscriber", figureOfPid.applyAsLong(subscriber.pid()));
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
        try {
            Process du = new ProcessBuilder("du", "-s", "--block-size=1", files.toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String output = new String(du.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (Waiting.exit(du) != 0) {
                throw new IllegalStateException("could not tell what files occupy: directory=" + files);
            }
            return Long.parseLong(output.substring(0, output.indexOf('\t')));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
