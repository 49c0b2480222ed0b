/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.memory;

import io.tailrace.benchmarks.lab.Answerer;
import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.LineProcess;
import io.tailrace.benchmarks.lab.Team;
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
import java.util.List;
import java.util.stream.Stream;

/**
 * A driver, a subscriber and a publisher, a process each, as both libraries are by default; publications are
 * concurrent. The variant in a candidate's name says only how long the terms of a log are.
 */
final class Processes {
    static final List<Product> LIBRARIES = List.of(Product.TAILRACE, Product.AERON);
    static final List<String> ROLES = List.of("driver", "publisher", "subscriber");
    static final List<String> FLAGS = List.of("-Xms32m", "-Xmx32m");

    /** The shortest terms that both have. */
    static final String SHORT_TERMS = "64k";

    /** By default a term of Tailrace has 4 MiB, one of Aeron 64 MiB. */
    static final List<String> TERMS = List.of(Candidate.DEFAULT, SHORT_TERMS);

    private Processes() {}

    /** {@return what stands in the raw data} */
    static String name(Product library, String terms) {
        return Candidate.of(library, Candidate.CONCURRENT, terms).name();
    }

    /** Starts and connects them. */
    static Pair start(Lab lab, Product library, String terms, int streams, List<String> flags) {
        String shipped = AeronVariant.SHIPPED.name() + (terms.equals(Candidate.DEFAULT) ? "" : terms) + "-dedicated";
        Candidate candidate = library == Product.AERON
                ? Candidate.of(library, Candidate.CONCURRENT, shipped, Api.FRAGMENTS)
                : Candidate.of(library, Candidate.CONCURRENT, terms);
        List<String> all = Stream.concat(FLAGS.stream(), flags.stream()).toList();
        return new Pair(lab, name(library, terms), candidate, Shape.streams(streams, all));
    }

    /** {@return the bytes that their files say they have} */
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

    /** {@return the bytes of their files that memory has been given to} */
    static long allocatedBytes(Team team) {
        String output = LineProcess.output(new ProcessBuilder(
                        "du", "-s", "--block-size=1", team.directory().toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT));
        return Long.parseLong(output.substring(0, output.indexOf('\t')));
    }

    /** A process that does nothing: what a JVM takes by itself. */
    static final class Nothing implements Answerer {
        Nothing(List<String> arguments) {}
    }
}
