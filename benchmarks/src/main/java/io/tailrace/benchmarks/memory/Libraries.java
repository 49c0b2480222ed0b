/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.memory;

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
 * What is measured: both libraries as they are by default, the driver in one process, clients in others; concurrent
 * publications.
 */
final class Libraries {
    static final List<Product> ALL = List.of(Product.TAILRACE, Product.AERON);

    private Libraries() {}

    /** How long the terms of a log are. */
    enum Terms {
        /** As the library has it: 4 MiB, Aeron 64 MiB. */
        DEFAULT(Candidate.DEFAULT),
        /** The shortest that both have. */
        SHORT("64k");

        private final String label;

        Terms(String label) {
            this.label = label;
        }

        String label() {
            return label;
        }
    }

    static Candidate candidate(Product product, Terms terms) {
        return Candidate.of(product, Candidate.CONCURRENT, terms.label());
    }

    static List<String> jvmFlags(Candidate candidate) {
        return candidate.isAeron() ? AeronVariant.SHIPPED.jvmFlags() : List.of();
    }

    static AutoCloseable launchDriver(Candidate candidate, Path directory) {
        if (candidate.isAeron()) {
            return io.aeron.driver.MediaDriver.launch(new io.aeron.driver.MediaDriver.Context()
                    .aeronDirectoryName(directory.toString())
                    .dirDeleteOnStart(true)
                    .dirDeleteOnShutdown(true));
        }
        return MediaDriver.launch(DriverConfig.defaults()
                .withDirectory(directory)
                .withTermLength(candidate.tailrace().termLength()));
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
}
