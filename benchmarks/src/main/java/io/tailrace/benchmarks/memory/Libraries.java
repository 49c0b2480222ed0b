/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.memory;

import io.tailrace.benchmarks.lab.Answerer;
import io.tailrace.benchmarks.peer.AeronLibrary;
import io.tailrace.benchmarks.peer.AeronVariant;
import io.tailrace.benchmarks.peer.AeronVariant.DriverIdle;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Api;
import io.tailrace.benchmarks.peer.Candidate.Product;
import io.tailrace.benchmarks.peer.LogLibrary;
import io.tailrace.benchmarks.peer.TailraceLibrary;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import java.nio.file.Path;
import java.util.List;

/**
 * Opens both libraries as they are by default, the driver in one process, clients in others; publications are
 * concurrent. The variant of a candidate says only how long the terms of a log are.
 */
final class Libraries {
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
        int termLength = name.equals(Candidate.DEFAULT) ? AeronVariant.SHIPPED.termLength() : AeronVariant.bytes(name);
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
            return MediaDriver.launch(DriverConfig.defaults()
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
