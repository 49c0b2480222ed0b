/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.history;

import io.tailrace.segment.HistoryFolder;
import io.tailrace.segment.StreamHistory;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.EscapedText;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Patterns;
import io.tailrace.tools.command.Quantity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The messages of a history that a command reads: options common to {@code export} and {@code replay}. */
final class KeptSelection {
    @Parameters(index = "0", paramLabel = "DIR", description = "Directory of the history.")
    Path directory = Path.of("");

    @Parameters(index = "1", paramLabel = "STREAM", description = "Stream in the history.")
    String stream = "";

    @Option(
            names = "--from",
            paramLabel = "TIME",
            converter = Quantity.TimeMs.class,
            description =
                    "First time, such as 2026-11-26T10:00:00Z, or a time ago such as 10m. Default: the " + "beginning.")
    private long fromMs;

    @Option(
            names = "--to",
            paramLabel = "TIME",
            converter = Quantity.TimeMs.class,
            description = "Time to stop before. Default: the end.")
    private long toMs = Long.MAX_VALUE;

    KeptMessages open() throws IOException {
        return new KeptMessages(require(directory, stream), fromMs, toMs);
    }

    /** {@return the history of a stream, which must not be empty} */
    static StreamHistory require(Path directory, String stream) throws IOException {
        HistoryFolder folder = new HistoryFolder(directory);
        if (!folder.stream(stream).logs().isEmpty()) {
            return folder.stream(stream);
        }
        List<String> kept = folder.streams().stream().map(StreamHistory::name).toList();
        throw new CommandException(
                ExitCode.NO_DRIVER,
                "the history has nothing of stream " + EscapedText.quote(stream) + ": dir=" + directory + ", kept="
                        + Patterns.list(kept));
    }
}
