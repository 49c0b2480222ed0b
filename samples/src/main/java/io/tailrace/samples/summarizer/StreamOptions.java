/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import io.tailrace.samples.summarizer.wire.Streams;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options of a command that writes to streams. */
final class StreamOptions {
    private static final int MAX_READERS = 64;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--queue",
            paramLabel = "N",
            defaultValue = "2048",
            description = "For about how many lines or events each stream has room. Default: ${DEFAULT-VALUE}.")
    private int capacity;

    @Option(
            names = "--readers",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "Waits for so many readers of version 1 before it writes for them. Default: ${DEFAULT-VALUE}.")
    private int readers;

    @Option(
            names = "--readers-v2",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "Waits for so many readers of version 2 before it writes for them. Default: ${DEFAULT-VALUE}.")
    private int readers2;

    /** Complains of a value that is out of range. */
    void check() {
        Range.check(spec, "--queue", capacity, 1, Streams.MAX_CAPACITY);
        Range.check(spec, "--readers", readers, 1, MAX_READERS);
        Range.check(spec, "--readers-v2", readers2, 1, MAX_READERS);
    }

    Streams streams(String prefix) {
        return Streams.withRoomFor(capacity, prefix);
    }

    /** {@return how many readers a version has} */
    int readers(int version) {
        return version == 1 ? readers : readers2;
    }
}
