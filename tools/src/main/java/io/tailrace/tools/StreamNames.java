/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import io.tailrace.inspect.LocalHost;
import io.tailrace.inspect.SnapshotReader;
import io.tailrace.inspect.StreamView;
import io.tailrace.tools.command.DirectoryOption;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Output;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** For the script of {@link CompletionCommand}: prints the names of streams, one a line. No list of commands has it. */
@Command(name = StreamNames.NAME, hidden = true)
final class StreamNames implements Callable<Integer> {
    /** The word that calls it. */
    static final String NAME = "stream-names";

    /** What no shell ever expands, splits or takes for an option: whoever names a stream shall run nothing here. */
    private static final Pattern HARMLESS = Pattern.compile("[A-Za-z0-9._/+%,][A-Za-z0-9._/+%,-]*");

    @Mixin
    private final DirectoryOption directory = new DirectoryOption();

    @Override
    public Integer call() throws IOException {
        try (SnapshotReader reader = new SnapshotReader(directory.ofDriver(), new LocalHost());
                Output out = Output.standard()) {
            for (StreamView stream : reader.read().streams()) {
                if (HARMLESS.matcher(stream.name()).matches()) {
                    out.text(stream.name()).newLine();
                }
            }
        }
        return ExitCode.OK;
    }
}
