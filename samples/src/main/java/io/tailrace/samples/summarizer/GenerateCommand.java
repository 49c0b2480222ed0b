/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code generate}: writes lines to a file. */
@Command(
        name = "generate",
        mixinStandardHelpOptions = true,
        description = "Writes random lines to a file: the same for the same options.")
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

    @Parameters(paramLabel = "FILE", description = "Is written anew.")
    private Path file = Path.of("");

    @Override
    public Integer call() throws IOException {
        StageOptions.check(spec, "--events", events, 0, Long.MAX_VALUE);
        StageOptions.check(spec, "--v2", percentV2, 0, 100);
        try {
            new Generator(seed, percentV2).write(events, file);
        } catch (IOException e) {
            throw new IOException("cannot write: file=" + file, e);
        }
        return 0;
    }
}
