/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.memory;

import io.tailrace.benchmarks.lab.Answerer;
import io.tailrace.benchmarks.lab.Fork;
import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.LineProcess;
import io.tailrace.benchmarks.lab.Team;
import io.tailrace.benchmarks.peer.AeronLibrary;
import io.tailrace.benchmarks.peer.AeronVariant;
import io.tailrace.benchmarks.peer.AeronVariant.DriverIdle;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Api;
import io.tailrace.benchmarks.peer.Candidate.Product;
import io.tailrace.benchmarks.peer.LogLibrary;
import io.tailrace.benchmarks.peer.TailraceLibrary;
import io.tailrace.benchmarks.raw.Json;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.stream.Stream;

/** A driver, a subscriber and a publisher, a process each, with a number of streams. */
final class Trio implements AutoCloseable {
    static final List<String> ROLES = List.of("driver", "publisher", "subscriber");

    static final List<String> FLAGS = List.of("-Xms32m", "-Xmx32m");

    private final Team team;
    private final Path files;
    private final Fork subscriber;
    private final Fork publisher;

    /** Starts all three, connected. */
    Trio(Lab lab, List<String> flags, Candidate candidate, int streams) {
        team = new Team(lab);
        files = team.directory();
        String[] arguments = {candidate.name(), files.toString(), Integer.toString(streams)};
        List<String> all = Stream.of(FLAGS, flags, Libraries.jvmFlags(candidate))
                .flatMap(List::stream)
                .toList();
        team.add(candidate, "driver", all, Libraries.Driver.class, arguments).resume();
        subscriber = team.add(candidate, "subscriber", all, Subscriber.class, arguments);
        subscriber.resume();
        publisher = team.add(candidate, "publisher", all, Publisher.class, arguments);
        publisher.resume();
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

    /** {@return a figure of each process, by its role with the name of the figure after it} */
    <T> Map<String, T> each(String name, LongFunction<T> figureOfPid) {
        return team.each(name, figureOfPid);
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
        team.close();
    }

    /**
     * Opens both libraries as they are by default, the driver in one process, clients in others; publications are
     * concurrent. The variant of a candidate says only how long the terms of a log are.
     */
    static final class Libraries {
        static final List<Product> ALL = List.of(Product.TAILRACE, Product.AERON);

        /** The shortest terms that both have. */
        static final String SHORT_TERMS = "64k";

        /** By default a term of Tailrace has 4 MiB, one of Aeron 64 MiB. */
        static final List<String> TERMS = List.of(Candidate.DEFAULT, SHORT_TERMS);

        private Libraries() {}

        static Candidate candidate(Product product, String terms) {
            return Candidate.of(product, Candidate.CONCURRENT, terms);
        }

        static List<String> jvmFlags(Candidate candidate) {
            return candidate.isAeron() ? AeronVariant.SHIPPED.jvmFlags() : List.of();
        }

        static LogLibrary connect(Candidate candidate, Path directory) {
            if (!candidate.isAeron()) {
                return new TailraceLibrary(candidate.tailrace(), false, Api.OFFER, directory, false);
            }
            String name = candidate.variant();
            int termLength =
                    name.equals(Candidate.DEFAULT) ? AeronVariant.SHIPPED.termLength() : AeronVariant.bytes(name);
            AeronVariant untuned = new AeronVariant(name, termLength, false, DriverIdle.BACKOFF);
            return new AeronLibrary(untuned, false, Api.FRAGMENTS, directory, false);
        }

        /** The process of a driver: it makes space, and does nothing on the way of a message. */
        static final class Driver implements Answerer {
            private final Runnable end;

            /** Arguments: candidate, directory. */
            Driver(List<String> arguments) {
                Candidate candidate = new Candidate(arguments.get(0));
                end = launch(candidate, Path.of(arguments.get(1)));
            }

            private static Runnable launch(Candidate candidate, Path directory) {
                if (candidate.isAeron()) {
                    return io.aeron.driver.MediaDriver.launch(new io.aeron.driver.MediaDriver.Context()
                            .aeronDirectoryName(directory.toString())
                            .dirDeleteOnStart(true)
                            .dirDeleteOnShutdown(true))::close;
                }
                return MediaDriver.launch(DriverConfig.DEFAULT
                        .withDirectory(directory)
                        .withTermLength(candidate.tailrace().termLength()))::close;
            }

            @Override
            public void close() {
                end.run();
            }
        }

        /** A process that does nothing: what a JVM takes by itself. */
        static final class Nothing implements Answerer {
            Nothing(List<String> arguments) {}
        }
    }
}
