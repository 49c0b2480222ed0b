/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code generate}: writes lines to a file, or sends them. */
@Command(
        name = "generate",
        mixinStandardHelpOptions = true,
        description = "Writes random lines to a file, or sends them over TCP: the same for the same options.")
final class GenerateCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--events", paramLabel = "N", required = true, description = "How many lines.")
    private long events;

    @Option(
            names = "--v2",
            paramLabel = "PERCENT",
            defaultValue = "0",
            description = "How many in 100 of them are JSON. Default: ${DEFAULT-VALUE}.")
    private int percentV2;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Of the random numbers. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Mixin
    private SendOptions send = new SendOptions();

    @Parameters(paramLabel = "FILE", arity = "0..1", description = "Is written anew.")
    private @Nullable Path file;

    @Override
    public Integer call() throws IOException {
        if (events < 0) {
            throw new ParameterException(spec.commandLine(), "out of range: --events=" + events + ", min=0");
        }
        Range.check(spec, "--v2", percentV2, 0, 100);
        send.check(file != null);
        Generator generator = new Generator(seed, percentV2);
        if (file == null) {
            send.send(generator, events);
            return 0;
        }
        try {
            generator.write(events, file);
        } catch (IOException e) {
            throw new IOException("cannot write: file=" + file, e);
        }
        return 0;
    }
}
