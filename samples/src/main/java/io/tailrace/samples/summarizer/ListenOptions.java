/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import io.tailrace.samples.summarizer.tcp.Listener;
import java.net.InetSocketAddress;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options of a command that may take lines over TCP in place of a file. */
final class ListenOptions {
    private static final int MAX_WORKERS = 64;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "Takes lines over TCP at this port, until a signal; 0: at one that is free.")
    private @Nullable Integer port;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            description = "Where to listen, with --port. Default: 127.0.0.1, for this host only; 0.0.0.0 is for all.")
    private @Nullable String host;

    @Option(
            names = "--netty-workers",
            paramLabel = "N",
            description = "Threads that read what comes, with --port. Default: 1.")
    private @Nullable Integer workerCount;

    /** {@return whether lines come over TCP} */
    boolean isGiven() {
        return port != null;
    }

    /** Complains unless the options are for a command with a file, or without one. */
    void check(boolean hasFile) {
        if (hasFile == isGiven()) {
            throw new ParameterException(spec.commandLine(), "needs either a FILE or --port");
        }
        if (!isGiven() && (host != null || workerCount != null)) {
            throw new ParameterException(spec.commandLine(), "--host and --netty-workers are for --port");
        }
    }

    /** {@return a source that takes lines until a signal} */
    Listener listener(Termination termination) {
        int workers = Objects.requireNonNullElse(workerCount, 1);
        Range.check(spec, "--netty-workers", workers, 1, MAX_WORKERS);
        InetSocketAddress address = Addresses.resolve(
                spec, Objects.requireNonNullElse(host, "127.0.0.1"), Objects.requireNonNullElse(port, 0), 0);
        termination.listen();
        return new Listener(address, workers, termination::await, System.err::println);
    }
}
