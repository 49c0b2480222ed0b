/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options of a command that may send lines over TCP in place of writing a file. */
final class SendOptions {
    private static final int MAX_CONNECTIONS = 1000;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--to", paramLabel = "HOST:PORT", description = "Sends the lines to whoever listens there.")
    private @Nullable String to;

    @Option(
            names = "--connections",
            paramLabel = "N",
            description = "Sends over so many connections in turn, with --to. Default: 1.")
    private @Nullable Integer connectionCount;

    @Option(
            names = "--octet-counted",
            description = "Writes the length of each line before it, in place of a newline behind it, with --to.")
    private boolean isOctetCounted;

    /** Complains unless the options are for a command with a file, or without one. */
    void check(boolean hasFile) {
        if (hasFile == (to != null)) {
            throw new ParameterException(spec.commandLine(), "needs either a FILE or --to");
        }
        if (to == null && (connectionCount != null || isOctetCounted)) {
            throw new ParameterException(spec.commandLine(), "--connections and --octet-counted are for --to");
        }
    }

    /** Sends so many lines, and says how fast the receiver took them. */
    void send(Generator generator, long lineCount) throws IOException {
        int connections = Objects.requireNonNullElse(connectionCount, 1);
        Range.check(spec, "--connections", connections, 1, MAX_CONNECTIONS);
        InetSocketAddress address = address();
        long beginNs = System.nanoTime();
        try (Sender sender = new Sender(address, connections, isOctetCounted)) {
            for (long i = 0; i < lineCount; i++) {
                sender.send(generator.next(i));
            }
            sender.finish();
        } catch (ConnectException e) {
            throw (IOException) new ConnectException("cannot connect: to=" + to).initCause(e);
        } catch (IOException e) {
            throw new IOException("cannot send: to=" + to, e);
        }
        double seconds = (System.nanoTime() - beginNs) / 1e9;
        System.err.printf(
                Locale.ROOT, "sent: %,d in %.2f s, %,.0f a second%n", lineCount, seconds, lineCount / seconds);
    }

    private InetSocketAddress address() {
        String given = Objects.requireNonNull(to);
        int colon = given.lastIndexOf(':');
        String port = given.substring(colon + 1);
        if (colon < 1 || !port.matches("[0-9]{1,9}")) {
            throw new ParameterException(spec.commandLine(), "no address: --to=" + to + ". Write HOST:PORT");
        }
        return Addresses.resolve(spec, given.substring(0, colon), Integer.parseInt(port), 1);
    }
}
